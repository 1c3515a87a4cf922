//! Functions of one number.

use rmlir::core::constraints::*;
use rmlir::prelude::*;
use rmlir_arith::{FastMathFlags, no_fastmath};

use crate::constraints::{ComplexOfFloat, part};
use crate::fold;

/// Rows of `/// doc`, `Op "name" [fold];`: functions whose value is complex.
macro_rules! unary {
    ($($(#[$doc:meta])* $op:ident $name:literal $($fold:path)?;)*) => {$(
        $(#[$doc])*
        #[op(name = $name, traits(Elementwise, Pure, SameOperandsAndResultType), $(fold = $fold,)?
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
    /// Changes the sign.
    ///
    /// ```mlir
    /// %a = complex.neg %b : complex<f32>
    /// ```
    NegOp "complex.neg" fold::neg;
    /// Changes the sign of the imaginary part.
    ConjOp "complex.conj" fold::conj;
    /// The number divided by its absolute value, and zero for zero.
    SignOp "complex.sign";
    /// The exponential.
    ExpOp "complex.exp" fold::exp;
    /// The exponential less 1.
    Expm1Op "complex.expm1";
    /// The natural logarithm.
    LogOp "complex.log";
    /// The natural logarithm of the number plus 1.
    Log1pOp "complex.log1p";
    /// The square root.
    SqrtOp "complex.sqrt";
    /// One divided by the square root.
    RsqrtOp "complex.rsqrt";
    /// The sine.
    SinOp "complex.sin";
    /// The cosine.
    CosOp "complex.cos";
    /// The tangent.
    TanOp "complex.tan";
    /// The hyperbolic tangent.
    TanhOp "complex.tanh";
}

/// Rows of `/// doc`, `Op "name";`: functions whose value is a float.
macro_rules! measures {
    ($($(#[$doc:meta])* $op:ident $name:literal;)*) => {$(
        $(#[$doc])*
        #[op(name = $name, traits(Elementwise, Pure),
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
    AbsOp "complex.abs";
    /// The angle from the real axis, in radians.
    AngleOp "complex.angle";
}
