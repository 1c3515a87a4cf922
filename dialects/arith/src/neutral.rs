//! Neutral elements of combining operations.

use rmlir::prelude::*;

use crate::attrs::AtomicRmwKind;

impl AtomicRmwKind {
    /// The element of `ty` that leaves the other operand unchanged; `None` of an assignment, or if `ty` is no type of the
    /// operands. For `addf` this is zero, with which a negative zero becomes zero.
    pub fn neutral_element(self, cx: &Context, ty: Type) -> Option<Attr> {
        let float = |value: fn(FloatKind) -> ApFloat| Some(cx.float_attr(ty, value(ty.float_kind(cx)?)));
        let int = |value: fn(u32) -> ApInt| {
            let value = value(ty.int_width(cx)?);
            Some(cx.attr(AttrData::Integer { value, ty }))
        };
        match self {
            AtomicRmwKind::Addf
            | AtomicRmwKind::Addi
            | AtomicRmwKind::Maxu
            | AtomicRmwKind::Ori
            | AtomicRmwKind::Xori => cx.zero_attr(ty),
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
}
