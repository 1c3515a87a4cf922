//! Operations on integers.

use rmlir::core::constraints::*;
use rmlir::core::int_range::Sign;
use rmlir::core::speculate::{excludes, range_of};
use rmlir::prelude::*;

use crate::{eval, fold};

/// Rows of `/// doc`, `Op "name" fold;`.
macro_rules! unary {
    ($($(#[$doc:meta])* $op:ident $name:literal $fold:path, $eval:ident;)*) => {$(
        $(#[$doc])*
        #[op(name = $name, traits(ElementwiseMappable, Pure, SameOperandsAndResultType), fold = $fold, eval = eval::$eval,
             format = "$operand attr-dict `:` type($result)")]
        pub struct $op {
            #[operand]
            operand: SignlessIntegerOrIndexLike,
            #[result]
            result: SignlessIntegerOrIndexLike,
        }
    )*};
}

unary! {
    /// The absolute value.
    ///
    /// ```mlir
    /// %a = math.absi %b : i64
    /// ```
    AbsIOp "math.absi" fold::absi, absi;
    /// The number of leading zeros.
    CountLeadingZerosOp "math.ctlz" fold::ctlz, ctlz;
    /// The number of trailing zeros.
    CountTrailingZerosOp "math.cttz" fold::cttz, cttz;
    /// The number of bits that are one.
    CtPopOp "math.ctpop" fold::ctpop, ctpop;
}

/// A signed integer to the power of a signed integer.
///
/// A negative power of 0 is undefined behaviour.
///
/// ```mlir
/// %a = math.ipowi %base, %power : i32
/// ```
#[op(name = "math.ipowi", eval = eval::ipowi, traits(ElementwiseMappable, NoMemoryEffect, SameOperandsAndResultType),
     interfaces(Speculatable), fold, format = "$lhs `,` $rhs attr-dict `:` type($result)")]
pub struct IPowIOp {
    #[operand]
    lhs: SignlessIntegerOrIndexLike,
    #[operand]
    rhs: SignlessIntegerOrIndexLike,
    #[result]
    result: SignlessIntegerOrIndexLike,
}

impl Speculatable for IPowIOp {
    /// A negative power of 0 divides by 0.
    fn speculatability(&self, op: OpRef) -> Speculatability {
        let is_not_negative = |range: IntRange| !range.signed.0.is_negative();
        let is_defined = || range_of(op.operand(Self::RHS_OPERAND)).is_some_and(is_not_negative);
        (excludes(op.operand(Self::LHS_OPERAND), Sign::Unsigned, &[ApInt::zero]) || is_defined()).into()
    }
}
