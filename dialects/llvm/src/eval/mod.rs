//! What the operations mean when they run: `arith` numbers, `memory` addresses, globals and calls, `aggregate` vectors
//! and structures, `intrinsic` a table of intrinsics, of which `vp` are those with a mask and a length and `matrix` those of matrices, `kind` the dialect's types.
//!
//! Flags that allow less exact floats, and those of addresses, are ignored.

mod aggregate;
pub mod arith;
mod intrinsic;
mod kind;
mod matrix;
mod memory;
mod vp;

pub use self::aggregate::{
    constant, constant_value, extract_element, extract_value, freeze, insert_element, insert_value, none,
    shuffle_vector, zero,
};
pub use self::intrinsic::{intrinsic, is_known_intrinsic};
pub use self::memory::{address_of, alloca, atomicrmw, call, cmpxchg, element_pointer, fence, load, store, switch};
