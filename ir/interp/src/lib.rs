//! The reference interpreter: an executable semantics of programs.
//!
//! Steps: 1. [`Program::compile`] compiles functions to instructions over registers; the semantics of an operation is
//! its `eval`, declared with it ([`eval`]), which accesses the operation through [`Emit`]; 2. [`Program::run`] calls a
//! function with [`Data`] and returns an [`Outcome`], or the [`Trap`] that ended it; 3. [`compare`] decides whether one
//! outcome refines another.
//!
//! In reading order: [`value`] and [`kind`] runtime values, [`memory`]; [`code`] the compiled form of functions,
//! `state` programs and the machine; [`emit`] and [`program`] the compiler; [`machine`] the execution, [`outcome`],
//! [`signature`] the execution of a lowered function with data of the original types.
//!
//! Semantics: integers wrap, floats round to nearest and a NaN produced by arithmetic is canonical, without payload;
//! fast-math flags are ignored. Undefined behaviour according to the operation's documentation ends the execution,
//! poison is tracked per value, and per lane in vectors. Iterations of parallel loops are executed sequentially in an
//! order that depends on a seed.

pub mod code;
pub mod compare;
pub mod data;
pub mod emit;
pub mod eval;
pub mod externals;
pub mod fault;
pub mod hyperbolic;
pub mod kind;
mod linker;
pub mod machine;
pub mod memory;
pub mod outcome;
pub mod program;
pub mod random;
mod show;
pub mod signature;
mod state;
pub mod text;
pub mod value;

pub use code::{Flow, Label, Reg, Site, Step};
pub use data::Data;
pub use emit::{Emit, Emitted, Exit};
pub use eval::{Eval, EvalBy, Evaluator};
pub use fault::{Fault, FaultKind, Trap};
pub use kind::{Kind, RuntimeType};
pub use machine::Watcher;
pub use memory::{FreshRead, MemoryAccess, Origin};
pub use outcome::Outcome;
pub use program::Settings;
pub use signature::Signature;
pub use state::{Call, External, Function, Limits, Machine, Program};
pub use value::{Computed, MemRef, Value};
