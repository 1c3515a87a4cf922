//! What is known of sizes and of what a memref says about itself, for the analysis of bounds.

use rmlir::affine::AffineExpr;
use rmlir::core::fold::constant_value;
use rmlir::core::memref_layout::strides_and_offset;
use rmlir::core::mixed_index::{MixedIndex, SliceLists, mixed};
use rmlir::core::types::DYNAMIC;
use rmlir::core::value_bounds::{BoundSet, Quantity, Relation, ValueBounds};
use rmlir::prelude::*;

use crate::cast::CastOp;
use crate::*;

/// Adds that size `dim` of `value` is entry `dim` of a list.
fn add_size(set: &mut dyn BoundSet, value: Value, dim: usize, sizes: &[MixedIndex]) {
    if let Some(&size) = sizes.get(dim) {
        let size = set.mixed(size);
        set.add(Quantity::size(value, dim), Relation::Equal, size);
    }
}

/// Adds that size `dim` of `value` is that of operand 0.
fn add_size_of_source(op: OpRef, value: Value, dim: usize, set: &mut dyn BoundSet) {
    let size = set.expr(Quantity::size(op.operand(0).id, dim));
    set.add(Quantity::size(value, dim), Relation::Equal, size);
}

/// Operations with an operand for each size that the type does not know.
macro_rules! allocations {
    ($($op:ident),*) => {$(
        impl ValueBounds for $op {
            fn size_bounds(&self, op: OpRef, value: Value, dim: usize, set: &mut dyn BoundSet) {
                let shape = op.result(0).ty().shape(op.cx()).unwrap_or_default();
                add_size(set, value, dim, &mixed(shape, &$op::from_id(op.id).dynamicSizes(op.body)));
            }
        }
    )*};
}

allocations!(AllocOp, AllocaOp);

impl ValueBounds for AssumeAlignmentOp {
    fn size_bounds(&self, op: OpRef, value: Value, dim: usize, set: &mut dyn BoundSet) {
        add_size_of_source(op, value, dim, set);
    }
}

impl ValueBounds for CastOp {
    fn size_bounds(&self, op: OpRef, value: Value, dim: usize, set: &mut dyn BoundSet) {
        if op.operand(0).ty().shape(op.cx()).is_some() {
            add_size_of_source(op, value, dim, set);
        }
    }
}

impl ValueBounds for DimOp {
    fn index_bounds(&self, op: OpRef, value: Value, set: &mut dyn BoundSet) {
        let result = Quantity::index(value);
        set.add(result, Relation::AtLeast, AffineExpr::constant(0));
        let source = op.operand(0);
        let rank = source.ty().shape(op.cx()).map_or(0, <[i64]>::len);
        let dim = constant_value(op.body, op.operand(1).id).and_then(|dim| dim.as_i64(op.cx()));
        let dim = dim.and_then(|dim| usize::try_from(dim).ok()).filter(|&dim| dim < rank);
        if let Some(dim) = dim {
            let size = set.expr(Quantity::size(source.id, dim));
            set.add(result, Relation::Equal, size);
        }
    }
}

impl ValueBounds for RankOp {
    fn index_bounds(&self, op: OpRef, value: Value, set: &mut dyn BoundSet) {
        if let Some(shape) = op.operand(0).ty().shape(op.cx()) {
            set.add(Quantity::index(value), Relation::Equal, AffineExpr::constant(shape.len() as i64));
        }
    }
}

impl ValueBounds for ExtractStridedMetadataOp {
    /// Sizes are those of the source; the offset and strides are known if its layout says them.
    fn index_bounds(&self, op: OpRef, value: Value, set: &mut dyn BoundSet) {
        let (source, result) = (op.operand(0), Quantity::index(value));
        let Some(layout) = strides_and_offset(op.cx(), source.ty()) else { return };
        let place =
            op.results().position(|result| result.id == value).expect("the operation makes what it is asked for");
        let rank = layout.strides.len();
        let known = match place {
            1 => layout.offset,
            place if place < 2 + rank => {
                set.add(result, Relation::AtLeast, AffineExpr::constant(0));
                let size = set.expr(Quantity::size(source.id, place - 2));
                return set.add(result, Relation::Equal, size);
            }
            place => layout.strides[place - 2 - rank],
        };
        if known != DYNAMIC {
            set.add(result, Relation::Equal, AffineExpr::constant(known));
        }
    }
}

impl ValueBounds for ExpandShapeOp {
    fn size_bounds(&self, op: OpRef, value: Value, dim: usize, set: &mut dyn BoundSet) {
        add_size(set, value, dim, &ExpandShapeOp::from_id(op.id).mixed_output_shape(op.body));
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

impl ValueBounds for SubViewOp {
    fn size_bounds(&self, op: OpRef, value: Value, dim: usize, set: &mut dyn BoundSet) {
        let Some(dropped) = dropped_dims(op) else { return };
        let sizes = SliceLists::of(op).sizes.into_iter().zip(dropped);
        let kept: Vec<MixedIndex> = sizes.filter(|&(_, is_dropped)| !is_dropped).map(|(size, _)| size).collect();
        add_size(set, value, dim, &kept);
    }
}
