//! Code generation: bundles of prologue, kernel and epilogue, and trip counts.
//!
//! In reading order:
//!
//! | module | step |
//! |---|---|
//! | [`code`] | the bundles of prologue, kernel and epilogue |
//! | [`emit`] | that code as a `vliw.func` |
//! | [`count`] | trip counts of the code, and the remaining iterations of the loop itself |

pub mod code;
pub mod count;
pub mod emit;
