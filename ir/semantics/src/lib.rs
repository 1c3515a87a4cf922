//! The oracle: a check that passes preserve the semantics of programs.
//!
//! Steps: 1. [`arguments`] generates arguments for a function from a seed: small values, boundary values, memrefs of a
//! few sizes; 2. [`Oracle::new`] executes every public function of a module on them and stores the outcomes; 3.
//! [`Oracle::check`], after a pass, executes them again with the same data, in their current types, and reports where
//! the new execution does not refine the previous one ([`rmlir_interp::compare`]); 4. [`VerifySemantics`] does so after
//! each pass of a pass manager.
//!
//! The observable behaviour is: results, memory that arguments refer to, printed output, and calls of unknown functions
//! with their arguments, in order. Undefined behaviour and poison may be refined to anything. Private functions may
//! change: they are observed through their callers, and so are functions added by passes. A public function must be
//! preserved. If a function is not executable for a while, for instance in the middle of a lowering, the next
//! executable state is compared with the last one, and all passes in between are reported.

pub mod arguments;
mod oracle;
mod watch;

pub use oracle::{Checked, Difference, Oracle, Settings};
pub use watch::VerifySemantics;
