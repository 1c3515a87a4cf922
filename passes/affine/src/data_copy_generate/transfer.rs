//! The copy of one region of a memref to a buffer, or back.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::InsertPoint;
use rmlir::prelude::*;
use rmlir_affine::analysis::nest::enclosing_affine_ops;
use rmlir_affine::analysis::region::{MemRefRegion, has_identity_layout, memref_size_in_bytes};
use rmlir_affine::compose::{canonicalize_map_and_operands, fully_compose_map_and_operands};
use rmlir_affine::{ApplyOp, Bound, DmaStartOp, DmaWaitOp, ForOp, LoadOp, StoreOp};
use rmlir_arith::constant_index;
use rmlir_memref::{AllocOp, DeallocOp};

use crate::replace_memref::{Remap, replace_memref_uses};

use super::conflicts::needs_memref_around;
use super::copying::{Copying, Range, is_defined_around};

/// The state of the transfers for a range.
pub(super) struct Transfer {
    /// The operations that are to use buffers; extended when copies out are added at its end.
    pub range: Range,
    /// The block of the range.
    pub block: BlockId,
    /// Memrefs that the operations write.
    pub written: Vec<Value>,
    /// Memrefs with their buffers.
    pub buffers: Vec<(Value, Value)>,
    /// The size of all buffers in bytes.
    pub size: u64,
}

/// A box of a memref: bounds in each dimension over the symbols, its shape and its lower corner.
struct Shape {
    bounds: Vec<(AffineMap, AffineMap)>,
    sizes: Vec<i64>,
    offsets: Vec<AffineExpr>,
    symbols: Vec<Value>,
}

/// Insertion points that stay before an operation, so that created operations are in order.
struct Places {
    prologue: InsertPoint,
    epilogue: InsertPoint,
    top: InsertPoint,
}

