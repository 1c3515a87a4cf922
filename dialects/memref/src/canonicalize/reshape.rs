//! `memref.expand_shape` and `memref.collapse_shape`.

use rmlir::core::memref_layout::has_identity_layout;
use rmlir::core::mixed_index::{MixedIndex, statics};
use rmlir::core::reassociation::{Group, collapsing, compose, unite};
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_arith::group_product;

use super::replace_by_cast;
use crate::fold::cast_source;
use crate::{
    CollapseShapeOp, ExpandShapeOp, are_cast_compatible, can_fold_into_consumer, collapsed_type, expanded_type,
};

canonicalize! {
    ExpandShapeOp: expand_twice, expand_of_collapse, expand_of_cast;
    CollapseShapeOp: collapse_twice, collapse_of_expand, collapse_of_cast;
}

/// Whether all of these have the identity layout.
fn are_contiguous(body: &Body, values: &[Value]) -> bool {
    values.iter().all(|&value| has_identity_layout(body, body.ty(value)))
}

fn rank(body: &Body, value: Value) -> usize {
    body.ty(value).shape(body).map_or(0, <[i64]>::len)
}

#[pattern]
pub(crate) fn expand_twice(op: ExpandShapeOp, rw: &mut Rewriter) -> Match {
    let Some(before) = rw.defined_by::<ExpandShapeOp>(op.src(rw)) else { return Match::No };
    let (source, ty) = (before.src(rw), rw.ty(op.result(rw)));
    if !are_contiguous(rw, &[source, op.src(rw), op.result(rw)]) {
        return Match::No;
    }
    let Some(groups) = compose(&before.groups(rw), &op.groups(rw)) else { return Match::No };
    let shape = op.mixed_output_shape(rw);
    rw.replace_with(op, ExpandShapeOp::of(rw.cx(), ty, source, &groups, &shape));
    Match::Yes
}

#[pattern]
pub(crate) fn collapse_twice(op: CollapseShapeOp, rw: &mut Rewriter) -> Match {
    let Some(before) = rw.defined_by::<CollapseShapeOp>(op.src(rw)) else { return Match::No };
    let (source, ty) = (before.src(rw), rw.ty(op.result(rw)));
    if !are_contiguous(rw, &[source, op.src(rw), op.result(rw)]) {
        return Match::No;
    }
    let Some(groups) = compose(&before.groups(rw), &op.groups(rw)) else { return Match::No };
    rw.replace_with(op, CollapseShapeOp::of(rw.cx(), ty, source, &groups));
    Match::Yes
}

/// Folds an expansion followed by a collapse of more dimensions to a collapse, and of fewer dimensions to an expansion.
#[pattern]
pub(crate) fn collapse_of_expand(op: CollapseShapeOp, rw: &mut Rewriter) -> Match {
    let Some(before) = rw.defined_by::<ExpandShapeOp>(op.src(rw)) else { return Match::No };
    let (source, result) = (before.src(rw), op.result(rw));
    let ty = rw.ty(result);
    if !are_contiguous(rw, &[op.src(rw), source, before.result(rw)]) || rw.ty(source) == ty {
        return Match::No;
    }
    let (from, to) = (rank(rw, source), rank(rw, result));
    let (inner, outer) = (before.groups(rw), op.groups(rw));
    let (fine, coarse) = if from > to { (inner, &outer) } else { (outer.clone(), &inner) };
    let Some(groups) = unite(&fine, coarse) else { return Match::No };
    if from > to {
        rw.replace_with(op, CollapseShapeOp::of(rw.cx(), ty, source, &groups));
    } else if from < to {
        rw.before(op.id());
        let shape = before.mixed_output_shape(rw);
        let shape: Vec<MixedIndex> = outer.iter().map(|group| group_product(rw, group, &shape)).collect();
        rw.replace_with(op, ExpandShapeOp::of(rw.cx(), ty, source, &groups, &shape));
    } else {
        return replace_by_cast(rw, op, source);
    }
    Match::Yes
}

