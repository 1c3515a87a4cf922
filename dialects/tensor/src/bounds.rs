//! What is known of sizes and ranks, for the analysis of bounds.
//!
//! Operations that make their results from destinations have nothing to add: results are as large as those.

use rmlir::affine::AffineExpr;
use rmlir::core::mixed_index::{MixedIndex, SliceLists, mixed};
use rmlir::core::value_bounds::{BoundSet, Quantity, Relation, ValueBounds};
use rmlir::prelude::*;

use crate::{CastOp, CollapseShapeOp, DimOp, EmptyOp, ExpandShapeOp, ExtractSliceOp, PadOp, RankOp, dropped_dims};

/// Adds that size `dim` of `value` is entry `dim` of a list.
fn add_size(set: &mut dyn BoundSet, value: Value, dim: usize, sizes: &[MixedIndex]) {
    if let Some(&size) = sizes.get(dim) {
        let size = set.mixed(size);
        set.add(Quantity::size(value, dim), Relation::Equal, size);
    }
}

impl ValueBounds for CastOp {
    fn size_bounds(&self, op: OpRef, value: Value, dim: usize, set: &mut dyn BoundSet) {
        let source = op.operand(0);
        if source.ty().shape(op.cx()).is_some() {
            let size = set.expr(Quantity::size(source.id, dim));
            set.add(Quantity::size(value, dim), Relation::Equal, size);
        }
    }
}

impl ValueBounds for CollapseShapeOp {
    /// A size is the product of those of its group.
    fn size_bounds(&self, op: OpRef, value: Value, dim: usize, set: &mut dyn BoundSet) {
        let groups = CollapseShapeOp::from_id(op.id).groups(op.body);
        let Some(group) = groups.get(dim) else { return };
        let sizes = group.iter().map(|&dim| set.expr(Quantity::size(op.operand(0).id, dim as usize)));
        if let Some(product) = sizes.reduce(|product, size| product * size) {
            set.add(Quantity::size(value, dim), Relation::Equal, product);
        }
    }
}

impl ValueBounds for DimOp {
    fn index_bounds(&self, op: OpRef, value: Value, set: &mut dyn BoundSet) {
        let result = Quantity::index(value);
        set.add(result, Relation::AtLeast, AffineExpr::constant(0));
        let source = op.operand(0);
        let rank = source.ty().shape(op.cx()).map_or(0, <[i64]>::len);
        let dim = DimOp::from_id(op.id).constant_index(op.body).and_then(|dim| usize::try_from(dim).ok());
        if let Some(dim) = dim.filter(|&dim| dim < rank) {
            let size = set.expr(Quantity::size(source.id, dim));
            set.add(result, Relation::Equal, size);
        }
    }
}

impl ValueBounds for EmptyOp {
    fn size_bounds(&self, op: OpRef, value: Value, dim: usize, set: &mut dyn BoundSet) {
        let shape = op.result(0).ty().shape(op.cx()).unwrap_or_default();
        add_size(set, value, dim, &mixed(shape, &EmptyOp::from_id(op.id).dynamicSizes(op.body)));
    }
}

impl ValueBounds for ExpandShapeOp {
    fn size_bounds(&self, op: OpRef, value: Value, dim: usize, set: &mut dyn BoundSet) {
        add_size(set, value, dim, &ExpandShapeOp::from_id(op.id).mixed_output_shape(op.body));
    }
}

impl ValueBounds for ExtractSliceOp {
    fn size_bounds(&self, op: OpRef, value: Value, dim: usize, set: &mut dyn BoundSet) {
        let sizes = SliceLists::of(op).sizes;
        let dropped = dropped_dims(op.result(0).ty().shape(op.cx()).unwrap_or_default(), &sizes);
        let kept = sizes.into_iter().zip(dropped).filter(|&(_, is_dropped)| !is_dropped);
        let kept: Vec<MixedIndex> = kept.map(|(size, _)| size).collect();
        add_size(set, value, dim, &kept);
    }
}

impl ValueBounds for PadOp {
    fn size_bounds(&self, op: OpRef, value: Value, dim: usize, set: &mut dyn BoundSet) {
        let pad = PadOp::from_id(op.id);
        let inside = set.expr(Quantity::size(pad.source(op.body), dim));
        let (low, high) = (pad.mixed_low(op.body), pad.mixed_high(op.body));
        let (Some(&low), Some(&high)) = (low.get(dim), high.get(dim)) else { return };
        let low = set.mixed(low);
        let high = set.mixed(high);
        set.add(Quantity::size(value, dim), Relation::Equal, inside + low + high);
    }
}

impl ValueBounds for RankOp {
    fn index_bounds(&self, op: OpRef, value: Value, set: &mut dyn BoundSet) {
        if let Some(shape) = op.operand(0).ty().shape(op.cx()) {
            set.add(Quantity::index(value), Relation::Equal, AffineExpr::constant(shape.len() as i64));
        }
    }
}
