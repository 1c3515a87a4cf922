//! Passes on `tosa`.
//!
//! In reading order: [`infer_shapes`] and [`make_broadcastable`] shapes; [`convert_integer_type_to_signless`] and [`narrow_to`]
//! types, by `retype`; [`layerwise_constant_fold`], [`reduce_transposes`] and [`optional_decompositions`] rewrites, for which
//! `constants` makes constants.

mod constants;
pub mod convert_integer_type_to_signless;
pub mod infer_shapes;
pub mod layerwise_constant_fold;
pub mod make_broadcastable;
pub mod narrow_to;
pub mod optional_decompositions;
pub mod reduce_transposes;
mod retype;

use rmlir::pass::PassDef;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[
    convert_integer_type_to_signless::tosa_convert_integer_type_to_signless::DEF,
    infer_shapes::tosa_infer_shapes::DEF,
    layerwise_constant_fold::TosaLayerwiseConstantFold::DEF,
    make_broadcastable::tosa_make_broadcastable::DEF,
    narrow_to::TosaNarrowF64ToF32::DEF,
    narrow_to::TosaNarrowI64ToI32::DEF,
    optional_decompositions::tosa_optional_decompositions::DEF,
    reduce_transposes::tosa_reduce_transposes::DEF,
];
