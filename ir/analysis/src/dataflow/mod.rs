//! Data flow: facts about values, found by iterating to a fixed point.
//!
//! [`liveness`] runs backward and says which values matter. [`sparse`] runs
//! forward along def-use chains and, in the same fixed point, finds out which
//! blocks and edges can be executed (Wegman and Zadeck, "Constant Propagation
//! with Conditional Branches", TOPLAS 1991); [`constants`] and [`int_ranges`]
//! are such analyses. A dialect
//! takes part through its control-flow interfaces; an analysis says what its
//! facts are and how an operation transforms them.

pub mod constants;
pub mod int_ranges;
pub mod liveness;
pub mod sparse;
