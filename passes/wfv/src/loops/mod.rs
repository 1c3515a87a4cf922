//! Marked loops: their normal form, dependences between iterations, and the loops that replace them.
//!
//! [`call_sites`] call sites in marked loops, `marked_loop` one that can be vectorized, [`normal`] their normal form,
//! [`carried`] loop-carried values, [`rounds`] the loops that replace them, [`parallel`] parallel loops of several
//! dimensions, [`conflict`] dependences between iterations, [`remarks`] optimization remarks, [`versions`] loop
//! versioning for values of invariant operands.

pub mod call_sites;
pub mod carried;
pub mod conflict;
pub(crate) mod marked_loop;
pub mod normal;
pub mod parallel;
pub mod remarks;
pub mod rounds;
pub mod versions;
