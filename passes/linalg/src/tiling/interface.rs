//! The interface of operations that can be tiled and fused: [`Tileable`] (upstream: `TilingInterface`).
//!
//! The *domain* of an operation is its iteration space, a box starting at 0. A [`Part`] of it, of an operand or of a
//! result is a box in it. Structured operations, `tensor.pad`, `linalg.pack`, `linalg.unpack` and `linalg.softmax` are
//! implemented here; operations of other dialects implement the interface.

use rmlir::core::mixed_index::{MixedIndex, SliceLists, statics};
use rmlir::prelude::*;
use rmlir_linalg::IteratorType;
use rmlir_memref as memref;
use rmlir_tensor::{ExtractSliceOp, TensorParts};

/// A box: its offset and size in each dimension.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The offsets.
    pub offsets: Vec<MixedIndex>,
    /// The sizes.
    pub sizes: Vec<MixedIndex>,
}

impl Part {
    /// The part that a slice extracts; `None` if the slice has non-unit strides.
    pub fn of_slice(op: OpRef) -> Option<Self> {
        let SliceLists { offsets, sizes, strides } = SliceLists::of(op);
        let is_dense = strides.iter().all(|&stride| stride == MixedIndex::Static(1));
        is_dense.then_some(Self { offsets, sizes })
    }

    /// The offsets, sizes and strides of a slice of this part.
    pub fn lists(&self) -> SliceLists {
        let strides = vec![MixedIndex::Static(1); self.sizes.len()];
        SliceLists { offsets: self.offsets.clone(), sizes: self.sizes.clone(), strides }
    }

    /// Extracts this part of `value`, a tensor or a strided memref.
    pub fn extract(&self, rw: &mut Rewriter, value: Value) -> Value {
        let (ty, lists) = (rw.ty(value), self.lists());
        if ty.is_memref(rw) {
            let ty = memref::inferred_subview_type(rw, ty, &lists).expect("memrefs of operations have parts");
            return rw.value(memref::SubViewOp::of(rw.cx(), ty, value, &lists));
        }
        let parts = TensorParts::of(rw, ty).expect("an operand with a shape is a memref or a tensor");
        let ty = parts.with_shape(rw, &statics(&self.sizes));
        rw.value(ExtractSliceOp::of(rw.cx(), ty, value, &lists))
    }
}

/// The operations that compute a part.
pub struct Tile {
    /// The operations on the part.
    pub ops: Vec<OpId>,
    /// The part of each result.
    pub values: Vec<Value>,
    /// The slices of operands that were created for it, or are operands of it.
    pub slices: Vec<OpId>,
}

/// The offset of an empty part for which its operand slices are within bounds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum EmptyStart {
    /// It needs no operands.
    Anywhere,
    /// Within the domain, or at its end.
    Inside,
    /// At the start of the domain.
    First,
}

/// An operation that can be computed part by part.
///
/// The operations that a method creates are inserted at the insertion point by default. `None` means that the method
/// does not apply; operations created until then are unused.
pub trait Tileable: Send + Sync {
    /// The iterator type of each loop.
    fn iterators(&self, op: OpRef) -> Vec<IteratorType>;

    /// The trip count of each loop; operations that compute it are inserted before `op`, or at the insertion point.
    fn domain(&self, rw: &mut Rewriter, op: OpId) -> Option<Vec<MixedIndex>>;

    /// Computes `part` of the domain.
    fn tile(&self, rw: &mut Rewriter, op: OpId, part: &Part) -> Option<Tile>;

    /// The part of result `index` that `part` of the domain computes.
    fn part_of_result(&self, rw: &mut Rewriter, op: OpId, index: usize, part: &Part) -> Option<Part>;

    /// The part of the domain that computes `part` of result `index`.
    fn domain_of_result(&self, _rw: &mut Rewriter, _op: OpId, _index: usize, _part: &Part) -> Option<Part> {
        None
    }

    /// The part of the domain that uses these parts of operands, given by operand index, and no other elements of these
    /// operands.
    fn domain_of_operands(&self, _rw: &mut Rewriter, _op: OpId, _parts: &[(usize, Part)]) -> Option<Part> {
        None
    }

    /// Computes `part` of result `index`, the only value of the tile.
    fn tile_of_result(&self, rw: &mut Rewriter, op: OpId, index: usize, part: &Part) -> Option<Tile> {
        let domain = self.domain_of_result(rw, op, index, part)?;
        let tile = self.tile(rw, op, &domain)?;
        Some(Tile { values: vec![*tile.values.get(index)?], ..tile })
    }

    /// Computes the part that uses these parts of operands.
    fn tile_of_operands(&self, rw: &mut Rewriter, op: OpId, parts: &[(usize, Part)]) -> Option<Tile> {
        let domain = self.domain_of_operands(rw, op, parts)?;
        self.tile(rw, op, &domain)
    }

    /// Whether `part` of result `index` can be computed at its use.
    fn is_fusable_with_consumer(&self, _op: OpRef, _index: usize, _part: &Part) -> bool {
        false
    }

    /// Whether the part that uses these parts of operands can be computed at their definitions.
    fn is_fusable_with_producers(&self, _op: OpRef, _parts: &[(usize, Part)]) -> bool {
        false
    }

    /// The offset of an empty part along loop `dim`.
    fn start_of_empty(&self, _op: OpRef, _dim: usize) -> EmptyStart {
        EmptyStart::Anywhere
    }
}
