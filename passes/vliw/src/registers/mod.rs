//! Registers: lifetimes, allocation, sharing and spilling.
//!
//! In reading order:
//!
//! | module | step |
//! |---|---|
//! | [`occupancy`] | lifetimes of results, and their interference |
//! | [`sharing`] | sharing of registers by several results |
//! | [`wants`] | constraints on the registers of a file that values may use |
//! | [`allocation`] | register allocation, by result and iteration |
//! | [`spill`] | spilling to the stack where registers are too few |

pub mod allocation;
pub mod occupancy;
pub mod sharing;
pub mod spill;
pub mod wants;
