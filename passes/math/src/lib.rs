//! Passes on mathematical functions.
//!
//! [`libm`] converts them to calls of the C library, [`functions`] to calls of outlined functions; [`uplift`] and
//! [`sincos`] fuse operations; [`expand`] expands functions to simpler operations, [`approximate`] to polynomials;
//! [`extend`] computes in wider types.

use rmlir::pass::PassDef;

pub mod approximate;
pub mod expand;
pub mod extend;
pub mod functions;
pub mod libm;
pub mod sincos;
pub mod uplift;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[
    functions::ConvertMathToFuncs::DEF,
    libm::convert_math_to_libm::DEF,
    expand::MathExpandOps::DEF,
    extend::MathExtendToSupportedTypes::DEF,
    sincos::math_sincos_fusion::DEF,
    uplift::math_uplift_to_fma::DEF,
];
