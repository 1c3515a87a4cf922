//! Functions of one complex number.

use rmlir::core::constraints::*;
use rmlir::prelude::*;
use rmlir_arith::{FastMathFlags, no_fastmath};

use crate::constraints::{ComplexOfFloat, part};
use crate::{eval, fold};

/// Rows of `/// doc`, `Op "name" eval [fold];`: functions whose value is complex.
macro_rules! unary {
    ($($(#[$doc:meta])* $op:ident $name:literal $eval:ident $($fold:path)?;)*) => {$(
        $(#[$doc])*
        #[op(name = $name, eval = eval::$eval, traits(Elementwise, Pure, SameOperandsAndResultType), $(fold = $fold,)?
             format = "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)")]
        pub struct $op {
            #[operand]
            complex: ComplexOfFloat,
            #[prop(default = no_fastmath)]
            fastmath: FastMathFlags,
            #[result]
            result: ComplexOfFloat,
        }
    )*};
}

unary! {
    /// Negates a complex number.
    ///
    /// ```mlir
    /// %a = complex.neg %b : complex<f32>
    /// ```
    NegOp "complex.neg" neg fold::neg;
    /// The complex conjugate.
    ConjOp "complex.conj" conj fold::conj;
    /// The complex number divided by its absolute value; zero for zero.
    SignOp "complex.sign" sign;
    /// The exponential.
    ExpOp "complex.exp" exp fold::exp;
    /// The exponential minus 1.
    Expm1Op "complex.expm1" expm1;
    /// The natural logarithm.
    LogOp "complex.log" log;
    /// The natural logarithm of the operand plus 1.
    Log1pOp "complex.log1p" log1p;
    /// The square root.
    SqrtOp "complex.sqrt" sqrt;
    /// One divided by the square root.
    RsqrtOp "complex.rsqrt" rsqrt;
    /// The sine.
    SinOp "complex.sin" sin;
    /// The cosine.
    CosOp "complex.cos" cos;
    /// The tangent.
    TanOp "complex.tan" tan;
    /// The hyperbolic tangent.
    TanhOp "complex.tanh" tanh;
}

/// Rows of `/// doc`, `Op "name" eval;`: functions whose value is a float.
macro_rules! measures {
    ($($(#[$doc:meta])* $op:ident $name:literal $eval:ident;)*) => {$(
        $(#[$doc])*
        #[op(name = $name, eval = eval::$eval, traits(Elementwise, Pure),
             format = "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)")]
        pub struct $op {
            #[operand]
            complex: ComplexOfFloat,
            #[prop(default = no_fastmath)]
            fastmath: FastMathFlags,
            #[result(derive(from = "complex", with = part, summary = "complex element type matches result type"))]
            result: AnyFloat,
        }
    )*};
}

measures! {
    /// The absolute value.
    AbsOp "complex.abs" abs;
    /// The angle from the real axis, in radians.
    AngleOp "complex.angle" angle;
}
