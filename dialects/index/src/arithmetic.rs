//! Binary operations on indices.

use rmlir::core::constraints::*;
use rmlir::core::speculatable_divisions;
use rmlir::prelude::*;

use crate::{canonicalize, eval, fold};

/// Rows of `/// doc`, `Op "name" (traits) (interfaces) fold [(patterns)];`.
macro_rules! binary {
    ($($(#[$doc:meta])* $op:ident $name:literal ($($trait:ident),*) ($($interface:ident),*) $fold:path, $eval:ident $(, ($pattern:path))?;)*) => {$(
        $(#[$doc])*
        #[op(name = $name, traits($($trait),*), interfaces(InferIntRange $(, $interface)*), fold = $fold, eval = eval::$eval,
             $(canonicalize($pattern),)? format = "$lhs `,` $rhs attr-dict")]
        pub struct $op {
            #[operand]
            lhs: Index,
            #[operand]
            rhs: Index,
            #[result(fixed)]
            result: Index,
        }
    )*};
}

binary! {
    /// Adds.
    ///
    /// ```mlir
    /// %c = index.add %a, %b
    /// ```
    AddOp "index.add" (Commutative, Pure) (PoisonBehavior) fold::add, add, (canonicalize::reassociate_add);
    /// Subtracts.
    SubOp "index.sub" (Pure) (PoisonBehavior) fold::sub, sub;
    /// Multiplies.
    MulOp "index.mul" (Commutative, Pure) (PoisonBehavior) fold::mul, mul, (canonicalize::reassociate_mul);
    /// Divides signed indices, rounding toward zero.
    ///
    /// Division by zero, and of the minimum index by -1, is undefined behaviour.
    DivSOp "index.divs" (NoMemoryEffect) (Speculatable) fold::divs, divs;
    /// Divides unsigned indices, rounding toward zero.
    DivUOp "index.divu" (NoMemoryEffect) (Speculatable) fold::divu, divu;
    /// Divides signed indices, rounding up.
    CeilDivSOp "index.ceildivs" (NoMemoryEffect) (Speculatable) fold::ceildivs, ceildivs;
    /// Divides unsigned indices, rounding up.
    CeilDivUOp "index.ceildivu" (NoMemoryEffect) (Speculatable) fold::ceildivu, ceildivu;
    /// Divides signed indices, rounding down.
    FloorDivSOp "index.floordivs" (NoMemoryEffect) (Speculatable) fold::floordivs, floordivs;
    /// The remainder of a signed division, with the dividend's sign.
    RemSOp "index.rems" (NoMemoryEffect) (Speculatable) fold::rems, rems;
    /// The remainder of an unsigned division.
    RemUOp "index.remu" (NoMemoryEffect) (Speculatable) fold::remu, remu;
    /// The maximum of two signed indices.
    MaxSOp "index.maxs" (Commutative, Pure) (PoisonBehavior) fold::maxs, maxs, (canonicalize::reassociate_maxs);
    /// The maximum of two unsigned indices.
    MaxUOp "index.maxu" (Commutative, Pure) (PoisonBehavior) fold::maxu, maxu, (canonicalize::reassociate_maxu);
    /// The minimum of two signed indices.
    MinSOp "index.mins" (Commutative, Pure) (PoisonBehavior) fold::mins, mins, (canonicalize::reassociate_mins);
    /// The minimum of two unsigned indices.
    MinUOp "index.minu" (Commutative, Pure) (PoisonBehavior) fold::minu, minu, (canonicalize::reassociate_minu);
    /// Shifts to the left; the low bits become zero.
    ///
    /// The result is poison if the shift amount is the width or more.
    ShlOp "index.shl" (Pure) () fold::shl, shl;
    /// Shifts to the right arithmetically: the high bits become copies of the sign bit.
    ShrSOp "index.shrs" (Pure) () fold::shrs, shrs;
    /// Shifts to the right logically: the high bits become zero.
    ShrUOp "index.shru" (Pure) () fold::shru, shru;
    /// Bitwise and.
    AndOp "index.and" (Commutative, Pure) (PoisonBehavior) fold::and, and, (canonicalize::reassociate_and);
    /// Bitwise or.
    OrOp "index.or" (Commutative, Pure) (PoisonBehavior) fold::or, or, (canonicalize::reassociate_or);
    /// Bitwise exclusive or.
    XOrOp "index.xor" (Commutative, Pure) (PoisonBehavior) fold::xor, xor, (canonicalize::reassociate_xor);
}

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
        impl PoisonBehavior for $op {
            fn may_make_poison(&self, _: OpRef) -> bool {
                false
            }
        }
    )*};
}

never_poison! { AddOp SubOp MulOp MaxSOp MaxUOp MinSOp MinUOp AndOp OrOp XOrOp }
