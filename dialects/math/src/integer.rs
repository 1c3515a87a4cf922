//! Operations on integers.

use rmlir::core::constraints::*;
use rmlir::core::int_range::Sign;
use rmlir::core::speculate::{excludes, range_of};
use rmlir::prelude::*;

/// Functions of an integer.
#[op_class(
    traits(ElementwiseMappable, Pure, SameOperandsAndResultType),
    fold,
    eval,
    format = "$operand attr-dict `:` type($result)"
)]
struct IntegerUnary {
    #[operand]
    operand: SignlessIntegerOrIndexLike,
    #[result]
    result: SignlessIntegerOrIndexLike,
}

/// The absolute value.
///
/// ```mlir
/// %a = math.absi %b : i64
/// ```
#[op(name = "math.absi", classes(IntegerUnary))]
pub struct AbsIOp;

/// The number of leading zeros.
#[op(name = "math.ctlz", classes(IntegerUnary))]
pub struct CountLeadingZerosOp;

/// The number of trailing zeros.
#[op(name = "math.cttz", classes(IntegerUnary))]
pub struct CountTrailingZerosOp;

/// The number of bits that are one.
#[op(name = "math.ctpop", classes(IntegerUnary))]
pub struct CtPopOp;

/// A signed integer to the power of a signed integer.
///
/// A negative power of 0 is undefined behaviour.
///
/// ```mlir
/// %a = math.ipowi %base, %power : i32
/// ```
#[op(
    name = "math.ipowi",
    eval,
    traits(ElementwiseMappable, NoMemoryEffect, SameOperandsAndResultType),
    interfaces(Speculatable),
    fold,
    format = "$lhs `,` $rhs attr-dict `:` type($result)"
)]
pub struct IPowIOp {
    #[operand]
    lhs: SignlessIntegerOrIndexLike,
    #[operand]
    rhs: SignlessIntegerOrIndexLike,
    #[result]
    result: SignlessIntegerOrIndexLike,
}

impl Speculatable for IPowIOp<()> {
    /// A negative power of 0 divides by 0.
    fn speculatability(&self, op: OpRef) -> Speculatability {
        let is_not_negative = |range: IntRange| !range.signed.0.is_negative();
        let is_defined = || range_of(op.operand(IPowIOp::RHS_OPERAND)).is_some_and(is_not_negative);
        (excludes(op.operand(IPowIOp::LHS_OPERAND), Sign::Unsigned, &[ApInt::zero]) || is_defined()).into()
    }
}
