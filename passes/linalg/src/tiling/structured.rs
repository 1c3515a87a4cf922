//! Tiling of structured operations: operands are sliced by their indexing maps.
//!
//! As in upstream, redundant arithmetic is left to later clean-up passes.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::clone::CloneMap;
use rmlir::core::memref_layout::is_strided;
use rmlir::core::mixed_index::MixedIndex;
use rmlir::prelude::*;
use rmlir_arith::materialize_index;
use rmlir_linalg::IteratorType;
use rmlir_linalg::structured::{Loops, inits};
use rmlir_memref as memref;
use rmlir_tensor::ExtractSliceOp;

use super::arithmetic::{apply, is_zero, size_of, sizes_of};
use super::interface::{EmptyStart, Part, Tile, Tileable};

/// The tiling of all structured operations.
pub(super) struct StructuredTiling;

fn loops_of(body: &Body, op: OpId) -> Option<Loops> {
    Loops::of(OpRef::new(body, op))
}

impl Tileable for StructuredTiling {
    fn iterators(&self, op: OpRef) -> Vec<IteratorType> {
        Loops::of(op).map_or_else(Vec::new, |loops| loops.iterators)
    }

    /// `None` if the range of a loop cannot be computed from the operands, or for a memref without strided layout.
    fn domain(&self, rw: &mut Rewriter, op: OpId) -> Option<Vec<MixedIndex>> {
        let places = loops_of(rw, op)?.places()?;
        let has_parts = |ty: Type| !ty.is_memref(rw) || is_strided(rw, ty);
        if !rw.operands(op).all(|operand| has_parts(rw.ty(operand))) {
            return None;
        }
        let (point, loc) = (rw.insert_point(), rw.default_loc());
        rw.before(op);
        let operands: Vec<Value> = rw.operands(op).collect();
        let sizes: Vec<Vec<MixedIndex>> = operands.into_iter().map(|operand| sizes_of(rw, operand)).collect();
        rw.set_insert_point(point);
        rw.set_loc(loc);
        places.into_iter().map(|(operand, dim)| sizes.get(operand)?.get(dim).copied()).collect()
    }

    fn tile(&self, rw: &mut Rewriter, op: OpId, part: &Part) -> Option<Tile> {
        let loops = loops_of(rw, op)?;
        Some(Slicing { rw, op, loops, part }.tile())
    }

    fn part_of_result(&self, rw: &mut Rewriter, op: OpId, index: usize, part: &Part) -> Option<Part> {
        let loops = loops_of(rw, op)?;
        let operand = tensor_inits(rw, op).get(index).copied()?;
        let value = rw.operand(op, operand);
        let mut slicing = Slicing { rw, op, loops, part };
        let last = slicing.last();
        Some(slicing.slice(value, operand, &last))
    }

    fn domain_of_result(&self, rw: &mut Rewriter, op: OpId, index: usize, part: &Part) -> Option<Part> {
        let operand = tensor_inits(rw, op).get(index).copied()?;
        self.domain_of_operands(rw, op, &[(operand, part.clone())])
    }

    /// `None` if a map is no projection, or two operands need different parts of one loop.
    fn domain_of_operands(&self, rw: &mut Rewriter, op: OpId, parts: &[(usize, Part)]) -> Option<Part> {
        let wanted = wanted(&loops_of(rw, op)?, parts)?;
        let domain = self.domain(rw, op)?;
        let both = wanted.into_iter().zip(domain).map(|(wanted, size)| wanted.unwrap_or((MixedIndex::Static(0), size)));
        let (offsets, sizes) = both.unzip();
        Some(Part { offsets, sizes })
    }

    fn is_fusable_with_consumer(&self, _op: OpRef, _index: usize, _part: &Part) -> bool {
        true
    }

    fn is_fusable_with_producers(&self, op: OpRef, parts: &[(usize, Part)]) -> bool {
        Loops::of(op).is_some_and(|loops| wanted(&loops, parts).is_some())
    }

    /// An empty part needs operand elements if a subscript is a sum.
    fn start_of_empty(&self, op: OpRef, dim: usize) -> EmptyStart {
        let is_summand = |expr: &AffineExpr| expr.as_dim().is_none() && expr.is_function_of_dim(dim as u32);
        let reads =
            Loops::of(op).is_some_and(|loops| loops.maps.iter().any(|map| map.results().iter().any(is_summand)));
        if reads { EmptyStart::Inside } else { EmptyStart::Anywhere }
    }
}

/// The offset and size of parts of operands along each loop, as far as these determine them; `None` as for
/// [`Tileable::domain_of_operands`].
fn wanted(loops: &Loops, parts: &[(usize, Part)]) -> Option<Vec<Option<(MixedIndex, MixedIndex)>>> {
    let mut wanted = vec![None; loops.iterators.len()];
    for (operand, part) in parts {
        let exprs = loops.maps.get(*operand)?.results();
        for (expr, (&offset, &size)) in exprs.iter().zip(part.offsets.iter().zip(&part.sizes)) {
            let wanted = wanted.get_mut(expr.as_dim()? as usize)?;
            if wanted.is_some_and(|other| other != (offset, size)) {
                return None;
            }
            *wanted = Some((offset, size));
        }
    }
    Some(wanted)
}

