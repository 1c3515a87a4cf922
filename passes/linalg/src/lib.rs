//! Passes on structured operations.
//!
//! [`loops`] lowers them to loops over buffers, [`tiling`] tiles them.

use rmlir::pass::PassDef;

pub mod loops;
pub mod tiling;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[
    loops::convert_linalg_to_affine_loops::DEF,
    loops::convert_linalg_to_loops::DEF,
    loops::convert_linalg_to_parallel_loops::DEF,
];
