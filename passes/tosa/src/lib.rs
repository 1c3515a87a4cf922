//! Passes on `tosa`.

pub mod infer_shapes;
pub mod make_broadcastable;

use rmlir::pass::PassDef;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] =
    &[infer_shapes::tosa_infer_shapes::DEF, make_broadcastable::tosa_make_broadcastable::DEF];
