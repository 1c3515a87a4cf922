//! Operations on floats. Fast-math flags are assumptions that transformations may use.

use rmlir::core::constraints::*;
use rmlir::prelude::*;
use rmlir_arith::{FastMathFlags, no_fastmath};

use crate::{eval, fold};

/// Rows of `/// doc`, `Op "name" [fold];`.
macro_rules! unary {
    ($($(#[$doc:meta])* $op:ident $name:literal $($fold:path)?, $eval:ident;)*) => {$(
        $(#[$doc])*
        #[op(name = $name, traits(ElementwiseMappable, Pure, SameOperandsAndResultType), $(fold = $fold,)? eval = eval::$eval,
             format = "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)")]
        pub struct $op {
            #[operand]
            operand: FloatLike,
            #[prop(default = no_fastmath)]
            fastmath: FastMathFlags,
            #[result]
            result: FloatLike,
        }
    )*};
}

/// Rows of `/// doc`, `Op "name" [fold];`.
macro_rules! binary {
    ($($(#[$doc:meta])* $op:ident $name:literal $($fold:path)?, $eval:ident;)*) => {$(
        $(#[$doc])*
        #[op(name = $name, traits(ElementwiseMappable, Pure, SameOperandsAndResultType), $(fold = $fold,)? eval = eval::$eval,
             format = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)")]
        pub struct $op {
            #[operand]
            lhs: FloatLike,
            #[operand]
            rhs: FloatLike,
            #[prop(default = no_fastmath)]
            fastmath: FastMathFlags,
            #[result]
            result: FloatLike,
        }
    )*};
}

unary! {
    /// The absolute value.
    ///
    /// ```mlir
    /// %a = math.absf %b fastmath<nnan> : f64
    /// ```
    AbsFOp "math.absf" fold::absf, absf;
    /// The arc cosine.
    AcosOp "math.acos" fold::acos, acos;
    /// The inverse hyperbolic cosine.
    AcoshOp "math.acosh" fold::acosh, acosh;
    /// The arc sine.
    AsinOp "math.asin" fold::asin, asin;
    /// The inverse hyperbolic sine.
    AsinhOp "math.asinh" fold::asinh, asinh;
    /// The arc tangent.
    AtanOp "math.atan" fold::atan, atan;
    /// The inverse hyperbolic tangent.
    AtanhOp "math.atanh" fold::atanh, atanh;
    /// The cube root.
    CbrtOp "math.cbrt", cbrt;
    /// The least integral value that is not less than the operand.
    CeilOp "math.ceil" fold::ceil, ceil;
    /// The cosine.
    CosOp "math.cos" fold::cos, cos;
    /// The hyperbolic cosine.
    CoshOp "math.cosh" fold::cosh, cosh;
    /// The error function.
    ErfOp "math.erf" fold::erf, erf;
    /// One minus the error function.
    ErfcOp "math.erfc" fold::erfc, erfc;
    /// The base-e exponential.
    ExpOp "math.exp" fold::exp, exp;
    /// The base-2 exponential.
    Exp2Op "math.exp2" fold::exp2, exp2;
    /// The base-e exponential minus one, accurate near 0.
    ExpM1Op "math.expm1" fold::expm1, expm1;
    /// The greatest integral value that is not greater than the operand.
    FloorOp "math.floor" fold::floor, floor;
    /// The natural logarithm.
    LogOp "math.log" fold::log, log;
    /// The logarithm to base 10.
    Log10Op "math.log10" fold::log10, log10;
    /// The natural logarithm of one plus the operand, accurate near 0.
    Log1pOp "math.log1p" fold::log1p, log1p;
    /// The logarithm to base 2.
    Log2Op "math.log2" fold::log2, log2;
    /// The nearest integral value, ties to even.
    RoundEvenOp "math.roundeven" fold::roundeven, roundeven;
    /// The nearest integral value, ties away from zero.
    RoundOp "math.round" fold::round, round;
    /// The reciprocal of the square root.
    RsqrtOp "math.rsqrt", rsqrt;
    /// The sine.
    SinOp "math.sin" fold::sin, sin;
    /// The hyperbolic sine.
    SinhOp "math.sinh" fold::sinh, sinh;
    /// The square root.
    SqrtOp "math.sqrt" fold::sqrt, sqrt;
    /// The tangent.
    TanOp "math.tan" fold::tan, tan;
    /// The hyperbolic tangent.
    TanhOp "math.tanh" fold::tanh, tanh;
    /// The integral value that results from rounding toward zero.
    TruncOp "math.trunc" fold::trunc, trunc;
}

binary! {
    /// The angle of the point with ordinate `lhs` and abscissa `rhs`, in radians.
    ///
    /// ```mlir
    /// %a = math.atan2 %y, %x : f32
    /// ```
    Atan2Op "math.atan2" fold::atan2, atan2;
    /// The absolute value of `lhs` with the sign of `rhs`.
    CopySignOp "math.copysign" fold::copysign, copysign;
    /// `lhs` to the power `rhs`.
    PowFOp "math.powf" fold::powf, powf;
}

/// Fused multiply-add: the product of two values plus a third, rounded once.
///
/// ```mlir
/// %d = math.fma %a, %b, %c : f64
/// ```
#[op(
    name = "math.fma", eval = eval::fma,
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
#[op(name = "math.fpowi", eval = eval::fpowi, traits(ElementwiseMappable, Pure, SameOperandsAndResultShape), types(T = FloatLike),
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

impl AsmNames for SincosOp {
    fn result_names(&self, _op: OpRef, name: &mut dyn FnMut(usize, &str)) {
        name(0, "sin");
        name(1, "cos");
    }
}
