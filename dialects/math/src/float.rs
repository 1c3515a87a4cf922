//! Operations on floats. Fast-math flags are assumptions that transformations may use.

use rmlir::core::constraints::*;
use rmlir::prelude::*;
use rmlir_arith::{FastMathFlags, no_fastmath};

/// Functions of a float.
#[op_class(
    traits(ElementwiseMappable, Pure, SameOperandsAndResultType),
    eval,
    format = "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"
)]
struct FloatUnary {
    #[operand]
    operand: FloatLike,
    #[prop(default = no_fastmath)]
    fastmath: FastMathFlags,
    #[result]
    result: FloatLike,
}

/// Functions of two floats.
#[op_class(
    traits(ElementwiseMappable, Pure, SameOperandsAndResultType),
    fold,
    eval,
    format = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"
)]
struct FloatBinary {
    #[operand]
    lhs: FloatLike,
    #[operand]
    rhs: FloatLike,
    #[prop(default = no_fastmath)]
    fastmath: FastMathFlags,
    #[result]
    result: FloatLike,
}

/// The absolute value.
///
/// ```mlir
/// %a = math.absf %b fastmath<nnan> : f64
/// ```
#[op(name = "math.absf", classes(FloatUnary), fold)]
pub struct AbsFOp;

/// The arc cosine.
#[op(name = "math.acos", classes(FloatUnary), fold)]
pub struct AcosOp;

/// The inverse hyperbolic cosine.
#[op(name = "math.acosh", classes(FloatUnary), fold)]
pub struct AcoshOp;

/// The arc sine.
#[op(name = "math.asin", classes(FloatUnary), fold)]
pub struct AsinOp;

/// The inverse hyperbolic sine.
#[op(name = "math.asinh", classes(FloatUnary), fold)]
pub struct AsinhOp;

/// The arc tangent.
#[op(name = "math.atan", classes(FloatUnary), fold)]
pub struct AtanOp;

/// The inverse hyperbolic tangent.
#[op(name = "math.atanh", classes(FloatUnary), fold)]
pub struct AtanhOp;

/// The cube root.
#[op(name = "math.cbrt", classes(FloatUnary))]
pub struct CbrtOp;

/// The least integral value that is not less than the operand.
#[op(name = "math.ceil", classes(FloatUnary), fold)]
pub struct CeilOp;

/// The cosine.
#[op(name = "math.cos", classes(FloatUnary), fold)]
pub struct CosOp;

/// The hyperbolic cosine.
#[op(name = "math.cosh", classes(FloatUnary), fold)]
pub struct CoshOp;

/// The error function.
#[op(name = "math.erf", classes(FloatUnary), fold)]
pub struct ErfOp;

/// One minus the error function.
#[op(name = "math.erfc", classes(FloatUnary), fold)]
pub struct ErfcOp;

/// The base-e exponential.
#[op(name = "math.exp", classes(FloatUnary), fold)]
pub struct ExpOp;

/// The base-2 exponential.
#[op(name = "math.exp2", classes(FloatUnary), fold)]
pub struct Exp2Op;

/// The base-e exponential minus one, accurate near 0.
#[op(name = "math.expm1", classes(FloatUnary), fold)]
pub struct ExpM1Op;

/// The greatest integral value that is not greater than the operand.
#[op(name = "math.floor", classes(FloatUnary), fold)]
pub struct FloorOp;

/// The natural logarithm.
#[op(name = "math.log", classes(FloatUnary), fold)]
pub struct LogOp;

/// The logarithm to base 10.
#[op(name = "math.log10", classes(FloatUnary), fold)]
pub struct Log10Op;

/// The natural logarithm of one plus the operand, accurate near 0.
#[op(name = "math.log1p", classes(FloatUnary), fold)]
pub struct Log1pOp;

/// The logarithm to base 2.
#[op(name = "math.log2", classes(FloatUnary), fold)]
pub struct Log2Op;

/// The nearest integral value, ties to even.
#[op(name = "math.roundeven", classes(FloatUnary), fold)]
pub struct RoundEvenOp;

