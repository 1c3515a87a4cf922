//! Tiling of `linalg.softmax`: the whole range along the reduced dimension, any part along the others.

use rmlir::core::clone::CloneMap;
use rmlir::core::memref_layout::is_strided;
use rmlir::core::mixed_index::MixedIndex;
use rmlir::prelude::*;
use rmlir_linalg::{IteratorType, SoftmaxOp};
use rmlir_tensor::{DimOp, ExtractSliceOp};

use super::arithmetic::sizes_of;
use super::interface::{Part, Tile, Tileable};

/// The tiling of `linalg.softmax`. The domain has a loop for each dimension.
pub(super) struct SoftmaxTiling;

/// The reduced dimension.
fn summed(body: &Body, op: OpId) -> Option<usize> {
    let dimension = SoftmaxOp::from_id(op).dimension(body);
    usize::try_from(dimension).ok()
}

impl Tileable for SoftmaxTiling {
    fn iterators(&self, op: OpRef) -> Vec<IteratorType> {
        let rank = op.value(SoftmaxOp::input).ty().shape(op.cx()).map_or(0, <[i64]>::len);
        let summed = summed(op.body, op.id);
        let kind = |dim| if Some(dim) == summed { IteratorType::Reduction } else { IteratorType::Parallel };
        (0..rank).map(kind).collect()
    }

    /// `None` for memrefs without strided layout.
    fn domain(&self, rw: &mut Rewriter, op: OpId) -> Option<Vec<MixedIndex>> {
        let has_parts = |ty: Type| !ty.is_memref(rw) || is_strided(rw, ty);
        if !rw.operands(op).all(|operand| has_parts(rw.ty(operand))) {
            return None;
        }
        let input = rw.operand(op, 0);
        Some(sizes_of(rw, input))
    }

    /// `None` if the part does not cover the reduced dimension. (Upstream does not check that.)
    fn tile(&self, rw: &mut Rewriter, op: OpId, part: &Part) -> Option<Tile> {
        let dim = summed(rw, op)?;
        if !part.offsets.get(dim)?.is(rw, 0) || !is_whole(rw, op, dim, *part.sizes.get(dim)?) {
            return None;
        }
        let operands: Vec<Value> = rw.operands(op).collect();
        let parts: Vec<Value> = operands.into_iter().map(|operand| part.extract(rw, operand)).collect();
        let tiled = rw.clone_op(op, &mut CloneMap::default());
        rw.set_operands(tiled, &parts);
        let values = rw.results(tiled).to_vec();
        for &value in &values {
            let ty = rw.ty(parts[1]);
            rw.set_type(value, ty);
        }
        let slices = parts.iter().filter_map(|&value| rw.defining_op(value));
        let slices = slices.filter(|&slice| OpRef::new(rw, slice).is::<ExtractSliceOp>()).collect();
        Some(Tile { ops: vec![tiled], values, slices })
    }

    fn part_of_result(&self, _rw: &mut Rewriter, _op: OpId, _index: usize, part: &Part) -> Option<Part> {
        Some(part.clone())
    }

    fn domain_of_result(&self, _rw: &mut Rewriter, _op: OpId, _index: usize, part: &Part) -> Option<Part> {
        Some(part.clone())
    }
}

/// Whether `size` is known to be that of dimension `dim` of an operand of `op`.
fn is_whole(body: &Body, op: OpId, dim: usize, size: MixedIndex) -> bool {
    let MixedIndex::Dynamic(value) = size else {
        let is_size = |operand: Value| body.ty(operand).shape(body).and_then(|shape| shape.get(dim)).copied();
        return body.operands(op).any(|operand| is_size(operand) == Some(size.static_or_dynamic()));
    };
    let Some(by) = body.defining_op(value) else { return false };
    let is_asked = OpRef::new(body, by).is::<DimOp>() || OpRef::new(body, by).is::<rmlir_memref::DimOp>();
    let asks = |by: OpId| body.operands(op).any(|operand| operand == body.operand(by, 0));
    is_asked && asks(by) && MixedIndex::Dynamic(body.operand(by, 1)).is(body, dim as i64)
}
