//! Operations on integers with two results.

use rmlir::core::constraints::*;
use rmlir::prelude::*;

/// Adds unsigned integers; the results are the sum and whether it overflowed.
///
/// ```mlir
/// %sum, %overflow = arith.addui_extended %a, %b : i64, i1
/// ```
#[op(name = "arith.addui_extended", traits(Commutative, ElementwiseMappable, Pure),
     types(T = SignlessIntegerOrIndexLike), interfaces(AsmNames),
     fold, eval, canonicalize,
     format = "$lhs `,` $rhs attr-dict `:` type($sum) `,` type($overflow)")]
pub struct AddUIExtendedOp {
    #[operand]
    lhs: T,
    #[operand]
    rhs: T,
    #[result]
    sum: T,
    #[result]
    overflow: BoolLike,
}

/// Multiplies signed integers; the results are the low and the high half of the product.
///
/// ```mlir
/// %low, %high = arith.mulsi_extended %a, %b : i32
/// ```
#[op(name = "arith.mulsi_extended", traits(Commutative, ElementwiseMappable, Pure),
     types(T = SignlessIntegerOrIndexLike), interfaces(AsmNames), fold, eval,
     canonicalize,
     format = "$lhs `,` $rhs attr-dict `:` type($lhs)")]
pub struct MulSIExtendedOp {
    #[operand]
    lhs: T,
    #[operand]
    rhs: T,
    #[result]
    low: T,
    #[result]
    high: T,
}

/// Multiplies unsigned integers; the results are the low and the high half of the product.
#[op(name = "arith.mului_extended", traits(Commutative, ElementwiseMappable, Pure),
     types(T = SignlessIntegerOrIndexLike), interfaces(AsmNames), fold, eval,
     canonicalize,
     format = "$lhs `,` $rhs attr-dict `:` type($lhs)")]
pub struct MulUIExtendedOp {
    #[operand]
    lhs: T,
    #[operand]
    rhs: T,
    #[result]
    low: T,
    #[result]
    high: T,
}
