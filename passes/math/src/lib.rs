//! Passes on mathematical functions.
//!
//! [`uplift_to_fma`] and [`sincos_fusion`] fuse operations; [`expand_ops`] expands functions to simpler operations,
//! [`approximate`] to polynomials; [`extend_to_supported_types`] computes in wider types. Their conversion to calls is
//! in `passes/conversion`.

use rmlir::pass::PassDef;

pub mod approximate;
pub mod expand_ops;
pub mod extend_to_supported_types;
pub mod sincos_fusion;
pub mod uplift_to_fma;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[
    expand_ops::MathExpandOps::DEF,
    extend_to_supported_types::MathExtendToSupportedTypes::DEF,
    sincos_fusion::math_sincos_fusion::DEF,
    uplift_to_fma::math_uplift_to_fma::DEF,
];
