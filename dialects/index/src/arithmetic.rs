//! Binary operations on indices.

use rmlir::core::constraints::*;
use rmlir::core::speculatable_divisions;
use rmlir::prelude::*;

/// Operations on two indices.
#[op_class(interfaces(InferIntRange), fold, eval, format = "$lhs `,` $rhs attr-dict")]
struct Binary {
    #[operand]
    lhs: Index,
    #[operand]
    rhs: Index,
    #[result(fixed)]
    result: Index,
}

/// Adds.
///
/// ```mlir
/// %c = index.add %a, %b
/// ```
#[op(name = "index.add", classes(Binary), traits(Commutative, Pure), interfaces(PoisonBehavior), canonicalize)]
pub struct AddOp;

/// Subtracts.
#[op(name = "index.sub", classes(Binary), traits(Pure), interfaces(PoisonBehavior))]
pub struct SubOp;

/// Multiplies.
#[op(name = "index.mul", classes(Binary), traits(Commutative, Pure), interfaces(PoisonBehavior), canonicalize)]
pub struct MulOp;

/// Divides signed indices, rounding toward zero.
///
/// Division by zero, and of the minimum index by -1, is undefined behaviour.
#[op(name = "index.divs", classes(Binary), traits(NoMemoryEffect), interfaces(Speculatable))]
pub struct DivSOp;

/// Divides unsigned indices, rounding toward zero.
#[op(name = "index.divu", classes(Binary), traits(NoMemoryEffect), interfaces(Speculatable))]
pub struct DivUOp;

/// Divides signed indices, rounding up.
#[op(name = "index.ceildivs", classes(Binary), traits(NoMemoryEffect), interfaces(Speculatable))]
pub struct CeilDivSOp;

/// Divides unsigned indices, rounding up.
#[op(name = "index.ceildivu", classes(Binary), traits(NoMemoryEffect), interfaces(Speculatable))]
pub struct CeilDivUOp;

/// Divides signed indices, rounding down.
#[op(name = "index.floordivs", classes(Binary), traits(NoMemoryEffect), interfaces(Speculatable))]
pub struct FloorDivSOp;

/// The remainder of a signed division, with the dividend's sign.
#[op(name = "index.rems", classes(Binary), traits(NoMemoryEffect), interfaces(Speculatable))]
pub struct RemSOp;

/// The remainder of an unsigned division.
#[op(name = "index.remu", classes(Binary), traits(NoMemoryEffect), interfaces(Speculatable))]
pub struct RemUOp;

/// The maximum of two signed indices.
#[op(name = "index.maxs", classes(Binary), traits(Commutative, Pure), interfaces(PoisonBehavior), canonicalize)]
pub struct MaxSOp;

/// The maximum of two unsigned indices.
#[op(name = "index.maxu", classes(Binary), traits(Commutative, Pure), interfaces(PoisonBehavior), canonicalize)]
pub struct MaxUOp;

/// The minimum of two signed indices.
#[op(name = "index.mins", classes(Binary), traits(Commutative, Pure), interfaces(PoisonBehavior), canonicalize)]
pub struct MinSOp;

/// The minimum of two unsigned indices.
#[op(name = "index.minu", classes(Binary), traits(Commutative, Pure), interfaces(PoisonBehavior), canonicalize)]
pub struct MinUOp;

/// Shifts to the left; the low bits become zero.
///
/// The result is poison if the shift amount is the width or more.
#[op(name = "index.shl", classes(Binary), traits(Pure))]
pub struct ShlOp;

/// Shifts to the right arithmetically: the high bits become copies of the sign bit.
#[op(name = "index.shrs", classes(Binary), traits(Pure))]
pub struct ShrSOp;

/// Shifts to the right logically: the high bits become zero.
#[op(name = "index.shru", classes(Binary), traits(Pure))]
pub struct ShrUOp;

/// Bitwise and.
#[op(name = "index.and", classes(Binary), traits(Commutative, Pure), interfaces(PoisonBehavior), canonicalize)]
pub struct AndOp;

/// Bitwise or.
#[op(name = "index.or", classes(Binary), traits(Commutative, Pure), interfaces(PoisonBehavior), canonicalize)]
pub struct OrOp;

/// Bitwise exclusive or.
#[op(name = "index.xor", classes(Binary), traits(Commutative, Pure), interfaces(PoisonBehavior), canonicalize)]
pub struct XOrOp;

speculatable_divisions! {
    DivSOp by RHS_OPERAND as Signed;
    DivUOp by RHS_OPERAND as Unsigned;
    CeilDivSOp by RHS_OPERAND as Signed;
    CeilDivUOp by RHS_OPERAND as Unsigned;
    FloorDivSOp by RHS_OPERAND as Signed;
    RemSOp by RHS_OPERAND as Signed;
    RemUOp by RHS_OPERAND as Unsigned;
}

macro_rules! never_poison {
    ($($op:ident)*) => {$(
        impl PoisonBehavior for $op<()> {
            fn may_make_poison(&self, _: OpRef) -> bool {
                false
            }
        }
    )*};
}

never_poison! { AddOp SubOp MulOp MaxSOp MaxUOp MinSOp MinUOp AndOp OrOp XOrOp }
