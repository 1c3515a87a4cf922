//! Functions of one complex number.

use rmlir::core::constraints::*;
use rmlir::prelude::*;
use rmlir_arith::{FastMathFlags, no_fastmath};

use crate::constraints::{ComplexOfFloat, part};

/// Functions whose value is complex.
#[op_class(
    traits(Elementwise, Pure, SameOperandsAndResultType),
    eval,
    format = "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)"
)]
struct Function {
    #[operand]
    complex: ComplexOfFloat,
    #[prop(default = no_fastmath)]
    fastmath: FastMathFlags,
    #[result]
    result: ComplexOfFloat,
}

/// Functions whose value is a float.
#[op_class(
    traits(Elementwise, Pure),
    eval,
    format = "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)"
)]
struct Measure {
    #[operand]
    complex: ComplexOfFloat,
    #[prop(default = no_fastmath)]
    fastmath: FastMathFlags,
    #[result(derive(from = "complex", with = part, summary = "complex element type matches result type"))]
    result: AnyFloat,
}

/// Negates a complex number.
///
/// ```mlir
/// %a = complex.neg %b : complex<f32>
/// ```
#[op(name = "complex.neg", classes(Function), fold)]
pub struct NegOp;

/// The complex conjugate.
#[op(name = "complex.conj", classes(Function), fold)]
pub struct ConjOp;

/// The complex number divided by its absolute value; zero for zero.
#[op(name = "complex.sign", classes(Function))]
pub struct SignOp;

/// The exponential.
#[op(name = "complex.exp", classes(Function), fold)]
pub struct ExpOp;

/// The exponential minus 1.
#[op(name = "complex.expm1", classes(Function))]
pub struct Expm1Op;

/// The natural logarithm.
#[op(name = "complex.log", classes(Function))]
pub struct LogOp;

/// The natural logarithm of the operand plus 1.
#[op(name = "complex.log1p", classes(Function))]
pub struct Log1pOp;

/// The square root.
#[op(name = "complex.sqrt", classes(Function))]
pub struct SqrtOp;

/// One divided by the square root.
#[op(name = "complex.rsqrt", classes(Function))]
pub struct RsqrtOp;

/// The sine.
#[op(name = "complex.sin", classes(Function))]
pub struct SinOp;

/// The cosine.
#[op(name = "complex.cos", classes(Function))]
pub struct CosOp;

/// The tangent.
#[op(name = "complex.tan", classes(Function))]
pub struct TanOp;

/// The hyperbolic tangent.
#[op(name = "complex.tanh", classes(Function))]
pub struct TanhOp;

/// The absolute value.
#[op(name = "complex.abs", classes(Measure))]
pub struct AbsOp;

/// The angle from the real axis, in radians.
#[op(name = "complex.angle", classes(Measure))]
pub struct AngleOp;