/// The nearest integral value, ties away from zero.
#[op(name = "math.round", classes(FloatUnary), fold)]
pub struct RoundOp;

/// The reciprocal of the square root.
#[op(name = "math.rsqrt", classes(FloatUnary))]
pub struct RsqrtOp;

/// The sine.
#[op(name = "math.sin", classes(FloatUnary), fold)]
pub struct SinOp;

/// The hyperbolic sine.
#[op(name = "math.sinh", classes(FloatUnary), fold)]
pub struct SinhOp;

/// The square root.
#[op(name = "math.sqrt", classes(FloatUnary), fold)]
pub struct SqrtOp;

/// The tangent.
#[op(name = "math.tan", classes(FloatUnary), fold)]
pub struct TanOp;

/// The hyperbolic tangent.
#[op(name = "math.tanh", classes(FloatUnary), fold)]
pub struct TanhOp;

/// The integral value that results from rounding toward zero.
#[op(name = "math.trunc", classes(FloatUnary), fold)]
pub struct TruncOp;

/// The angle of the point with ordinate `lhs` and abscissa `rhs`, in radians.
///
/// ```mlir
/// %a = math.atan2 %y, %x : f32
/// ```
#[op(name = "math.atan2", classes(FloatBinary))]
pub struct Atan2Op;

/// The absolute value of `lhs` with the sign of `rhs`.
#[op(name = "math.copysign", classes(FloatBinary))]
pub struct CopySignOp;

/// `lhs` to the power `rhs`.
#[op(name = "math.powf", classes(FloatBinary))]
pub struct PowFOp;

/// Fused multiply-add: the product of two values plus a third, rounded once.
///
/// ```mlir
/// %d = math.fma %a, %b, %c : f64
/// ```
#[op(
    name = "math.fma",
    eval,
    traits(ElementwiseMappable, Pure, SameOperandsAndResultType),
    format = "$a `,` $b `,` $c (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"
)]
pub struct FmaOp {
    #[operand]
    a: FloatLike,
    #[operand]
    b: FloatLike,
    #[operand]
    c: FloatLike,
    #[prop(default = no_fastmath)]
    fastmath: FastMathFlags,
    #[result]
    result: FloatLike,
}

/// Clamps a value to the range from `min` to `max`.
///
/// ```mlir
/// %d = math.clampf %value to [%min, %max] : f64
/// ```
#[op(
    name = "math.clampf",
    eval,
    traits(ElementwiseMappable, Pure, SameOperandsAndResultType),
    format = "$value `to` ` ` `[` $min `,` $max `]` (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"
)]
pub struct ClampFOp {
    #[operand]
    value: FloatLike,
    #[operand]
    min: FloatLike,
    #[operand]
    max: FloatLike,
    #[prop(default = no_fastmath)]
    fastmath: FastMathFlags,
    #[result]
    result: FloatLike,
}

/// A float to the power of a signed integer.
///
/// ```mlir
/// %a = math.fpowi %base, %power : f64, i32
/// ```
#[op(name = "math.fpowi", eval, traits(ElementwiseMappable, Pure, SameOperandsAndResultShape), types(T = FloatLike),
     format = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs) `,` type($rhs)")]
pub struct FPowIOp {
    #[operand]
    lhs: T,
    #[operand]
    rhs: SignlessIntegerOrIndexLike,
    #[prop(default = no_fastmath)]
    fastmath: FastMathFlags,
    #[result]
    result: T,
}

/// The sine and the cosine.
///
/// ```mlir
/// %sin, %cos = math.sincos %angle : f64
/// ```
#[op(name = "math.sincos", eval, traits(ElementwiseMappable, Pure, SameOperandsAndResultShape), types(T = FloatLike),
     interfaces(AsmNames),
     format = "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($operand)")]
pub struct SincosOp {
    #[operand]
    operand: T,
    #[prop(default = no_fastmath)]
    fastmath: FastMathFlags,
    #[result]
    sin: T,
    #[result]
    cos: T,
}

impl AsmNames for SincosOp<()> {
    fn result_names(&self, _op: OpRef, name: &mut dyn FnMut(usize, &str)) {
        name(0, "sin");
        name(1, "cos");
    }
}
