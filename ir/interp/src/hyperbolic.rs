//! Inverse hyperbolic functions of `f32`, correctly rounded in nearly all cases.
//!
//! They are computed in `f64`: an error of one unit there is far less than half a unit of `f32`. Those of libm for
//! `f32` have errors of a unit: `asinhf(3.0)` is 1.8184464, and 1.81844652 is nearer.

/// The inverse hyperbolic cosine.
pub fn acosh(value: f32) -> f32 {
    libm::acosh(value.into()) as f32
}

/// The inverse hyperbolic sine.
pub fn asinh(value: f32) -> f32 {
    libm::asinh(value.into()) as f32
}

/// The inverse hyperbolic tangent.
pub fn atanh(value: f32) -> f32 {
    libm::atanh(value.into()) as f32
}
