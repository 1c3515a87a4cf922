//! Operations on integers with one result.
//!
//! There are three families: operations with overflow flags, operations with the flag `exact`, and operations without
//! flags. All operands have one type: an integer, `index`, or a vector or tensor of these.

use rmlir::core::constraints::*;
use rmlir::core::value_bounds::ValueBounds;
use rmlir::prelude::*;

use crate::attrs::IntegerOverflowFlags;

pub(crate) fn no_overflow_flags(cx: &Context) -> Attr {
    IntegerOverflowFlags::None.attr(cx)
}

/// Operations on two integers.
#[op_class(
    traits(ElementwiseMappable, SameOperandsAndResultType),
    interfaces(InferIntRange),
    fold,
    eval,
    format = "$lhs `,` $rhs attr-dict `:` type($result)"
)]
struct IntegerBinary {
    #[operand]
    lhs: SignlessIntegerOrIndexLike,
    #[operand]
    rhs: SignlessIntegerOrIndexLike,
    #[result]
    result: SignlessIntegerOrIndexLike,
}

/// Those with overflow flags.
#[op_class(traits(Pure), format = "$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($result)")]
struct OverflowFlags {
    #[prop(name = "overflowFlags", default = no_overflow_flags)]
    overflow_flags: IntegerOverflowFlags,
}

/// Those with the flag `exact`.
#[op_class(format = "$lhs `,` $rhs (`exact` $isExact^)? attr-dict `:` type($result)")]
struct ExactFlag {
    #[prop(name = "isExact")]
    is_exact: UnitAttr,
}

/// Adds, modulo 2^n.
///
/// ```mlir
/// %a = arith.addi %b, %c overflow<nsw, nuw> : i64
/// ```
#[op(
    name = "arith.addi",
    classes(IntegerBinary, OverflowFlags),
    traits(Commutative),
    interfaces(PoisonBehavior, ValueBounds),
    canonicalize
)]
pub struct AddIOp;

/// Subtracts, modulo 2^n.
#[op(name = "arith.subi", classes(IntegerBinary, OverflowFlags), interfaces(PoisonBehavior, ValueBounds), canonicalize)]
pub struct SubIOp;

/// Multiplies, modulo 2^n.
#[op(
    name = "arith.muli",
    classes(IntegerBinary, OverflowFlags),
    traits(Commutative),
    interfaces(AsmNames, PoisonBehavior, ValueBounds),
    canonicalize
)]
pub struct MulIOp;

/// Shifts to the left; the low bits become zero.
///
/// The result is poison if the shift amount is the width or more.
#[op(name = "arith.shli", classes(IntegerBinary, OverflowFlags))]
pub struct ShLIOp;

/// Divides unsigned integers, rounding toward zero.
///
/// Dividing by zero is undefined behaviour. With `exact` the result is
/// poison if there is a remainder.
#[op(
    name = "arith.divui",
    classes(IntegerBinary, ExactFlag),
    traits(NoMemoryEffect),
    interfaces(Speculatable, ValueBounds)
)]
pub struct DivUIOp;

/// Divides signed integers, rounding toward zero.
///
/// Dividing by zero, and the least integer by -1, is undefined behaviour.
/// With `exact` the result is poison if there is a remainder.
#[op(
    name = "arith.divsi",
    classes(IntegerBinary, ExactFlag),
    traits(NoMemoryEffect),
    interfaces(Speculatable, ValueBounds)
)]
pub struct DivSIOp;

/// Shifts to the right logically: the high bits become zero.
///
/// The result is poison if the shift amount is the width or more, or, with `exact`, if a one is shifted out.
#[op(name = "arith.shrui", classes(IntegerBinary, ExactFlag), traits(Pure))]
pub struct ShRUIOp;

/// Shifts to the right arithmetically: the high bits become copies of the sign bit.
///
/// The result is poison if the shift amount is the width or more, or, with `exact`, if a one is shifted out.
#[op(name = "arith.shrsi", classes(IntegerBinary, ExactFlag), traits(Pure))]
pub struct ShRSIOp;

/// Divides unsigned integers, rounding up.
///
/// Dividing by zero is undefined behaviour.
#[op(
    name = "arith.ceildivui",
    classes(IntegerBinary),
    traits(NoMemoryEffect),
    interfaces(PoisonBehavior, Speculatable)
)]
pub struct CeilDivUIOp;

/// Divides signed integers, rounding toward positive infinity.
///
/// Dividing by zero, and the least integer by -1, is undefined behaviour.
#[op(
    name = "arith.ceildivsi",
    classes(IntegerBinary),
    traits(NoMemoryEffect),
    interfaces(PoisonBehavior, Speculatable, ValueBounds)
)]
pub struct CeilDivSIOp;

/// Divides signed integers, rounding toward negative infinity.
///
/// Dividing by zero, and the least integer by -1, is undefined behaviour.
#[op(
    name = "arith.floordivsi",
    classes(IntegerBinary),
    traits(NoMemoryEffect),
    interfaces(PoisonBehavior, Speculatable, ValueBounds)
)]
pub struct FloorDivSIOp;

/// The remainder of unsigned division.
///
/// Dividing by zero is undefined behaviour.
#[op(
    name = "arith.remui",
    classes(IntegerBinary),
    traits(NoMemoryEffect),
    interfaces(PoisonBehavior, Speculatable, ValueBounds)
)]
pub struct RemUIOp;

/// The remainder of signed division, with the sign of the dividend.
///
/// Dividing by zero, and the least integer by -1, is undefined behaviour.
#[op(
    name = "arith.remsi",
    classes(IntegerBinary),
    traits(NoMemoryEffect),
    interfaces(PoisonBehavior, Speculatable, ValueBounds)
)]
pub struct RemSIOp;

/// Bitwise and.
#[op(
    name = "arith.andi",
    classes(IntegerBinary),
    traits(Commutative, Idempotent, Pure),
    interfaces(PoisonBehavior),
    canonicalize
)]
pub struct AndIOp;

/// Bitwise or.
#[op(
    name = "arith.ori",
    classes(IntegerBinary),
    traits(Commutative, Idempotent, Pure),
    interfaces(PoisonBehavior),
    canonicalize
)]
pub struct OrIOp;

/// Bitwise exclusive or.
#[op(name = "arith.xori", classes(IntegerBinary), traits(Commutative, Pure), interfaces(PoisonBehavior), canonicalize)]
pub struct XOrIOp;

/// The maximum of signed integers.
#[op(name = "arith.maxsi", classes(IntegerBinary), traits(Commutative, Pure), interfaces(PoisonBehavior, ValueBounds))]
pub struct MaxSIOp;

/// The maximum of unsigned integers.
#[op(name = "arith.maxui", classes(IntegerBinary), traits(Commutative, Pure), interfaces(PoisonBehavior, ValueBounds))]
pub struct MaxUIOp;

/// The minimum of signed integers.
#[op(name = "arith.minsi", classes(IntegerBinary), traits(Commutative, Pure), interfaces(PoisonBehavior, ValueBounds))]
pub struct MinSIOp;

/// The minimum of unsigned integers.
#[op(name = "arith.minui", classes(IntegerBinary), traits(Commutative, Pure), interfaces(PoisonBehavior, ValueBounds))]
pub struct MinUIOp;