/// The indices of the inits that are tensors, one for each result.
pub(super) fn tensor_inits(body: &Body, op: OpId) -> Vec<usize> {
    let view = OpRef::new(body, op);
    inits(view).filter(|&index| view.operand(index).ty().is_tensor(body)).collect()
}

/// An operation that is being tiled.
struct Slicing<'r, 'b, 'c> {
    rw: &'r mut Rewriter<'b, 'c>,
    op: OpId,
    loops: Loops,
    part: &'r Part,
}

impl Slicing<'_, '_, '_> {
    /// The operation on slices of its operands.
    fn tile(&mut self) -> Tile {
        let operands: Vec<Value> = self.rw.operands(self.op).collect();
        let tensors = tensor_inits(self.rw, self.op);
        let last = self.last();
        let mut slices = Vec::new();
        for (index, &operand) in operands.iter().enumerate() {
            let is_tiled = self.loops.maps[index].results().iter().any(|expr| self.is_tiled(expr));
            let is_shaped = self.rw.ty(operand).shape(self.rw).is_some();
            let is_needed = is_shaped && (is_tiled || tensors.contains(&index));
            slices.push(is_needed.then(|| self.slice(operand, index, &last)));
        }
        let parts: Vec<Value> = operands
            .iter()
            .zip(&slices)
            .map(|(&operand, part)| part.as_ref().map_or(operand, |part| part.extract(self.rw, operand)))
            .collect();
        let tiled = self.rw.clone_op(self.op, &mut CloneMap::default());
        self.rw.set_operands(tiled, &parts);
        let values = self.rw.results(tiled).to_vec();
        for (&value, &index) in values.iter().zip(&tensors) {
            let ty = self.rw.ty(parts[index]);
            self.rw.set_type(value, ty);
        }
        self.shift_indices(tiled);
        let is_slice = |op: &OpId| {
            let op = OpRef::new(self.rw, *op);
            op.is::<ExtractSliceOp>() || op.is::<memref::SubViewOp>()
        };
        let slices = parts.iter().filter_map(|&value| self.rw.defining_op(value)).filter(is_slice).collect();
        Tile { ops: vec![tiled], values, slices }
    }

    fn apply(&mut self, expr: AffineExpr, n_dims: u32, operands: &[MixedIndex]) -> MixedIndex {
        let loc = self.rw.loc(self.op);
        apply(self.rw, loc, expr, n_dims, operands)
    }

    /// The last index of each loop in the part.
    fn last(&mut self) -> Vec<MixedIndex> {
        let one_less = || AffineExpr::dim(0) - AffineExpr::constant(1);
        self.part.sizes.iter().map(|&size| self.apply(one_less(), 1, &[size])).collect()
    }

    fn is_tiled(&self, expr: &AffineExpr) -> bool {
        let sizes = &self.part.sizes;
        (0..sizes.len()).any(|dim| expr.is_function_of_dim(dim as u32) && !is_zero(self.rw, sizes[dim]))
    }

    /// The slice of `value`, which replaces operand `index`.
    fn slice(&mut self, value: Value, index: usize, last: &[MixedIndex]) -> Part {
        let mut slice = Part { offsets: Vec::new(), sizes: Vec::new() };
        let map = self.loops.maps[index].clone();
        let n_dims = map.n_dims();
        for (dim, expr) in map.results().iter().enumerate() {
            if !self.is_tiled(expr) {
                slice.offsets.push(MixedIndex::Static(0));
                let size = size_of(self.rw, value, dim);
                slice.sizes.push(size);
                continue;
            }
            let at_zero = AffineMap::new(n_dims, 0, [expr.clone()]).fold_inputs(&vec![Some(0); n_dims as usize]);
            let at_zero = at_zero.result(0).as_constant().expect("a map of numbers gives a number");
            let offset = self.apply(expr.clone() - AffineExpr::constant(at_zero), n_dims, &self.part.offsets);
            slice.offsets.push(offset);
            let last = self.apply(expr.clone(), n_dims, last);
            let size = self.apply(AffineExpr::symbol(0) + AffineExpr::constant(1), 0, &[last]);
            slice.sizes.push(size);
        }
        slice
    }

    /// Adds the offsets of the part to `linalg.index` results.
    fn shift_indices(&mut self, tiled: OpId) {
        let (point, loc) = (self.rw.insert_point(), self.rw.default_loc());
        let view = OpRef::new(self.rw, tiled);
        let ops = view.region(0).entry().into_iter().flat_map(|block| block.ops());
        let indices: Vec<rmlir_linalg::IndexOp> = ops.filter_map(|op| op.cast()).collect();
        for index in indices {
            let dim = usize::try_from(index.dim(self.rw));
            let Some(&offset) = dim.ok().and_then(|dim| self.part.offsets.get(dim)) else { continue };
            self.rw.after(index.id());
            let value = self.rw.result(index.id(), 0);
            let sum = &AffineExpr::dim(0) + &AffineExpr::dim(1);
            let shifted = self.apply(sum, 2, &[MixedIndex::Dynamic(value), offset]);
            let shifted = materialize_index(self.rw, shifted);
            let by = self.rw.defining_op(shifted);
            self.rw.replace_uses_if(value, shifted, |_, user, _| Some(user) != by);
        }
        self.rw.set_insert_point(point);
        self.rw.set_loc(loc);
    }
}
