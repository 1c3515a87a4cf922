//! The reference interpreter: what programs mean, by running them.
//!
//! Plan: 1. [`Program::compile`] turns functions into instructions over registers; what an operation means is its
//! `eval`, declared with it ([`eval`]), which sees the operation through [`Emit`]; 2. [`Program::run`] calls a function
//! with [`Data`] and gives an [`Outcome`], or the [`Trap`] that ended it; 3. [`compare`] says whether one outcome may
//! take the place of another.
//!
//! In reading order: [`value`] and [`kind`] what programs compute with, [`memory`]; [`code`] what functions become,
//! [`emit`] and [`program`] how; [`machine`] what runs it, [`outcome`], [`signature`] how a lowered function is run with data of the types before.
//!
//! The rules: integers wrap, floats round to nearest and a NaN that arithmetic gives is the one without payload; flags
//! that allow less exact floats are ignored. What the operation's documentation leaves undefined ends the run, poison is
//! followed value by value, and lane by lane in vectors. Iterations of parallel loops run one after the other in an order
//! that depends on a seed.

pub mod code;
pub mod compare;
pub mod data;
pub mod emit;
pub mod eval;
pub mod externals;
pub mod fault;
pub mod hyperbolic;
pub mod kind;
pub mod machine;
pub mod memory;
pub mod outcome;
pub mod program;
pub mod random;
mod show;
pub mod signature;
pub mod text;
pub mod value;

pub use code::{Flow, Function, Label, Reg, Site, Step};
pub use data::Data;
pub use emit::{Emit, Emitted, Exit};
pub use eval::{Eval, EvalBy};
pub use fault::{Fault, FaultKind, Trap};
pub use kind::{Kind, RuntimeType};
pub use machine::{Call, External, Limits, Machine, Watcher};
pub use memory::{FreshRead, MemoryAccess, Origin};
pub use outcome::Outcome;
pub use program::{Program, Settings};
pub use signature::Signature;
pub use value::{Computed, MemRef, Value};
