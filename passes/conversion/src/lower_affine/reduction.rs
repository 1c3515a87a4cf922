//! The neutral elements and the operations of reductions.

use rmlir::prelude::*;
use rmlir_arith::AtomicRmwKind;

/// The neutral element of a reduction; `None` if there is none.
pub(super) fn identity(cx: &Context, kind: AtomicRmwKind, ty: Type) -> Option<Attr> {
    use AtomicRmwKind::*;
    let float = |make: fn(FloatKind) -> ApFloat| ty.float_kind(cx).map(|kind| cx.float_attr(ty, make(kind)));
    let integer = |make: fn(u32) -> ApInt| ty.int_width(cx).map(|width| cx.apint_attr(ty, make(width)));
    match kind {
        Addf | Addi | Maxu | Ori | Xori => cx.zero_attr(ty),
        Muli | Mulf => cx.one_attr(ty),
        Andi | Minu => integer(ApInt::all_ones),
        Maxs => integer(ApInt::signed_min),
        Mins => integer(ApInt::signed_max),
        Maximumf => float(|kind| ApFloat::infinity(kind, true)),
        Minimumf => float(|kind| ApFloat::infinity(kind, false)),
        Maxnumf => float(|kind| ApFloat::nan(kind, true)),
        Minnumf => float(|kind| ApFloat::nan(kind, false)),
        Assign => None,
    }
}

/// Combines two values at the insertion point.
pub(super) fn combine(rw: &mut Rewriter, loc: Loc, kind: AtomicRmwKind, lhs: Value, rhs: Value) -> Option<Value> {
    use AtomicRmwKind::*;
    use rmlir_arith::*;
    macro_rules! made {
        ($op:ident) => {
            rw.value($op::build(lhs, rhs).at(loc))
        };
    }
    Some(match kind {
        Addf => made!(AddFOp),
        Addi => made!(AddIOp),
        Mulf => made!(MulFOp),
        Muli => made!(MulIOp),
        Maximumf => made!(MaximumFOp),
        Minimumf => made!(MinimumFOp),
        Maxnumf => made!(MaxNumFOp),
        Minnumf => made!(MinNumFOp),
        Maxs => made!(MaxSIOp),
        Mins => made!(MinSIOp),
        Maxu => made!(MaxUIOp),
        Minu => made!(MinUIOp),
        Ori => made!(OrIOp),
        Andi => made!(AndIOp),
        Xori => made!(XOrIOp),
        Assign => return None,
    })
}
