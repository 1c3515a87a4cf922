//! `tensor.pad`: casts of source and result, and static padding amounts.

use rmlir::core::clone::CloneMap;
use rmlir::core::mixed_index::{Constants, fold_constants, statics};
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;

use super::{replace_by_cast, skippable_cast};
use crate::pad::padded_type;
use crate::types::tensor_type;
use crate::{CastOp, PadOp, preserves_static_information};

canonicalize! {
    PadOp: zero_padding, pad_of_cast, cast_of_pad, crate::canonicalize::pad_chain::orthogonal_paddings, static_padding, crate::canonicalize::pad_chain::consecutive_paddings;
}

/// Replaces zero padding by a cast.
#[pattern]
pub(crate) fn zero_padding(op: PadOp, rw: &mut Rewriter) -> Match {
    let is_zero = |sizes: Vec<rmlir::core::mixed_index::MixedIndex>| sizes.iter().all(|size| size.is(rw, 0));
    if !is_zero(op.mixed_low(rw)) || !is_zero(op.mixed_high(rw)) || op.nofold(rw) {
        return Match::No;
    }
    let source = op.source(rw);
    replace_by_cast(rw, op, source)
}

/// A pad before `op` of type `ty`, with the discardable attributes of `op` and no block.
fn similar(rw: &mut Rewriter, op: PadOp, ty: Type) -> PadOp {
    let (source, low, high, nofold) = (op.source(rw), op.mixed_low(rw), op.mixed_high(rw), op.nofold(rw));
    let attrs = rw.attr_dict(op.id());
    rw.before(op.id());
    let new = rw.create(PadOp::of(rw.cx(), ty, source, &low, &high, nofold));
    rw.set_attr_dict(new, attrs);
    new
}

/// Skips a cast of the source that only makes sizes dynamic.
#[pattern]
pub(crate) fn pad_of_cast(op: PadOp, rw: &mut Rewriter) -> Match {
    let Some(source) = skippable_cast(rw, op.source(rw)) else { return Match::No };
    let ty = rw.ty(op.result(rw));
    let [low, high] = [op.mixed_low(rw), op.mixed_high(rw)].map(|list| statics(&list));
    let Some(new_type) = padded_type(rw, rw.ty(source), &low, &high, ty.shape(rw)) else { return Match::No };
    if new_type == ty {
        rw.set_operand(op, PadOp::SOURCE_OPERAND, source);
        return Match::Yes;
    }
    let new = similar(rw, op, new_type);
    rw.clone_region(op.region(rw), new.region(rw), &mut CloneMap::default());
    let new = new.result(rw);
    replace_by_cast(rw, op, new)
}

/// Propagates the static sizes of a cast of the result, its only use.
#[pattern]
pub(crate) fn cast_of_pad(op: PadOp, rw: &mut Rewriter) -> Match {
    let result = op.result(rw);
    let users: Vec<OpId> = rw.users(result).collect();
    let [user] = users[..] else { return Match::No };
    let Some(cast) = OpRef::new(rw, user).cast::<CastOp>() else { return Match::No };
    let ty = rw.ty(cast.dest(rw));
    if !preserves_static_information(rw, rw.ty(result), ty) {
        return Match::No;
    }
    let new = similar(rw, op, ty);
    rw.take_blocks(op.region(rw), new.region(rw));
    let new = new.result(rw);
    rw.replace(op, [new]);
    rw.replace(cast, [new])
}

/// Makes constant padding amounts static.
#[pattern]
pub(crate) fn static_padding(op: PadOp, rw: &mut Rewriter) -> Match {
    let (source, ty) = (op.source(rw), rw.ty(op.result(rw)));
    let (mut low, mut high) = (op.mixed_low(rw), op.mixed_high(rw));
    fold_constants(rw, &mut low, Constants::Any);
    fold_constants(rw, &mut high, Constants::Any);
    let [fixed_low, fixed_high] = [&low, &high].map(|list| statics(list));
    let old = ty.shape(rw).unwrap_or_default();
    let inferred = padded_type(rw, rw.ty(source), &fixed_low, &fixed_high, None);
    let Some(inferred) = inferred.and_then(|inferred| inferred.shape(rw)) else { return Match::No };
    let size = |(&old, &new): (&i64, &i64)| if old == DYNAMIC { new } else { old };
    let shape: Vec<i64> = old.iter().zip(inferred).map(size).collect();
    if shape == old || shape.iter().all(|&size| size == DYNAMIC) {
        return Match::No;
    }
    let new_type = tensor_type(rw, &shape, ty.element_or_self(rw));
    let (nofold, attrs) = (op.nofold(rw), rw.attr_dict(op.id()));
    rw.before(op.id());
    let new = rw.create(PadOp::of(rw.cx(), new_type, source, &low, &high, nofold));
    rw.set_attr_dict(new, attrs);
    rw.clone_region(op.region(rw), new.region(rw), &mut CloneMap::default());
    let new = new.result(rw);
    replace_by_cast(rw, op, new)
}
