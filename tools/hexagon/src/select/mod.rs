//! Instruction selection for one function.
//!
//! | module | step |
//! |---|---|
//! | [`state`] | instructions, values, blocks |
//! | [`operation`] | the step that an operation takes |
//! | [`view`], [`linear`] | memrefs, addresses, subscripts as data |
//! | [`function`] | arguments, results, calls |
//! | [`flow`] | branches, `scf.if`, `scf.while`, `scf.for` |
//! | [`inner`] | innermost counted loops: hardware loops, pointers that are incremented |
//! | [`forward`] | loads of what the iteration before has stored |
//! | [`memory`] | loads and stores |
//! | [`memref`] | buffers, and views of memrefs |
//! | [`integer`], [`compare`], [`float`], [`cast`] | arithmetic |
//! | [`runtime`] | what calls a function of the runtime library |
//! | [`needed`] | what is not selected: what is part of other instructions |
//!
//! Integers of less than 32 bits, or of 33 to 63, are in registers whose upper bits are undefined; an operation that
//! depends on these extends its operands. An `i1` is a predicate, possibly the inverse of its value. `index` has 32
//! bits.

mod cast;
mod compare;
mod float;
mod flow;
mod forward;
mod function;
mod inner;
mod integer;
mod linear;
mod memory;
mod memref;
mod needed;
mod operation;
mod runtime;
mod state;
mod view;

pub use self::function::select;
pub use self::state::{Pointers, file_of, size_of};
