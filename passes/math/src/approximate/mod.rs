//! Polynomial approximations of functions, without calls of a library.
//!
//! Files: `maker` the builder; `inverse` inverse functions, `circular` sine and cosine, `exponential` exponentials and
//! logarithms, `error` the error functions and the hyperbolic tangent, `root` the cube root. Floats of 16 bits are
//! computed in `f32`, except for `asin` and `acos`, whose polynomials are precise enough for both.
//!
//! Missing: `math.rsqrt`, whose approximation starts from an instruction of one machine.

#[allow(clippy::excessive_precision, reason = "coefficients as they were published")]
mod circular;
#[allow(clippy::excessive_precision, reason = "coefficients as they were published")]
mod error;
#[allow(clippy::excessive_precision, reason = "coefficients as they were published")]
mod exponential;
#[allow(clippy::excessive_precision, reason = "coefficients as they were published")]
mod inverse;
mod maker;
mod root;

use rmlir::core::pattern::{Pattern, PatternRoot};
use rmlir::prelude::*;
use rmlir_arith::{ExtFOp, TruncFOp};
use rmlir_math as math;

use self::maker::Maker;

/// The approximation of a function: returns the result, or `None` if it does not apply.
type Approximation = fn(&mut Maker, OpId) -> Option<Value>;

/// The functions, their approximations, and whether smaller floats are computed in `f32`.
const FUNCTIONS: [(&str, Approximation, bool); 15] = [
    (math::AcosOp::NAME, inverse::acos, false),
    (math::AsinOp::NAME, inverse::asin, false),
    (math::AtanOp::NAME, inverse::atan, true),
    (math::Atan2Op::NAME, inverse::atan2, true),
    (math::CbrtOp::NAME, root::cbrt, true),
    (math::CosOp::NAME, circular::cos, true),
    (math::ErfOp::NAME, error::erf, true),
    (math::ErfcOp::NAME, error::erfc, true),
    (math::ExpOp::NAME, exponential::exp, true),
    (math::ExpM1Op::NAME, exponential::expm1, true),
    (math::LogOp::NAME, exponential::log, true),
    (math::Log1pOp::NAME, exponential::log1p, true),
    (math::Log2Op::NAME, exponential::log2, true),
    (math::SinOp::NAME, circular::sin, true),
    (math::TanhOp::NAME, error::tanh, true),
];

/// The patterns of polynomial approximations (upstream: `populateMathPolynomialApproximationPatterns`).
pub fn patterns() -> PatternSet {
    let mut set = PatternSet::new();
    for (name, _, is_widened) in FUNCTIONS {
        if is_widened {
            set.add(Pattern::new(name, "compute_in_f32", compute_in_f32));
        }
    }
    for (name, approximation, _) in FUNCTIONS {
        let root = PatternRoot::Op(name);
        set.add(Pattern::rooted(root, "approximate", move |rw, op| approximate(rw, op, approximation)));
    }
    set
}

fn approximate(rw: &mut Rewriter, op: OpId, approximation: Approximation) -> Match {
    let Some(mut maker) = Maker::at(rw, op) else { return rw.no_match(op, "unsupported operand type") };
    match approximation(&mut maker, op) {
        Some(result) => rw.replace(op, [result]),
        None => rw.no_match(op, "unsupported operand type"),
    }
}

/// Computes a function of floats of fewer bits in `f32`.
fn compute_in_f32(rw: &mut Rewriter, op: OpId) -> Match {
    let ty = rw.ty(rw.result(op, 0));
    let operands: Vec<Value> = rw.operands(op).collect();
    if operands.iter().any(|&operand| rw.ty(operand) != ty) {
        return rw.no_match(op, "required all types to match");
    }
    let kind = ty.element_or_self(rw.cx()).float_kind(rw.cx());
    if kind.is_none_or(|kind| kind == FloatKind::F32 || kind.width() > 32) {
        return Match::No;
    }
    rw.before(op);
    let wide = rmlir_arith_passes::maker::with_element(rw.cx(), ty, Type::F32);
    let operands: Vec<Value> = operands.into_iter().map(|operand| rw.value(ExtFOp::build(wide, operand))).collect();
    let mut new = OpState::new(rw.name(op)).operands(&operands).results(&[wide]);
    if let Some(flags) = rw.attr(op, "fastmath") {
        new.set_attr(rw.cx(), "fastmath", flags);
    }
    let new = rw.create_state(new);
    let result = rw.result(new, 0);
    let narrow = rw.value(TruncFOp::build(ty, result));
    rw.replace(op, [narrow])
}
