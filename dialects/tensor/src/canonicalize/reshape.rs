//! `tensor.expand_shape` and `tensor.collapse_shape` of each other and of casts.

use rmlir::core::mixed_index::{MixedIndex, statics};
use rmlir::core::reassociation::{collapsing, compose, unite};
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_arith::group_product;

use super::reshape_source::{
    collapse_of_constant, collapse_of_elements, collapse_of_splat, expand_of_constant, expand_of_elements,
    expand_of_splat,
};
use super::{replace_by_cast, skippable_cast};
use crate::types::tensor_type;
use crate::{CastOp, CollapseShapeOp, ExpandShapeOp, collapsed_type};

canonicalize! {
    ExpandShapeOp: expand_twice, expand_of_collapse, expand_to_static, expand_of_constant, expand_of_splat,
        expand_of_elements;
    CollapseShapeOp: collapse_twice, collapse_of_expand, collapse_of_constant, collapse_of_splat, collapse_of_elements,
        collapse_of_cast;
}

fn rank(body: &Body, value: Value) -> usize {
    body.ty(value).shape(body).map_or(0, <[i64]>::len)
}

#[pattern]
pub(crate) fn expand_twice(op: ExpandShapeOp, rw: &mut Rewriter) -> Match {
    let Some(before) = rw.defined_by::<ExpandShapeOp>(op.src(rw)) else { return Match::No };
    let Some(groups) = compose(&before.groups(rw), &op.groups(rw)) else { return Match::No };
    let (source, ty, shape) = (before.src(rw), rw.ty(op.result(rw)), op.mixed_output_shape(rw));
    rw.replace_with(op, ExpandShapeOp::of(rw.cx(), ty, source, &groups, &shape));
    Match::Yes
}

#[pattern]
pub(crate) fn collapse_twice(op: CollapseShapeOp, rw: &mut Rewriter) -> Match {
    let Some(before) = rw.defined_by::<CollapseShapeOp>(op.src(rw)) else { return Match::No };
    let Some(groups) = compose(&before.groups(rw), &op.groups(rw)) else { return Match::No };
    let (source, ty) = (before.src(rw), rw.ty(op.result(rw)));
    rw.replace_with(op, CollapseShapeOp::of(rw.cx(), ty, source, &groups));
    Match::Yes
}

/// Folds an expansion followed by a collapse of more dimensions to a collapse, and of fewer dimensions to an expansion.
#[pattern]
pub(crate) fn collapse_of_expand(op: CollapseShapeOp, rw: &mut Rewriter) -> Match {
    let Some(before) = rw.defined_by::<ExpandShapeOp>(op.src(rw)) else { return Match::No };
    let source = before.src(rw);
    let ty = rw.ty(op.result(rw));
    if rw.ty(source) == ty {
        return Match::No;
    }
    let (from, to) = (rank(rw, source), rank(rw, op.result(rw)));
    let (inner, outer) = (before.groups(rw), op.groups(rw));
    let united = if from > to { unite(&inner, &outer) } else { unite(&outer, &inner) };
    let Some(groups) = united else { return Match::No };
    match from.cmp(&to) {
        std::cmp::Ordering::Greater => {
            rw.replace_with(op, CollapseShapeOp::of(rw.cx(), ty, source, &groups));
        }
        std::cmp::Ordering::Less => {
            rw.before(op.id());
            let shape = before.mixed_output_shape(rw);
            let shape: Vec<MixedIndex> = outer.iter().map(|group| group_product(rw, group, &shape)).collect();
            rw.replace_with(op, ExpandShapeOp::of(rw.cx(), ty, source, &groups, &shape));
        }
        std::cmp::Ordering::Equal => return replace_by_cast(rw, op, source),
    }
    Match::Yes
}

/// Folds a collapse followed by an expansion to more dimensions to an expansion, and to fewer dimensions to a collapse.
#[pattern]
pub(crate) fn expand_of_collapse(op: ExpandShapeOp, rw: &mut Rewriter) -> Match {
    let Some(before) = rw.defined_by::<CollapseShapeOp>(op.src(rw)) else { return Match::No };
    let (source, to) = (before.src(rw), rw.ty(op.result(rw)));
    let (inner, outer) = (before.groups(rw), op.groups(rw));
    let (from_shape, to_shape) = (rw.ty(source).shape(rw).unwrap_or_default(), to.shape(rw).unwrap_or_default());
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

/// Makes constant sizes of the result static, where the sizes of the source were static before a cast.
#[pattern]
pub(crate) fn expand_to_static(op: ExpandShapeOp, rw: &mut Rewriter) -> Match {
    let Some(source) = skippable_cast(rw, op.src(rw)) else { return Match::No };
    let (groups, ty) = (op.groups(rw), rw.ty(op.result(rw)));
    let known = rw.ty(source).shape(rw).unwrap_or_default();
    let sizes = ty.shape(rw).unwrap_or_default().iter().zip(op.mixed_output_shape(rw));
    let mut shape: Vec<MixedIndex> =
        sizes.map(|(&size, given)| if size == DYNAMIC { given } else { MixedIndex::Static(size) }).collect();
    let n_values = |shape: &[MixedIndex]| shape.iter().filter(|size| !size.is_static()).count();
    let n_before = n_values(&shape);
    for (group, _) in groups.iter().zip(known).filter(|(_, known)| **known != DYNAMIC) {
        for &dim in group {
            let size = &mut shape[dim as usize];
            *size = size.constant(rw).map_or(*size, MixedIndex::Static);
        }
    }
    if n_values(&shape) == n_before {
        return Match::No;
    }
    let (element, numbers) = (ty.element_or_self(rw), statics(&shape));
    let to = tensor_type(rw, &numbers, element);
    let Some(from) = collapsed_type(rw, to, &groups) else { return Match::No };
    let operand = op.src(rw);
    rw.before(op.id());
    let operand = rw.value(CastOp::build(from, operand));
    let new = rw.value(ExpandShapeOp::of(rw.cx(), to, operand, &groups, &shape));
    replace_by_cast(rw, op, new)
}
