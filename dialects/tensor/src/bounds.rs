//! Value bounds of sizes and ranks.
//!
//! Operations in destination style need no bounds of their own: results have the sizes of the destinations.

use rmlir::core::mixed_index::{MixedIndex, SliceLists, mixed};
use rmlir::core::value_bounds::{
    BoundSet, Quantity, Relation, ValueBounds, add_asked_size, add_collapsed, add_listed, add_rank, add_same,
};
use rmlir::prelude::*;

use crate::{CastOp, CollapseShapeOp, DimOp, EmptyOp, ExpandShapeOp, ExtractSliceOp, PadOp, RankOp, dropped_dims};

impl ValueBounds for CastOp<()> {
    fn size_bounds(&self, op: OpRef, value: Value, dim: usize, set: &mut dyn BoundSet) {
        let source = op.value(CastOp::source);
        if source.ty().shape(op.cx()).is_some() {
            add_same(set, Quantity::size(value, dim), Quantity::size(source.id, dim));
        }
    }
}

impl ValueBounds for CollapseShapeOp<()> {
    fn size_bounds(&self, op: OpRef, value: Value, dim: usize, set: &mut dyn BoundSet) {
        let groups = CollapseShapeOp::from_id(op.id).groups(op.body);
        add_collapsed(set, value, dim, op.value(CollapseShapeOp::src).id, &groups);
    }
}

impl ValueBounds for DimOp<()> {
    fn index_bounds(&self, op: OpRef, value: Value, set: &mut dyn BoundSet) {
        add_asked_size(set, value, op.value(DimOp::source), DimOp::from_id(op.id).constant_index(op.body));
    }
}

impl ValueBounds for EmptyOp<()> {
    fn size_bounds(&self, op: OpRef, value: Value, dim: usize, set: &mut dyn BoundSet) {
        let shape = op.result(0).ty().shape(op.cx()).unwrap_or_default();
        add_listed(set, value, dim, &mixed(shape, &EmptyOp::from_id(op.id).dynamicSizes(op.body)));
    }
}

impl ValueBounds for ExpandShapeOp<()> {
    fn size_bounds(&self, op: OpRef, value: Value, dim: usize, set: &mut dyn BoundSet) {
        add_listed(set, value, dim, &ExpandShapeOp::from_id(op.id).mixed_output_shape(op.body));
    }
}

impl ValueBounds for ExtractSliceOp<()> {
    fn size_bounds(&self, op: OpRef, value: Value, dim: usize, set: &mut dyn BoundSet) {
        let sizes = SliceLists::of(op).sizes;
        let dropped = dropped_dims(op.result(0).ty().shape(op.cx()).unwrap_or_default(), &sizes);
        let kept = sizes.into_iter().zip(dropped).filter(|&(_, is_dropped)| !is_dropped);
        let kept: Vec<MixedIndex> = kept.map(|(size, _)| size).collect();
        add_listed(set, value, dim, &kept);
    }
}

impl ValueBounds for PadOp<()> {
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

impl ValueBounds for RankOp<()> {
    fn index_bounds(&self, op: OpRef, value: Value, set: &mut dyn BoundSet) {
        add_rank(set, value, op.value(RankOp::tensor));
    }
}
