//! The functions of C's mathematical library, as called by lowerings: each for `double`, and with the suffix `f` for
//! `float`.

use std::collections::BTreeMap;
use std::sync::Arc;

use rmlir_num::FloatKind;

use crate::emit::host::{Function, Function2};
use crate::emit::number::{native_of, of_native};
use crate::hyperbolic;
use crate::machine::{External, Machine};
use crate::value::Value;

const ONE: &[(&str, Function)] = &[
    ("acos", (f32::acos, f64::acos)),
    ("acosh", (hyperbolic::acosh, libm::acosh)),
    ("asin", (f32::asin, f64::asin)),
    ("asinh", (hyperbolic::asinh, libm::asinh)),
    ("atan", (f32::atan, f64::atan)),
    ("atanh", (hyperbolic::atanh, libm::atanh)),
    ("cbrt", (f32::cbrt, f64::cbrt)),
    ("ceil", (f32::ceil, f64::ceil)),
    ("cos", (f32::cos, f64::cos)),
    ("cosh", (f32::cosh, f64::cosh)),
    ("erf", (libm::erff, libm::erf)),
    ("erfc", (libm::erfcf, libm::erfc)),
    ("exp", (f32::exp, f64::exp)),
    ("exp2", (f32::exp2, f64::exp2)),
    ("expm1", (f32::exp_m1, f64::exp_m1)),
    ("fabs", (f32::abs, f64::abs)),
    ("floor", (f32::floor, f64::floor)),
    ("log", (f32::ln, f64::ln)),
    ("log10", (f32::log10, f64::log10)),
    ("log1p", (f32::ln_1p, f64::ln_1p)),
    ("log2", (f32::log2, f64::log2)),
    ("nearbyint", (f32::round_ties_even, f64::round_ties_even)),
    ("rint", (f32::round_ties_even, f64::round_ties_even)),
    ("round", (f32::round, f64::round)),
    ("roundeven", (f32::round_ties_even, f64::round_ties_even)),
    ("rsqrt", (|a| 1.0 / a.sqrt(), |a| 1.0 / a.sqrt())),
    ("sin", (f32::sin, f64::sin)),
    ("sinh", (f32::sinh, f64::sinh)),
    ("sqrt", (f32::sqrt, f64::sqrt)),
    ("tan", (f32::tan, f64::tan)),
    ("tanh", (f32::tanh, f64::tanh)),
    ("trunc", (f32::trunc, f64::trunc)),
];

const TWO: &[(&str, Function2)] = &[
    ("atan2", (f32::atan2, f64::atan2)),
    ("copysign", (f32::copysign, f64::copysign)),
    ("fdim", (libm::fdimf, libm::fdim)),
    ("fmax", (f32::max, f64::max)),
    ("fmin", (f32::min, f64::min)),
    ("fmod", (|a, b| a % b, |a, b| a % b)),
    ("hypot", (f32::hypot, f64::hypot)),
    ("pow", (f32::powf, f64::powf)),
    ("remainder", (libm::remainderf, libm::remainder)),
];

/// Adds all of them to `known`.
pub fn add(known: &mut BTreeMap<String, External>) {
    for &(name, (single, double)) in ONE {
        add_both(known, name, move |[a, ..]| single(a as f32).into(), move |[a, ..]| double(a));
    }
    for &(name, (single, double)) in TWO {
        add_both(known, name, move |[a, b, _]| single(a as f32, b as f32).into(), move |[a, b, _]| double(a, b));
    }
    let single = |[a, b, c]: [f64; 3]| f32::mul_add(a as f32, b as f32, c as f32).into();
    add_both(known, "fma", single, |[a, b, c]| a.mul_add(b, c));
}

/// Adds a function for both formats; trailing arguments may be missing.
fn add_both(
    known: &mut BTreeMap<String, External>,
    name: &str,
    single: impl Fn([f64; 3]) -> f64 + Send + Sync + 'static,
    double: impl Fn([f64; 3]) -> f64 + Send + Sync + 'static,
) {
    let external = |kind: FloatKind, f: Box<dyn Fn([f64; 3]) -> f64 + Send + Sync>| -> External {
        Arc::new(move |_: &mut Machine, args: &[Value]| {
            let numbers: Option<Vec<f64>> = args.iter().map(|arg| native_of(kind, arg)).collect();
            let result = numbers.map(|numbers| {
                let number = |at: usize| numbers.get(at).copied().unwrap_or(0.0);
                of_native(kind, f([number(0), number(1), number(2)]))
            });
            Ok(vec![result.unwrap_or_default()])
        })
    };
    known.insert(format!("{name}f"), external(FloatKind::F32, Box::new(single)));
    known.insert(name.to_owned(), external(FloatKind::F64, Box::new(double)));
}
