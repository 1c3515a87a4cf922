//! Chapter 3: canonicalization.
//!
//! You learn the two ways to simplify: a *fold* replaces a result by a value that exists or by a constant, and creates
//! nothing; a *pattern* may create operations. `canonicalize` applies both to a fixed point.

use rmlir::core::dense::reshaped;
use rmlir::prelude::*;

use crate::ch2_dialect::{CastOp, ConstantOp, ReshapeOp, TransposeOp};

/// A constant is its value.
pub fn fold_constant(cx: &mut FoldCx, _constants: &[Option<Attr>]) -> Fold {
    Fold::attr(ConstantOp::from_id(cx.op()).value(cx))
}

/// A reshape to the shape that the tensor has is redundant, and that of a constant is a constant.
pub fn fold_reshape(cx: &mut FoldCx, constants: &[Option<Attr>]) -> Fold {
    let reshape = ReshapeOp::from_id(cx.op());
    let (input, ty) = (reshape.input(cx), cx.ty(reshape.output(cx)));
    if cx.ty(input) == ty {
        return Fold::value(input);
    }
    constants[0].and_then(|constant| reshaped(cx, constant, ty)).into()
}

/// A cast to the same type is redundant.
pub fn fold_cast(cx: &mut FoldCx, _constants: &[Option<Attr>]) -> Fold {
    let cast = CastOp::from_id(cx.op());
    let input = cast.input(cx);
    if cx.ty(input) == cx.ty(cast.output(cx)) { Fold::value(input) } else { Fold::No }
}

/// transpose(transpose(x)) is x.
#[pattern]
pub fn transpose_of_transpose(op: TransposeOp, rw: &mut Rewriter) -> Match {
    let Some(inner) = rw.defined_by::<TransposeOp>(op.input(rw)) else {
        return rw.no_match(op, "the input is no transpose");
    };
    let input = inner.input(rw);
    if rw.ty(input) == rw.ty(op.output(rw)) {
        return rw.replace(op, [input]);
    }
    // The shape is known at one end only.
    rw.replace_with(op, CastOp::build(rw.ty(op.output(rw)), input));
    Match::Yes
}

/// reshape(reshape(x)) is reshape(x).
#[pattern]
pub fn reshape_of_reshape(op: ReshapeOp, rw: &mut Rewriter) -> Match {
    let Some(inner) = rw.defined_by::<ReshapeOp>(op.input(rw)) else {
        return rw.no_match(op, "the input is no reshape");
    };
    rw.replace_with(op, ReshapeOp::build(rw.ty(op.output(rw)), inner.input(rw)));
    Match::Yes
}
