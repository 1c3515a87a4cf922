//! The mathematical functions used by constant folding.
//!
//! As in upstream, functions that are not exact are computed for `f32` and `f64` only, each in its own precision, by
//! the mathematical library of the host. A function is a pair of functions. Those that the standard library does not
//! import from the host are from the `libm` crate, which has the same algorithms.

use rmlir::prelude::*;

/// A function of one float, for both formats.
pub type Unary = (fn(f32) -> f32, fn(f64) -> f64);
/// A function of two floats, for both formats.
pub type Binary = (fn(f32, f32) -> f32, fn(f64, f64) -> f64);

/// `f` of `a`, if `f` is defined for its format.
pub fn unary(f: Unary, a: ApFloat) -> Option<ApFloat> {
    match a.kind() {
        FloatKind::F32 => Some(ApFloat::from_f32_exact(f.0(to_f32(a)))),
        FloatKind::F64 => Some(ApFloat::from_f64_exact(f.1(to_f64(a)))),
        _ => None,
    }
}

/// `f` of `a` and `b`, if `f` is defined for their format.
pub fn binary(f: Binary, a: ApFloat, b: ApFloat) -> Option<ApFloat> {
    match a.kind() {
        FloatKind::F32 => Some(ApFloat::from_f32_exact(f.0(to_f32(a), to_f32(b)))),
        FloatKind::F64 => Some(ApFloat::from_f64_exact(f.1(to_f64(a), to_f64(b)))),
        _ => None,
    }
}

/// The float with the same bits: a function may distinguish a signaling NaN from a quiet one.
fn to_f32(value: ApFloat) -> f32 {
    f32::from_bits(value.bits() as u32)
}

fn to_f64(value: ApFloat) -> f64 {
    f64::from_bits(value.bits() as u64)
}
