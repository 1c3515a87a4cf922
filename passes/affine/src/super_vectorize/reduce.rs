//! Reductions of vectors: neutral elements, and the combination of the elements of a vector.

use rmlir::prelude::*;
use rmlir_arith::AtomicRmwKind;
use rmlir_vector::{CombiningKind, ReductionOp};

/// The neutral element of a combination.
pub fn neutral_element(cx: &Context, kind: AtomicRmwKind, ty: Type) -> Option<Attr> {
    let float = |value: fn(FloatKind) -> ApFloat| Some(cx.float_attr(ty, value(ty.float_kind(cx)?)));
    let int = |value: fn(u32) -> ApInt| {
        let value = value(ty.int_width(cx)?);
        Some(cx.attr(AttrData::Integer { value, ty }))
    };
    match kind {
        AtomicRmwKind::Addf | AtomicRmwKind::Addi | AtomicRmwKind::Maxu | AtomicRmwKind::Ori | AtomicRmwKind::Xori => {
            cx.zero_attr(ty)
        }
        AtomicRmwKind::Andi | AtomicRmwKind::Minu => int(ApInt::all_ones),
        AtomicRmwKind::Maxs => int(ApInt::signed_min),
        AtomicRmwKind::Mins => int(ApInt::signed_max),
        AtomicRmwKind::Muli => Some(cx.int_attr(ty, 1)),
        AtomicRmwKind::Mulf => float(|kind| ApFloat::from_f64(kind, 1.0).value),
        AtomicRmwKind::Maximumf => float(|kind| ApFloat::infinity(kind, true)),
        AtomicRmwKind::Minimumf => float(|kind| ApFloat::infinity(kind, false)),
        AtomicRmwKind::Maxnumf => float(|kind| ApFloat::nan(kind, true)),
        AtomicRmwKind::Minnumf => float(|kind| ApFloat::nan(kind, false)),
        AtomicRmwKind::Assign => None,
    }
}

/// Combines the elements of a vector.
pub fn reduce_vector(rw: &mut Rewriter, loc: Loc, kind: AtomicRmwKind, vector: Value) -> Option<Value> {
    let kind = match kind {
        AtomicRmwKind::Addf | AtomicRmwKind::Addi => CombiningKind::Add,
        AtomicRmwKind::Mulf | AtomicRmwKind::Muli => CombiningKind::Mul,
        AtomicRmwKind::Minimumf => CombiningKind::MinimumF,
        AtomicRmwKind::Mins => CombiningKind::MinSI,
        AtomicRmwKind::Minu => CombiningKind::MinUI,
        AtomicRmwKind::Maximumf => CombiningKind::MaximumF,
        AtomicRmwKind::Maxs => CombiningKind::MaxSI,
        AtomicRmwKind::Maxu => CombiningKind::MaxUI,
        AtomicRmwKind::Andi => CombiningKind::And,
        AtomicRmwKind::Ori => CombiningKind::Or,
        AtomicRmwKind::Minnumf => CombiningKind::MinNumF,
        AtomicRmwKind::Maxnumf => CombiningKind::MaxNumF,
        AtomicRmwKind::Xori => CombiningKind::Xor,
        AtomicRmwKind::Assign => return None,
    };
    let element = rw.ty(vector).element(rw.cx())?;
    let kind = DialectAttr::attr(kind, rw.cx());
    Some(rw.value(ReductionOp::build(element, vector, None, kind).at(loc)))
}
