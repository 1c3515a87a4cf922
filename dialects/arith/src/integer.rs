//! Operations on integers with one result.
//!
//! There are three families: operations with overflow flags, operations with the flag `exact`, and operations without
//! flags. All operands have one type: an integer, `index`, or a vector or tensor of these.

use rmlir::core::constraints::*;
use rmlir::core::value_bounds::ValueBounds;
use rmlir::prelude::*;

use crate::attrs::IntegerOverflowFlags;
use crate::{canonicalize, eval, fold};

pub(crate) fn no_overflow_flags(cx: &Context) -> Attr {
    IntegerOverflowFlags::None.attr(cx)
}

/// Rows of `/// doc`, `Op "name" (traits) (interfaces) fold, eval [(patterns)];`.
macro_rules! with_overflow_flags {
    ($($(#[$doc:meta])* $op:ident $name:literal ($($trait:ident),*) ($($interface:ident),*) $fold:path, $eval:ident
       $(, ($($pattern:path),*))?;)*) => {$(
        $(#[$doc])*
        #[op(name = $name, traits(ElementwiseMappable, Pure, SameOperandsAndResultType $(, $trait)*),
             interfaces(InferIntRange $(, $interface)*), fold = $fold, eval = eval::$eval, $(canonicalize($($pattern),*),)?
             format = "$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($result)")]
        pub struct $op {
            #[operand]
            lhs: SignlessIntegerOrIndexLike,
            #[operand]
            rhs: SignlessIntegerOrIndexLike,
            #[prop(name = "overflowFlags", default = no_overflow_flags)]
            overflow_flags: IntegerOverflowFlags,
            #[result]
            result: SignlessIntegerOrIndexLike,
        }
    )*};
}

/// Rows of `/// doc`, `Op "name" (traits) (interfaces) fold, eval;`.
macro_rules! with_exact_flag {
    ($($(#[$doc:meta])* $op:ident $name:literal ($($trait:ident),*) ($($interface:ident),*) $fold:path, $eval:ident;)*) => {$(
        $(#[$doc])*
        #[op(name = $name, traits(ElementwiseMappable, SameOperandsAndResultType $(, $trait)*),
             interfaces(InferIntRange $(, $interface)*), fold = $fold, eval = eval::$eval,
             format = "$lhs `,` $rhs (`exact` $isExact^)? attr-dict `:` type($result)")]
        pub struct $op {
            #[operand]
            lhs: SignlessIntegerOrIndexLike,
            #[operand]
            rhs: SignlessIntegerOrIndexLike,
            #[prop(name = "isExact")]
            is_exact: UnitAttr,
            #[result]
            result: SignlessIntegerOrIndexLike,
        }
    )*};
}

/// Rows of `/// doc`, `Op "name" (traits) (interfaces) fold, eval [(patterns)];`.
macro_rules! plain {
    ($($(#[$doc:meta])* $op:ident $name:literal ($($trait:ident),*) ($($interface:ident),*) $fold:path, $eval:ident
       $(, ($($pattern:path),*))?;)*) => {$(
        $(#[$doc])*
        #[op(name = $name, traits(ElementwiseMappable, SameOperandsAndResultType $(, $trait)*),
             interfaces(InferIntRange, PoisonBehavior $(, $interface)*), fold = $fold, eval = eval::$eval,
             $(canonicalize($($pattern),*),)?
             format = "$lhs `,` $rhs attr-dict `:` type($result)")]
        pub struct $op {
            #[operand]
            lhs: SignlessIntegerOrIndexLike,
            #[operand]
            rhs: SignlessIntegerOrIndexLike,
            #[result]
            result: SignlessIntegerOrIndexLike,
        }
    )*};
}

with_overflow_flags! {
    /// Adds, modulo 2^n.
    ///
    /// ```mlir
    /// %a = arith.addi %b, %c overflow<nsw, nuw> : i64
    /// ```
    AddIOp "arith.addi" (Commutative) (PoisonBehavior, ValueBounds) fold::int::addi, addi,
        (canonicalize::addi_addi_constant, canonicalize::addi_subi_constant_rhs, canonicalize::addi_subi_constant_lhs,
         canonicalize::addi_muli_minus_one_rhs, canonicalize::addi_muli_minus_one_lhs);
    /// Subtracts, modulo 2^n.
    SubIOp "arith.subi" () (PoisonBehavior, ValueBounds) fold::int::subi, subi,
        (canonicalize::subi_addi_constant_rhs, canonicalize::subi_addi_constant_lhs,
         canonicalize::subi_subi_constant_rhs_rhs, canonicalize::subi_subi_constant_rhs_lhs,
         canonicalize::subi_subi_constant_lhs_rhs, canonicalize::subi_subi_constant_lhs_lhs,
         canonicalize::subi_subi_same);
    /// Multiplies, modulo 2^n.
    MulIOp "arith.muli" (Commutative) (AsmNames, PoisonBehavior, ValueBounds) fold::int::muli, muli, (canonicalize::muli_muli_constant);
    /// Shifts to the left; the low bits become zero.
    ///
    /// The result is poison if the shift amount is the width or more.
    ShLIOp "arith.shli" () () fold::shift::shli, shli;
}

