//! Value bounds of sizes and of memref metadata.

use rmlir::affine_maps::AffineExpr;
use rmlir::core::fold::constant_value;
use rmlir::core::memref_layout::strides_and_offset;
use rmlir::core::mixed_index::{MixedIndex, SliceLists, mixed};
use rmlir::core::types::DYNAMIC;
use rmlir::core::value_bounds::{
    BoundSet, Quantity, Relation, ValueBounds, add_asked_size, add_collapsed, add_listed, add_rank, add_same,
};
use rmlir::prelude::*;

use crate::cast::CastOp;
use crate::*;

/// Adds that size `dim` of `value` is that of operand 0.
fn add_size_of_source(op: OpRef, value: Value, dim: usize, set: &mut dyn BoundSet) {
    add_same(set, Quantity::size(value, dim), Quantity::size(op.operand(0).id, dim));
}

/// Rows of operations with an operand for each dynamic size.
macro_rules! allocations {
    ($($op:ident),*) => {$(
        impl ValueBounds for $op<()> {
            fn size_bounds(&self, op: OpRef, value: Value, dim: usize, set: &mut dyn BoundSet) {
                let shape = op.result(0).ty().shape(op.cx()).unwrap_or_default();
                add_listed(set, value, dim, &mixed(shape, &$op::from_id(op.id).dynamicSizes(op.body)));
            }
        }
    )*};
}

allocations!(AllocOp, AllocaOp);

impl ValueBounds for AssumeAlignmentOp<()> {
    fn size_bounds(&self, op: OpRef, value: Value, dim: usize, set: &mut dyn BoundSet) {
        add_size_of_source(op, value, dim, set);
    }
}

impl ValueBounds for CastOp<()> {
    fn size_bounds(&self, op: OpRef, value: Value, dim: usize, set: &mut dyn BoundSet) {
        if op.value(CastOp::source).ty().shape(op.cx()).is_some() {
            add_size_of_source(op, value, dim, set);
        }
    }
}

impl ValueBounds for DimOp<()> {
    fn index_bounds(&self, op: OpRef, value: Value, set: &mut dyn BoundSet) {
        let dim = constant_value(op.body, op.value(DimOp::index).id).and_then(|dim| dim.as_i64(op.cx()));
        add_asked_size(set, value, op.value(DimOp::source), dim);
    }
}

impl ValueBounds for RankOp<()> {
    fn index_bounds(&self, op: OpRef, value: Value, set: &mut dyn BoundSet) {
        add_rank(set, value, op.value(RankOp::memref));
    }
}

impl ValueBounds for ExtractStridedMetadataOp<()> {
    /// Sizes are those of the source; the offset and strides are known if the layout of the source has static ones.
    fn index_bounds(&self, op: OpRef, value: Value, set: &mut dyn BoundSet) {
        let (source, result) = (op.value(ExtractStridedMetadataOp::source), Quantity::index(value));
        let Some(layout) = strides_and_offset(op.cx(), source.ty()) else { return };
        let place =
            op.results().position(|result| result.id == value).expect("the operation makes what it is asked for");
        let rank = layout.strides.len();
        let known = match place {
            1 => layout.offset,
            place if place < 2 + rank => {
                set.add(result, Relation::AtLeast, AffineExpr::constant(0));
                return add_same(set, result, Quantity::size(source.id, place - 2));
            }
            place => layout.strides[place - 2 - rank],
        };
        if known != DYNAMIC {
            set.add(result, Relation::Equal, AffineExpr::constant(known));
        }
    }
}

impl ValueBounds for ExpandShapeOp<()> {
    fn size_bounds(&self, op: OpRef, value: Value, dim: usize, set: &mut dyn BoundSet) {
        add_listed(set, value, dim, &ExpandShapeOp::from_id(op.id).mixed_output_shape(op.body));
    }
}

impl ValueBounds for CollapseShapeOp<()> {
    fn size_bounds(&self, op: OpRef, value: Value, dim: usize, set: &mut dyn BoundSet) {
        let groups = CollapseShapeOp::from_id(op.id).groups(op.body);
        add_collapsed(set, value, dim, op.value(CollapseShapeOp::src).id, &groups);
    }
}

impl ValueBounds for SubViewOp<()> {
    fn size_bounds(&self, op: OpRef, value: Value, dim: usize, set: &mut dyn BoundSet) {
        let Some(dropped) = dropped_dims(op) else { return };
        let sizes = SliceLists::of(op).sizes.into_iter().zip(dropped);
        let kept: Vec<MixedIndex> = sizes.filter(|&(_, is_dropped)| !is_dropped).map(|(size, _)| size).collect();
        add_listed(set, value, dim, &kept);
    }
}