/// Folds a collapse followed by an expansion to more dimensions to an expansion, and to fewer dimensions to a collapse.
#[pattern]
pub(crate) fn expand_of_collapse(op: ExpandShapeOp, rw: &mut Rewriter) -> Match {
    let Some(before) = rw.defined_by::<CollapseShapeOp>(op.src(rw)) else { return Match::No };
    let (source, result) = (before.src(rw), op.result(rw));
    let (from, to) = (rw.ty(source), rw.ty(result));
    if !are_contiguous(rw, &[op.src(rw), source, before.result(rw)]) {
        let is_cast = from.static_shape(rw).is_some() && are_cast_compatible(rw, from, to);
        return if is_cast { replace_by_cast(rw, op, source) } else { Match::No };
    }
    let (inner, outer) = (before.groups(rw), op.groups(rw));
    let (from_shape, to_shape) = (from.shape(rw).unwrap_or_default(), to.shape(rw).unwrap_or_default());
    match from_shape.len().cmp(&to_shape.len()) {
        std::cmp::Ordering::Equal => Match::No,
        std::cmp::Ordering::Greater => {
            let Some(groups) = collapsing(&inner, &outer, from_shape, to_shape) else { return Match::No };
            rw.replace_with(op, CollapseShapeOp::of(rw.cx(), to, source, &groups));
            Match::Yes
        }
        std::cmp::Ordering::Less => {
            let Some(groups) = collapsing(&outer, &inner, to_shape, from_shape) else { return Match::No };
            let shape = op.mixed_output_shape(rw);
            rw.replace_with(op, ExpandShapeOp::of(rw.cx(), to, source, &groups, &shape));
            Match::Yes
        }
    }
}

/// The operand of a cast that only makes sizes or the layout dynamic, and which can be skipped.
fn skippable_cast(body: &Body, operand: Value) -> Option<Value> {
    cast_source(body, operand).filter(|&source| can_fold_into_consumer(body, body.ty(source), body.ty(operand)))
}

#[pattern]
pub(crate) fn collapse_of_cast(op: CollapseShapeOp, rw: &mut Rewriter) -> Match {
    let Some(source) = skippable_cast(rw, op.src(rw)) else { return Match::No };
    let groups = op.groups(rw);
    let Some(ty) = collapsed_type(rw, rw.ty(source), &groups) else { return Match::No };
    if ty == rw.ty(op.result(rw)) {
        rw.set_operand(op, CollapseShapeOp::SRC_OPERAND, source);
        return Match::Yes;
    }
    rw.before(op.id());
    let new = rw.value(CollapseShapeOp::of(rw.cx(), ty, source, &groups));
    replace_by_cast(rw, op, new)
}

#[pattern]
pub(crate) fn expand_of_cast(op: ExpandShapeOp, rw: &mut Rewriter) -> Match {
    let Some(source) = skippable_cast(rw, op.src(rw)) else { return Match::No };
    let mut shape = op.mixed_output_shape(rw);
    rmlir::core::mixed_index::fold_constants(rw, &mut shape, rmlir::core::mixed_index::Constants::Any);
    let (groups, numbers) = (op.groups(rw), statics(&shape));
    let from = rw.ty(source);
    let from_shape = from.shape(rw).unwrap_or_default();
    let is_dynamic = |group: &Group| group.iter().any(|&dim| numbers.get(dim as usize) == Some(&DYNAMIC));
    if groups.iter().zip(from_shape).any(|(group, &size)| (size == DYNAMIC) != is_dynamic(group)) {
        return rw.no_match(op, "folding cast will result in changing dynamicity in reassociation group");
    }
    let Some(ty) = expanded_type(rw, from, &numbers, &groups) else {
        return rw.no_match(op, "could not compute new expanded type after folding cast");
    };
    if ty == rw.ty(op.result(rw)) {
        rw.set_operand(op, ExpandShapeOp::SRC_OPERAND, source);
        return Match::Yes;
    }
    rw.before(op.id());
    let new = rw.value(ExpandShapeOp::of(rw.cx(), ty, source, &groups, &shape));
    replace_by_cast(rw, op, new)
}