with_exact_flag! {
    /// Divides unsigned integers, rounding toward zero.
    ///
    /// Dividing by zero is undefined behaviour. With `exact` the result is
    /// poison if there is a remainder.
    DivUIOp "arith.divui" (NoMemoryEffect) (Speculatable, ValueBounds) fold::divide::divui, divui;
    /// Divides signed integers, rounding toward zero.
    ///
    /// Dividing by zero, and the least integer by -1, is undefined behaviour.
    /// With `exact` the result is poison if there is a remainder.
    DivSIOp "arith.divsi" (NoMemoryEffect) (Speculatable, ValueBounds) fold::divide::divsi, divsi;
    /// Shifts to the right logically: the high bits become zero.
    ///
    /// The result is poison if the shift amount is the width or more, or, with `exact`, if a one is shifted out.
    ShRUIOp "arith.shrui" (Pure) () fold::shift::shrui, shrui;
    /// Shifts to the right arithmetically: the high bits become copies of the sign bit.
    ///
    /// The result is poison if the shift amount is the width or more, or, with `exact`, if a one is shifted out.
    ShRSIOp "arith.shrsi" (Pure) () fold::shift::shrsi, shrsi;
}

plain! {
    /// Divides unsigned integers, rounding up.
    ///
    /// Dividing by zero is undefined behaviour.
    CeilDivUIOp "arith.ceildivui" (NoMemoryEffect) (Speculatable) fold::divide::ceildivui, ceildivui;
    /// Divides signed integers, rounding toward positive infinity.
    ///
    /// Dividing by zero, and the least integer by -1, is undefined behaviour.
    CeilDivSIOp "arith.ceildivsi" (NoMemoryEffect) (Speculatable, ValueBounds) fold::divide::ceildivsi, ceildivsi;
    /// Divides signed integers, rounding toward negative infinity.
    ///
    /// Dividing by zero, and the least integer by -1, is undefined behaviour.
    FloorDivSIOp "arith.floordivsi" (NoMemoryEffect) (Speculatable, ValueBounds) fold::divide::floordivsi, floordivsi;
    /// The remainder of unsigned division.
    ///
    /// Dividing by zero is undefined behaviour.
    RemUIOp "arith.remui" (NoMemoryEffect) (Speculatable, ValueBounds) fold::divide::remui, remui;
    /// The remainder of signed division, with the sign of the dividend.
    ///
    /// Dividing by zero, and the least integer by -1, is undefined behaviour.
    RemSIOp "arith.remsi" (NoMemoryEffect) (Speculatable, ValueBounds) fold::divide::remsi, remsi;
    /// Bitwise and.
    AndIOp "arith.andi" (Commutative, Idempotent, Pure) () fold::bits::andi, andi,
        (canonicalize::andi_of_extui, canonicalize::andi_of_extsi);
    /// Bitwise or.
    OrIOp "arith.ori" (Commutative, Idempotent, Pure) () fold::bits::ori, ori,
        (canonicalize::ori_of_extui, canonicalize::ori_of_extsi);
    /// Bitwise exclusive or.
    XOrIOp "arith.xori" (Commutative, Pure) () fold::bits::xori, xori,
        (canonicalize::xori_not_cmpi, canonicalize::xori_of_extui, canonicalize::xori_of_extsi);
    /// The maximum of signed integers.
    MaxSIOp "arith.maxsi" (Commutative, Pure) (ValueBounds) fold::int::maxsi, maxsi;
    /// The maximum of unsigned integers.
    MaxUIOp "arith.maxui" (Commutative, Pure) (ValueBounds) fold::int::maxui, maxui;
    /// The minimum of signed integers.
    MinSIOp "arith.minsi" (Commutative, Pure) (ValueBounds) fold::int::minsi, minsi;
    /// The minimum of unsigned integers.
    MinUIOp "arith.minui" (Commutative, Pure) (ValueBounds) fold::int::minui, minui;
}
