//! The generic clean-up passes: canonicalize, cse, sccp, inline and their kin.
pub mod bodies;
pub mod canonicalize;
pub mod cse;
pub mod sccp;
