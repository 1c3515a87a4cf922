//! Passes on structured operations.
//!
//! [`loops`] writes them as loops over buffers, [`tiling`] as loops over tiles of them.

use rmlir::pass::PassDef;

pub mod loops;
pub mod tiling;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[
    loops::convert_linalg_to_affine_loops::DEF,
    loops::convert_linalg_to_loops::DEF,
    loops::convert_linalg_to_parallel_loops::DEF,
];