impl Copying<'_, '_, '_> {
    /// Copies the region to a buffer, or back if it is written, and redirects the accesses of the range to the buffer.
    /// Returns whether that was possible.
    pub(super) fn transfer(&mut self, transfer: &mut Transfer, region: &MemRefRegion, loc: Loc) -> bool {
        let range = transfer.range;
        let (start, after) = self.placement(transfer, region);
        let zero = self.constant_at_top(0, self.rw.loc(self.rw.root()));
        let last = self.rw.prev_op(range.end).expect("a range is not empty");
        let is_at_end = range.end == after;
        let top = self.top();
        let mut places = Places { prologue: InsertPoint::Before(start), epilogue: InsertPoint::Before(after), top };
        if !has_identity_layout(self.rw.cx(), self.rw.ty(region.memref)) || region.rank() == 0 {
            return false;
        }
        let Some(shape) = self.shape_of(region) else { return false };
        let n_elements: i64 = shape.sizes.iter().product();
        if n_elements == 0 {
            return true;
        }
        if shape.bounds.iter().any(|(lower, upper)| lower.n_results() == 0 || upper.n_results() == 0) {
            return false;
        }
        let mem_indices = self.start_indices(region, &shape, zero, &mut places, loc);
        let known = transfer.buffers.iter().find(|(memref, _)| *memref == region.memref).map(|(_, buffer)| *buffer);
        let buffer = known.unwrap_or_else(|| self.new_buffer(transfer, region, &shape, &mut places, loc));
        self.rw.set_insert_point(places.top);
        self.rw.set_loc(loc);
        let n_elements = constant_index(&mut self.rw, n_elements);
        let mut end = None;
        if self.pass.generate_dma {
            let Some(strides) = self.strides(region, &shape, &places, loc) else { return false };
            let dma = Dma { buffer, n_elements, strides, zero, mem_indices };
            end = end.or(self.copy_by_dma(region, dma, &mut places, loc).filter(|_| is_at_end));
        } else {
            let point = if region.is_write { places.epilogue } else { places.prologue };
            let nest = self.copy_point_wise(region, &shape, buffer, point, loc);
            self.nests.push(nest.id());
            end = Some(nest.id()).filter(|_| region.is_write && is_at_end);
        }
        if known.is_none() {
            self.rw.set_insert_point(places.epilogue);
            let dealloc = self.rw.create(DeallocOp::build(buffer).at(loc)).id();
            let is_end = !self.pass.generate_dma && is_at_end;
            end = end.or(Some(dealloc).filter(|_| is_end));
        }
        let n_symbols = shape.symbols.len();
        let index = |(dim, offset): (usize, &AffineExpr)| AffineExpr::dim((n_symbols + dim) as u32) - offset;
        let exprs: Vec<AffineExpr> = shape.offsets.iter().enumerate().map(index).collect();
        let map = AffineMap::new((n_symbols + exprs.len()) as u32, 0, exprs);
        let remap = Remap { operands: shape.symbols, map: Some(map), ..Remap::default() };
        let block = transfer.block;
        let before = self.rw.prev_op(range.begin);
        replace_memref_uses(&mut self.rw, region.memref, buffer, &remap, |body, user| {
            body.ancestor_in_block(user, block).is_some_and(|ancestor| {
                !body.is_before_in_block(ancestor, range.begin) && !body.is_before_in_block(last, ancestor)
            })
        });
        // Operations created for the first access of the range are part of it.
        let begin = before.map_or(self.rw.first_op(block), |before| self.rw.next_op(before));
        transfer.range.begin = begin.expect("the range is not empty");
        if let Some(end) = end {
            transfer.range.end = end;
        }
        true
    }

    fn top(&self) -> InsertPoint {
        let region = self.rw.region(self.rw.root(), 0);
        let entry = self.rw.entry(region).expect("the function has a body");
        self.rw.first_op(entry).map_or(InsertPoint::End(entry), InsertPoint::Before)
    }

    fn constant_at_top(&mut self, value: i64, loc: Loc) -> Value {
        let top = self.top();
        self.rw.set_insert_point(top);
        self.rw.set_loc(loc);
        constant_index(&mut self.rw, value)
    }

    /// The operations before which to copy in and out: around the outermost loop in which the region is invariant.
    fn placement(&self, transfer: &Transfer, region: &MemRefRegion) -> (OpId, OpId) {
        let body: &Body = &self.rw;
        let is_written = transfer.written.contains(&region.memref);
        let mut outermost: Option<ForOp> = None;
        for op in enclosing_affine_ops(body, transfer.range.begin).into_iter().rev() {
            let around = body.parent_region(op).expect("the operation is in the function");
            let nest = OpRef::new(body, op).cast::<ForOp>();
            let Some(nest) = nest.filter(|_| is_defined_around(body, region.memref, around)) else { break };
            let iv = nest.induction_var(body);
            let is_kept = |nest| needs_memref_around(body, nest, transfer.range, region.memref, is_written);
            if region.system.values()[region.rank()..].contains(&Some(iv)) || is_kept(nest) {
                break;
            }
            outermost = Some(nest);
        }
        match outermost {
            None => (transfer.range.begin, transfer.range.end),
            Some(nest) => (nest.id(), body.next_op(nest.id()).expect("a loop is not the last operation of a block")),
        }
    }

    fn shape_of(&self, region: &MemRefRegion) -> Option<Shape> {
        let found = region.bounding_box(&self.rw)?;
        let rank = region.rank();
        let symbols: Vec<Value> = region.system.values()[rank..].iter().copied().collect::<Option<_>>()?;
        let dims: Vec<AffineExpr> = (0..symbols.len() as u32).map(AffineExpr::dim).collect();
        let offset = |lower: &Option<AffineMap>| Some(lower.as_ref()?.result(0).replace_symbols(&dims));
        let offsets: Vec<AffineExpr> = found.lower.iter().map(offset).collect::<Option<_>>()?;
        let mut bounds = Vec::new();
        for (dim, (offset, &size)) in offsets.iter().zip(&found.shape).enumerate() {
            // If the region exceeds the memref, the buffer does not: the copy must not either. (Upstream's does.)
            let is_cut = region.system.constant_extent(dim).is_some_and(|(extent, _)| extent > size);
            bounds.push(match region.bounds(dim) {
                _ if is_cut => {
                    let map = |expr: AffineExpr| AffineMap::new(symbols.len() as u32, 0, [expr]);
                    (map(offset.clone()), map(offset + size))
                }
                (Some(lower), Some(upper)) => (lower, upper),
                _ => return None,
            });
        }
        Some(Shape { bounds, sizes: found.shape, offsets, symbols })
    }

    /// The indices of the region's lower corner in the memref.
    fn start_indices(
        &mut self,
        region: &MemRefRegion,
        shape: &Shape,
        zero: Value,
        places: &mut Places,
        loc: Loc,
    ) -> Vec<Value> {
        let mut indices = Vec::new();
        for offset in &shape.offsets {
            let index = match offset.as_constant() {
                Some(0) => zero,
                Some(constant) => {
                    self.rw.set_insert_point(places.top);
                    self.rw.set_loc(loc);
                    constant_index(&mut self.rw, constant)
                }
                None => {
                    self.rw.set_insert_point(if region.is_write { places.epilogue } else { places.prologue });
                    let map = AffineMap::new(shape.symbols.len() as u32, 0, [offset.clone()]);
                    let map = self.rw.cx().attr(AttrData::AffineMap(map));
                    self.rw.value(ApplyOp::build(&shape.symbols, map).at(loc))
                }
            };
            indices.push(index);
        }
        indices
    }

    fn new_buffer(
        &mut self,
        transfer: &mut Transfer,
        region: &MemRefRegion,
        shape: &Shape,
        places: &mut Places,
        loc: Loc,
    ) -> Value {
        let cx = self.rw.cx();
        let element = self.rw.ty(region.memref).element(cx).expect("a memref has elements");
        let space = space_attr(cx, self.pass.fast_memory_space);
        let ty = cx.ty(TypeData::MemRef { shape: shape.sizes.clone().into(), element, layout: None, space });
        self.rw.set_insert_point(places.prologue);
        let buffer = self.rw.value(AllocOp::build(ty, &[], &[]).at(loc));
        transfer.buffers.push((region.memref, buffer));
        transfer.size += memref_size_in_bytes(cx, ty).unwrap_or(0) as u64;
        buffer
    }

    /// Creates loops that copy each element; returns the outermost.
    fn copy_point_wise(
        &mut self,
        region: &MemRefRegion,
        shape: &Shape,
        buffer: Value,
        point: InsertPoint,
        loc: Loc,
    ) -> ForOp {
        let rw = &mut self.rw;
        rw.set_insert_point(point);
        let (mut ivs, mut operands, mut exprs, mut applies) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut root = None;
        for (dim, ((lower, upper), offset)) in shape.bounds.iter().zip(&shape.offsets).enumerate() {
            let (lower, upper) = (canonical(rw, lower, &shape.symbols), canonical(rw, upper, &shape.symbols));
            let nest = ForOp::create(rw, loc, &lower, &upper, 1, &[]);
            root.get_or_insert(nest);
            let terminator = nest.terminator(rw);
            rw.set_insert_point(InsertPoint::Before(terminator));
            let map = AffineMap::new(shape.symbols.len() as u32, 0, [offset.clone()]);
            let map = rw.cx().attr(AttrData::AffineMap(map));
            let offset = rw.value(ApplyOp::build(&shape.symbols, map).at(loc));
            let (start, index) = (AffineExpr::dim(2 * dim as u32), AffineExpr::dim(2 * dim as u32 + 1));
            exprs.push(index - start);
            let iv = nest.induction_var(rw);
            operands.extend([offset, iv]);
            applies.push(offset);
            ivs.push(iv);
        }
        let mut map = AffineMap::new(operands.len() as u32, 0, exprs);
        fully_compose_map_and_operands(rw, &mut map, &mut operands);
        let mut map = map.simplify();
        canonicalize_map_and_operands(rw, &mut map, &mut operands);
        for apply in applies {
            let made_by = rw.defining_op(apply).expect("an operation made it");
            rw.erase(made_by);
        }
        let in_memref = (AffineMap::identity(ivs.len() as u32), ivs);
        let (from, to) = ((region.memref, in_memref), (buffer, (map, operands)));
        let (from, to) = if region.is_write { (to, from) } else { (from, to) };
        let attr = |rw: &Rewriter, map: &AffineMap| rw.cx().attr(AttrData::AffineMap(map.clone()));
        let element = rw.ty(from.0).element(rw.cx()).expect("a memref has elements");
        let (load_map, store_map) = (attr(rw, &from.1.0), attr(rw, &to.1.0));
        let value = rw.value(LoadOp::build(element, from.0, &from.1.1, load_map).at(loc));
        rw.create(StoreOp::build(value, to.0, &to.1.1, store_map).at(loc));
        root.expect("the memref has dimensions")
    }

    /// The stride of a DMA transfer and the elements per stride, if it is strided; `None` if one stride is not enough.
    fn strides(&mut self, region: &MemRefRegion, shape: &Shape, places: &Places, loc: Loc) -> Option<Vec<Value>> {
        let dims = self.rw.ty(region.memref).shape(self.rw.cx())?.to_vec();
        let (mut stride, mut n_elements) = (1i64, 1i64);
        let mut found = Vec::new();
        for dim in (1..dims.len()).rev() {
            stride = stride.wrapping_mul(dims[dim]);
            n_elements = n_elements.wrapping_mul(shape.sizes[dim]);
            if shape.sizes[dim] < dims[dim] && shape.sizes[dim - 1] > 1 {
                found.push([stride, n_elements]);
            }
        }
        if found.len() > 1 {
            return None;
        }
        self.rw.set_insert_point(places.top);
        self.rw.set_loc(loc);
        Some(found.into_iter().flatten().map(|number| constant_index(&mut self.rw, number)).collect())
    }

    /// Creates a DMA transfer with a wait for its end; returns the first operation of the end of the range.
    fn copy_by_dma(&mut self, region: &MemRefRegion, dma: Dma, places: &mut Places, loc: Loc) -> Option<OpId> {
        let cx = self.rw.cx();
        let space = space_attr(cx, self.pass.tag_memory_space);
        let tag_type = cx.ty(TypeData::MemRef { shape: Box::from([1]), element: Type::I32, layout: None, space });
        self.rw.set_insert_point(places.prologue);
        let tag = self.rw.value(AllocOp::build(tag_type, &[], &[]).at(loc));
        let composed = |body: &Body, mut operands: Vec<Value>| -> Bound {
            let mut map = AffineMap::identity(operands.len() as u32);
            fully_compose_map_and_operands(body, &mut map, &mut operands);
            (map, operands)
        };
        let in_memref = (region.memref, composed(&self.rw, dma.mem_indices));
        let in_buffer = (dma.buffer, composed(&self.rw, vec![dma.zero; region.rank()]));
        let in_tag = (tag, composed(&self.rw, vec![dma.zero]));
        let (from, to) = if region.is_write { (in_buffer, in_memref) } else { (in_memref, in_buffer) };
        self.rw.set_insert_point(if region.is_write { places.epilogue } else { places.prologue });
        let attr = |map: &AffineMap| cx.attr(AttrData::AffineMap(map.clone()));
        let mut start = OpState::new(cx.op_name(DmaStartOp::DEF.name)).at(loc);
        for (name, (memref, (map, operands))) in [("src_map", &from), ("dst_map", &to), ("tag_map", &in_tag)] {
            start = start.operands(&[*memref]).operands(operands).attr(cx, name, attr(map));
        }
        let start = self.rw.create_state(start.operands(&[dma.n_elements]).operands(&dma.strides));
        let (memref, (map, operands)) = &in_tag;
        let wait = OpState::new(cx.op_name(DmaWaitOp::DEF.name)).at(loc).operands(&[*memref]).operands(operands);
        self.rw.create_state(wait.operands(&[dma.n_elements]).attr(cx, "tag_map", attr(map)));
        self.rw.set_insert_point(places.epilogue);
        let dealloc = self.rw.create(DeallocOp::build(tag).at(loc)).id();
        Some(if region.is_write { start } else { dealloc })
    }
}

/// The operands of a DMA transfer.
struct Dma {
    buffer: Value,
    n_elements: Value,
    strides: Vec<Value>,
    zero: Value,
    mem_indices: Vec<Value>,
}

fn space_attr(cx: &Context, space: u32) -> Option<Attr> {
    (space != 0).then(|| cx.i64_attr(i64::from(space)))
}

fn canonical(body: &Body, map: &AffineMap, operands: &[Value]) -> Bound {
    let (mut map, mut operands) = (map.clone(), operands.to_vec());
    fully_compose_map_and_operands(body, &mut map, &mut operands);
    canonicalize_map_and_operands(body, &mut map, &mut operands);
    (map.remove_duplicate_exprs(), operands)
}
