//! Operations on two indices that give one.

use rmlir::core::constraints::*;
use rmlir::prelude::*;

use crate::{canonicalize, eval, fold};

/// Rows of `/// doc`, `Op "name" (traits) fold [(patterns)];`.
macro_rules! binary {
    ($($(#[$doc:meta])* $op:ident $name:literal ($($trait:ident),*) $fold:path, $eval:ident $(, ($pattern:path))?;)*) => {$(
        $(#[$doc])*
        #[op(name = $name, traits($($trait),*), interfaces(InferIntRange), fold = $fold, eval = eval::$eval,
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
    AddOp "index.add" (Commutative, Pure) fold::add, add, (canonicalize::reassociate_add);
    /// Subtracts.
    SubOp "index.sub" (Pure) fold::sub, sub;
    /// Multiplies.
    MulOp "index.mul" (Commutative, Pure) fold::mul, mul, (canonicalize::reassociate_mul);
    /// Divides signed indices, rounding toward zero.
    ///
    /// Division by zero, and of the least index by -1, is undefined behaviour.
    DivSOp "index.divs" (NoMemoryEffect) fold::divs, divs;
    /// Divides unsigned indices, rounding toward zero.
    DivUOp "index.divu" (NoMemoryEffect) fold::divu, divu;
    /// Divides signed indices, rounding up.
    CeilDivSOp "index.ceildivs" (NoMemoryEffect) fold::ceildivs, ceildivs;
    /// Divides unsigned indices, rounding up.
    CeilDivUOp "index.ceildivu" (NoMemoryEffect) fold::ceildivu, ceildivu;
    /// Divides signed indices, rounding down.
    FloorDivSOp "index.floordivs" (NoMemoryEffect) fold::floordivs, floordivs;
    /// The remainder of a signed division; it has the dividend's sign.
    RemSOp "index.rems" (NoMemoryEffect) fold::rems, rems;
    /// The remainder of an unsigned division.
    RemUOp "index.remu" (NoMemoryEffect) fold::remu, remu;
    /// The greater of two signed indices.
    MaxSOp "index.maxs" (Commutative, Pure) fold::maxs, maxs, (canonicalize::reassociate_maxs);
    /// The greater of two unsigned indices.
    MaxUOp "index.maxu" (Commutative, Pure) fold::maxu, maxu, (canonicalize::reassociate_maxu);
    /// The lesser of two signed indices.
    MinSOp "index.mins" (Commutative, Pure) fold::mins, mins, (canonicalize::reassociate_mins);
    /// The lesser of two unsigned indices.
    MinUOp "index.minu" (Commutative, Pure) fold::minu, minu, (canonicalize::reassociate_minu);
    /// Shifts to the left; zeros come in.
    ///
    /// Shifting by the width or more gives poison.
    ShlOp "index.shl" (Pure) fold::shl, shl;
    /// Shifts to the right; copies of the sign come in.
    ShrSOp "index.shrs" (Pure) fold::shrs, shrs;
    /// Shifts to the right; zeros come in.
    ShrUOp "index.shru" (Pure) fold::shru, shru;
    /// Combines bits by "and".
    AndOp "index.and" (Commutative, Pure) fold::and, and, (canonicalize::reassociate_and);
    /// Combines bits by "or".
    OrOp "index.or" (Commutative, Pure) fold::or, or, (canonicalize::reassociate_or);
    /// Combines bits by "exclusive or".
    XOrOp "index.xor" (Commutative, Pure) fold::xor, xor, (canonicalize::reassociate_xor);
}
