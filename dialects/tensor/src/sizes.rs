//! The sizes of results, computed from the operands.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::interfaces::ReifyShapes;
use rmlir::core::mixed_index::{MixedIndex, SliceLists, mixed};
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir::rewrite::create_or_fold;
use rmlir_affine::compose::{make_composed_apply, make_composed_folded_apply};
use rmlir_arith::{constant_index, materialize_index};

use crate::{
    CollapseShapeOp, ConcatOp, DimOp, EmptyOp, ExpandShapeOp, ExtractSliceOp, GenerateOp, InsertSliceOp, PadOp,
    SplatOp, dropped_dims,
};

/// The sizes of `tensor`; dynamic ones are queried at the insertion point.
pub fn mixed_sizes(rw: &mut Rewriter, tensor: Value) -> Vec<MixedIndex> {
    let rank = rw.ty(tensor).shape(rw).map_or(0, <[i64]>::len);
    (0..rank).map(|dim| mixed_size(rw, tensor, dim)).collect()
}

/// Size `dim` of `tensor`, which is queried at the insertion point if it is dynamic.
pub fn mixed_size(rw: &mut Rewriter, tensor: Value, dim: usize) -> MixedIndex {
    match rw.ty(tensor).shape(rw).map(|shape| shape[dim]) {
        Some(size) if size != DYNAMIC => MixedIndex::Static(size),
        _ => MixedIndex::Dynamic(size_of(rw, tensor, dim)),
    }
}

/// Size `dim` of `tensor` as a value.
fn size_of(rw: &mut Rewriter, tensor: Value, dim: usize) -> Value {
    let dim = constant_index(rw, dim as i64);
    create_or_fold(rw, DimOp::build(tensor, dim))
}

/// The shape of result 0 of `op`, [`DYNAMIC`] where it is dynamic.
fn result_shape(body: &Body, op: OpId) -> Option<Vec<i64>> {
    Some(body.ty(body.result(op, 0)).shape(body)?.to_vec())
}

fn sum(n_terms: usize) -> AffineMap {
    let terms = (0..n_terms as u32).map(AffineExpr::dim);
    let sum = terms.reduce(|sum, term| &sum + &term).expect("there are terms");
    AffineMap::new(n_terms as u32, 0, vec![sum])
}

/// Rows of operations with an operand for each dynamic size.
macro_rules! sizes_are_operands {
    ($($op:ident $operands:ident),*) => {$(
        impl ReifyShapes for $op<()> {
            fn result_sizes(&self, rw: &mut Rewriter, op: OpId, _index: usize) -> Option<Vec<MixedIndex>> {
                Some(mixed(&result_shape(rw, op)?, &$op::from_id(op).$operands(rw)))
            }
        }
    )*};
}

sizes_are_operands!(EmptyOp dynamicSizes, GenerateOp dynamicExtents, SplatOp dynamicSizes);

impl ReifyShapes for ExpandShapeOp<()> {
    fn result_sizes(&self, rw: &mut Rewriter, op: OpId, _index: usize) -> Option<Vec<MixedIndex>> {
        Some(ExpandShapeOp::from_id(op).mixed_output_shape(rw))
    }
}

impl ReifyShapes for CollapseShapeOp<()> {
    /// The sizes are the products of the groups' sizes.
    fn result_sizes(&self, rw: &mut Rewriter, op: OpId, _index: usize) -> Option<Vec<MixedIndex>> {
        let collapse = CollapseShapeOp::from_id(op);
        let (source, loc) = (collapse.src(rw), rw.loc(op));
        let sizes = collapse.groups(rw).into_iter().zip(result_shape(rw, op)?).map(|(group, size)| {
            if size != DYNAMIC {
                return MixedIndex::Static(size);
            }
            let factors: Vec<MixedIndex> =
                group.iter().map(|&dim| MixedIndex::Dynamic(size_of(rw, source, dim as usize))).collect();
            let symbols = (0..factors.len() as u32).map(AffineExpr::symbol);
            let product = symbols.reduce(|product, symbol| &product * &symbol).expect("groups are not empty");
            let map = AffineMap::new(0, factors.len() as u32, vec![product]);
            MixedIndex::Dynamic(make_composed_apply(rw, loc, &map, &factors))
        });
        Some(sizes.collect())
    }
}

impl ReifyShapes for ExtractSliceOp<()> {
    fn result_sizes(&self, rw: &mut Rewriter, op: OpId, _index: usize) -> Option<Vec<MixedIndex>> {
        let sizes = SliceLists::of(OpRef::new(rw, op)).sizes;
        let dropped = dropped_dims(&result_shape(rw, op)?, &sizes);
        Some(sizes.into_iter().zip(dropped).filter(|&(_, dropped)| !dropped).map(|(size, _)| size).collect())
    }
}

impl ReifyShapes for InsertSliceOp<()> {
    fn result_sizes(&self, rw: &mut Rewriter, op: OpId, _index: usize) -> Option<Vec<MixedIndex>> {
        let dest = InsertSliceOp::from_id(op).dest(rw);
        Some(mixed_sizes(rw, dest))
    }
}

impl ReifyShapes for PadOp<()> {
    fn result_sizes(&self, rw: &mut Rewriter, op: OpId, _index: usize) -> Option<Vec<MixedIndex>> {
        let (pad, loc) = (PadOp::from_id(op), rw.loc(op));
        let (source, low, high) = (pad.source(rw), pad.mixed_low(rw), pad.mixed_high(rw));
        let sizes = result_shape(rw, op)?.into_iter().enumerate().map(|(dim, size)| match size {
            DYNAMIC => {
                let inside = MixedIndex::Dynamic(size_of(rw, source, dim));
                make_composed_folded_apply(rw, loc, &sum(3), &[inside, low[dim], high[dim]])
            }
            _ => MixedIndex::Static(size),
        });
        Some(sizes.collect())
    }
}

impl ReifyShapes for ConcatOp<()> {
    fn result_sizes(&self, rw: &mut Rewriter, op: OpId, _index: usize) -> Option<Vec<MixedIndex>> {
        let (concat, loc) = (ConcatOp::from_id(op), rw.loc(op));
        let (inputs, shape) = (concat.inputs(rw), result_shape(rw, op)?);
        let along = concat.dim(rw) as usize;
        let known = |rw: &Rewriter, dim: usize| {
            let sizes = inputs.iter().map(|&input| rw.ty(input).shape(rw).map_or(DYNAMIC, |shape| shape[dim]));
            sizes.into_iter().find(|&size| size != DYNAMIC)
        };
        let mut sizes: Vec<MixedIndex> = Vec::with_capacity(shape.len());
        for (dim, &size) in shape.iter().enumerate() {
            let size = match (size, known(rw, dim)) {
                (DYNAMIC, _) if dim == along => MixedIndex::Static(0),
                (DYNAMIC, Some(size)) => MixedIndex::Dynamic(constant_index(rw, size)),
                (DYNAMIC, None) => {
                    let dim = constant_index(rw, dim as i64);
                    MixedIndex::Dynamic(rw.value(DimOp::build(inputs[0], dim)))
                }
                _ => MixedIndex::Static(size),
            };
            sizes.push(size);
        }
        if shape[along] == DYNAMIC {
            let terms: Vec<MixedIndex> =
                inputs.iter().map(|&input| MixedIndex::Dynamic(size_of(rw, input, along))).collect();
            let total = make_composed_folded_apply(rw, loc, &sum(terms.len()), &terms);
            sizes[along] = MixedIndex::Dynamic(materialize_index(rw, total));
        }
        Some(sizes)
    }
}
