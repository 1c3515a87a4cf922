//! Passes on structured operations.
//!
//! [`loops`] lowers them to loops over buffers, [`tiling`] tiles them; [`elementwise_to_linalg`] and
//! [`tensor_to_linalg`] convert other operations on tensors to them.

use rmlir::pass::PassDef;

pub mod elementwise_to_linalg;
pub mod loops;
pub mod tensor_to_linalg;
pub mod tiling;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[
    elementwise_to_linalg::convert_elementwise_to_linalg::DEF,
    loops::convert_linalg_to_affine_loops::DEF,
    loops::convert_linalg_to_loops::DEF,
    loops::convert_linalg_to_parallel_loops::DEF,
    tensor_to_linalg::convert_tensor_to_linalg::DEF,
];
