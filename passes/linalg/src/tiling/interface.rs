//! What an operation has to say so that it can be tiled and fused: [`Tileable`] (upstream: `TilingInterface`).
//!
//! The *domain* of an operation is the box of points its loops run through, from 0 on. A [`Part`] of it, of an operand or of
//! a result is a box in it. Structured operations, `tensor.pad`, `linalg.pack`, `linalg.unpack` and `linalg.softmax` are known
//! here; operations of others implement the interface.

use rmlir::core::mixed_index::{MixedIndex, SliceLists, statics};
use rmlir::prelude::*;
use rmlir_linalg::IteratorType;
use rmlir_linalg::structured::Structured;
use rmlir_linalg::{PackOp, SoftmaxOp, UnPackOp};
use rmlir_memref as memref;
use rmlir_tensor::{ExtractSliceOp, PadOp, TensorParts};

use super::pad::PadTiling;
use super::relayout::{PackTiling, UnpackTiling};
use super::softmax::SoftmaxTiling;
use super::structured::StructuredTiling;

/// A box: where it starts, and how large it is along each dimension.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// Where it starts.
    pub offsets: Vec<MixedIndex>,
    /// How large it is.
    pub sizes: Vec<MixedIndex>,
}

impl Part {
    /// The part that a slice is; `None` if the slice leaves out elements between others.
    pub fn of_slice(op: OpRef) -> Option<Self> {
        let SliceLists { offsets, sizes, strides } = SliceLists::of(op);
        let is_dense = strides.iter().all(|&stride| stride == MixedIndex::Static(1));
        is_dense.then_some(Self { offsets, sizes })
    }

    /// The lists of a slice that is this part.
    pub fn lists(&self) -> SliceLists {
        let strides = vec![MixedIndex::Static(1); self.sizes.len()];
        SliceLists { offsets: self.offsets.clone(), sizes: self.sizes.clone(), strides }
    }

    /// This part of `value`, a tensor or a memref that has strides.
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

/// What was made to compute a part.
pub struct Tile {
    /// The operations that compute it.
    pub ops: Vec<OpId>,
    /// What the part is, for each result.
    pub values: Vec<Value>,
    /// The slices of operands that were made for it, or are operands of it.
    pub slices: Vec<OpId>,
}

/// Where an empty part has to start so that what it needs of operands is there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum EmptyStart {
    /// It needs nothing.
    Anywhere,
    /// Within the domain, or where that ends.
    Inside,
    /// Where the domain starts.
    First,
}

/// An operation that can be computed part by part.
///
/// What a method makes goes to the insertion point if nothing else is said. `None` says that it cannot be done; what was made
/// until then is not used.
pub trait Tileable: Send + Sync {
    /// What each loop is.
    fn iterators(&self, op: OpRef) -> Vec<IteratorType>;

    /// How often each loop runs; what that needs is made before `op`, or at the insertion point.
    fn domain(&self, rw: &mut Rewriter, op: OpId) -> Option<Vec<MixedIndex>>;

    /// Computes `part` of the domain.
    fn tile(&self, rw: &mut Rewriter, op: OpId, part: &Part) -> Option<Tile>;

    /// The part of result `index` that `part` of the domain computes.
    fn part_of_result(&self, rw: &mut Rewriter, op: OpId, index: usize, part: &Part) -> Option<Part>;

    /// The part of the domain that computes `part` of result `index`.
    fn domain_of_result(&self, _rw: &mut Rewriter, _op: OpId, _index: usize, _part: &Part) -> Option<Part> {
        None
    }

    /// The part of the domain that uses these parts of operands, named by their places, and nothing else of these operands.
    fn domain_of_operands(&self, _rw: &mut Rewriter, _op: OpId, _parts: &[(usize, Part)]) -> Option<Part> {
        None
    }

    /// Computes `part` of result `index`, the only value of the tile.
    fn tile_of_result(&self, rw: &mut Rewriter, op: OpId, index: usize, part: &Part) -> Option<Tile> {
        let domain = self.domain_of_result(rw, op, index, part)?;
        let tile = self.tile(rw, op, &domain)?;
        Some(Tile { values: vec![*tile.values.get(index)?], ..tile })
    }

    /// Computes what uses these parts of operands.
    fn tile_of_operands(&self, rw: &mut Rewriter, op: OpId, parts: &[(usize, Part)]) -> Option<Tile> {
        let domain = self.domain_of_operands(rw, op, parts)?;
        self.tile(rw, op, &domain)
    }

    /// Whether `part` of result `index` can be computed where it is used.
    fn is_fusable_with_consumer(&self, _op: OpRef, _index: usize, _part: &Part) -> bool {
        false
    }

    /// Whether what uses these parts of operands can be computed where they are made.
    fn is_fusable_with_producers(&self, _op: OpRef, _parts: &[(usize, Part)]) -> bool {
        false
    }

    /// Where an empty part has to start along loop `dim`.
    fn start_of_empty(&self, _op: OpRef, _dim: usize) -> EmptyStart {
        EmptyStart::Anywhere
    }
}

/// How `op` is tiled, if it can be.
pub fn tileable(op: OpRef) -> Option<&'static dyn Tileable> {
    if let Some(own) = op.interface::<dyn Tileable>() {
        return Some(own);
    }
    if op.interface::<dyn Structured>().is_some() {
        return Some(&StructuredTiling);
    }
    let known: [(bool, &dyn Tileable); 4] = [
        (op.is::<PadOp>(), &PadTiling),
        (op.is::<PackOp>(), &PackTiling),
        (op.is::<UnPackOp>(), &UnpackTiling),
        (op.is::<SoftmaxOp>(), &SoftmaxTiling),
    ];
    known.into_iter().find(|(is_it, _)| *is_it).map(|(_, model)| model)
}
