//! Type constraints, and default values of properties.
#![allow(non_upper_case_globals)] // Constraints are named like types.

use rmlir::core::constraints::{AnyMemRef, AnyNon0RankedMemRef, AnyNon0RankedTensor, AnyRankedTensor};
use rmlir::core::opdef::{FieldRule, TypeConstraint};
use rmlir::prelude::*;

/// A buffer or a tensor.
pub(crate) static Shaped: TypeConstraint =
    TypeConstraint::new("memref of any type values or ranked tensor of any type values", |cx, ty| {
        (AnyMemRef.check)(cx, ty) || (AnyRankedTensor.check)(cx, ty)
    });

/// A buffer or a tensor of nonzero rank.
pub(crate) static ShapedOfNonZeroRank: TypeConstraint = TypeConstraint::new(
    "non-0-ranked.memref of any type values or non-0-ranked.tensor of any type values",
    |cx, ty| (AnyNon0RankedMemRef.check)(cx, ty) || (AnyNon0RankedTensor.check)(cx, ty),
);

/// Rows of `Name = "property", of;`: a property that operand 0 and result 0 share.
macro_rules! in_common {
    ($($name:ident = $what:literal, $of:expr;)*) => {$(
        pub(crate) static $name: FieldRule = FieldRule {
            words: concat!("all of {input, result} have same ", $what),
            holds: |op| {
                let of: fn(&Context, Type) -> _ = $of;
                of(op.cx(), op.operand(0).ty()) == of(op.cx(), op.result(0).ty())
            },
        };
    )*};
}

in_common! {
    SameShape = "shape", |cx, ty| ty.shape(cx).map(<[i64]>::to_vec);
    SameRank = "rank", |cx, ty| ty.shape(cx).map(<[i64]>::len);
    SameElementType = "element type", |cx, ty| ty.element(cx);
}

pub(crate) fn no_axes(cx: &Context) -> Attr {
    cx.int_array(Type::I16, &[])
}

pub(crate) fn no_numbers(cx: &Context) -> Attr {
    cx.i64_array(&[])
}

pub(crate) fn sum(cx: &Context) -> Attr {
    crate::ReductionKind::Sum.attr(cx)
}
