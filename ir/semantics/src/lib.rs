//! The oracle: whether passes keep what programs compute.
//!
//! Plan: 1. [`arguments`] makes data for a function, from a seed: small numbers, corner values, memrefs of a few sizes;
//! 2. [`Oracle::new`] runs every public function of a module on it and keeps the outcomes; 3. [`Oracle::check`], after a
//! pass, runs them again with the same data, in the types they have now, and says where the new run may not take the place
//! of the one before ([`rmlir_interp::compare`]); 4. [`VerifySemantics`] does so after each pass of a pass manager.
//!
//! What is checked: results, memory that arguments refer to, what is printed, calls of unknown functions with their
//! arguments, in order. What was undefined, or poison, may become anything. Private functions may change as they like: they
//! are seen through those that call them, and so is what passes add. A public function has to stay. Where a function cannot
//! be run for a while, say in the middle of a lowering, the next state that can be is compared with the last one that could,
//! and all passes between are named.

pub mod arguments;
mod oracle;
mod watch;

pub use oracle::{Checked, Difference, Oracle, Settings};
pub use watch::VerifySemantics;
