//! The evaluation of the operations: `arith` arithmetic, `memory` addresses, globals and calls, `aggregate` vectors and
//! structures, `intrinsic` a table of intrinsics, of which `vp` are the vector-predicated ones and `matrix` those of
//! matrices, `table` what these tables share, `kind` the runtime kinds of types.
//!
//! Fast-math flags and the no-wrap flags of addresses are ignored.

mod aggregate;
mod arith;
mod intrinsic;
mod kind;
mod matrix;
mod memory;
mod table;
mod vp;

pub use self::aggregate::constant_value;
