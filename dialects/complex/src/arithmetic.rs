//! Arithmetic and comparison.

use rmlir::core::constraints::*;
use rmlir::prelude::*;
use rmlir_arith::{FastMathFlags, no_fastmath};

use crate::constraints::ComplexOfFloat;
use crate::{eval, fold};

/// Rows of `/// doc`, `Op "name" eval [fold];`.
macro_rules! binary {
    ($($(#[$doc:meta])* $op:ident $name:literal $eval:ident $($fold:path)?;)*) => {$(
        $(#[$doc])*
        #[op(name = $name, eval = eval::$eval, traits(Elementwise, Pure, SameOperandsAndResultType), $(fold = $fold,)?
             format = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)")]
        pub struct $op {
            #[operand]
            lhs: ComplexOfFloat,
            #[operand]
            rhs: ComplexOfFloat,
            #[prop(default = no_fastmath)]
            fastmath: FastMathFlags,
            #[result]
            result: ComplexOfFloat,
        }
    )*};
}

binary! {
    /// Adds.
    ///
    /// ```mlir
    /// %a = complex.add %b, %c : complex<f32>
    /// ```
    AddOp "complex.add" add fold::add;
    /// Subtracts.
    SubOp "complex.sub" sub fold::sub;
    /// Multiplies.
    MulOp "complex.mul" mul fold::mul;
    /// Divides.
    DivOp "complex.div" div fold::div;
    /// The first to the power of the second.
    PowOp "complex.pow" pow;
    /// The arc tangent of a quotient, in the quadrant determined by the signs.
    Atan2Op "complex.atan2" atan2;
}

/// A complex number to the power of an integer.
///
/// ```mlir
/// %a = complex.powi %b, %n : complex<f32>, i32
/// ```
#[op(name = "complex.powi", eval, traits(Elementwise, Pure, SameOperandsAndResultShape), types(T = ComplexOfFloat),
     format = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result) `,` type($rhs)")]
pub struct PowiOp {
    #[operand]
    lhs: T,
    #[operand]
    rhs: AnySignlessInteger,
    #[prop]
    fastmath: Option<FastMathFlags>,
    #[result]
    result: T,
}

/// Rows of `/// doc`, `Op "name" eval;`.
macro_rules! comparisons {
    ($($(#[$doc:meta])* $op:ident $name:literal $eval:ident;)*) => {$(
        $(#[$doc])*
        #[op(name = $name, eval = eval::$eval, traits(Elementwise, Pure), types(T = ComplexOfFloat),
             format = "$lhs `,` $rhs attr-dict `:` type($lhs)")]
        pub struct $op {
            #[operand]
            lhs: T,
            #[operand]
            rhs: T,
            #[result]
            result: I1,
        }
    )*};
}

comparisons! {
    /// Whether they are equal.
    ///
    /// ```mlir
    /// %a = complex.eq %b, %c : complex<f32>
    /// ```
    EqualOp "complex.eq" eq;
    /// Whether they are not equal.
    NotEqualOp "complex.neq" neq;
}
