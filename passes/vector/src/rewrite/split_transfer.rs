//! Splitting of transfers that may be out of bounds into in-bounds transfers: of the memory itself if all of it is in
//! bounds, else of a buffer that the in-bounds part is copied from or to.
//!
//! ```text
//! %full = // index + size of the vector <= size of the memory, for all dimensions
//! %where:3 = scf.if %full { yield %memory, %i, %j } else { fill %buffer, copy in-bounds part; yield %buffer, 0, 0 }
//! vector.transfer_read %where#0[%where#1, %where#2], %padding {in_bounds = [true, true]}
//! ```
//! A write is handled likewise, and the buffer is copied to the memory afterwards if it was written. The buffer, with
//! the size of one vector, is allocated at the start of the surrounding allocation scope.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::attrs::AttrData;
use rmlir::core::clone::CloneMap;
use rmlir::core::memref_layout::{memory_space, memref_type, strided_layout, strides_and_offset, with_memory_space};
use rmlir::core::mixed_index::{MixedIndex, SliceLists};
use rmlir::prelude::*;
use rmlir_affine::compose::make_composed_folded_apply;
use rmlir_affine::{ForOp as AffineForOp, MinOp};
use rmlir_arith::{AndIOp, CmpIOp, CmpIPredicate, XOrIOp, constant_index, materialize_index};
use rmlir_linalg::fill;
use rmlir_memref::{
    AllocaOp, CastOp, CopyOp, DimOp, LoadOp, MemorySpaceCastOp, StoreOp, SubViewOp, are_cast_compatible,
    inferred_subview_type,
};
use rmlir_scf::{ForOp, IfOp};
use rmlir_vector::*;

use crate::make::{constant, size_of};
use crate::regions::build_if;

/// The strategy for splitting transfers.
#[attr(int = 32)]
pub enum TransferSplit {
    /// No splitting.
    #[case("none")]
    None,
    /// The in-bounds part is copied to or from the buffer by a transfer that may be out of bounds.
    #[case("vector-transfer")]
    VectorTransfer,
    /// The in-bounds part is copied as a subview.
    #[case("linalg-copy")]
    LinalgCopy,
    /// Transfers are assumed to be in bounds.
    #[case("force-in-bounds")]
    ForceInBounds,
}

/// The patterns that split reads and writes.
pub fn patterns(split: TransferSplit) -> PatternSet {
    let mut set = PatternSet::new();
    let apply = move |op: TransferReadOp, rw: &mut Rewriter| rewrite(op.id(), rw, split);
    set.add(Pattern::of("VectorTransferFullPartialRewriter", apply));
    let apply = move |op: TransferWriteOp, rw: &mut Rewriter| rewrite(op.id(), rw, split);
    set.add(Pattern::of("VectorTransferFullPartialRewriter", apply));
    set
}

/// A transfer that is being split.
struct Split {
    op: OpId,
    transfer: Transfer,
    by_copy: bool,
    /// Whether the transfer is in bounds.
    is_inside: Value,
    buffer: Value,
    /// A type that both the memory and the buffer can be cast to.
    common: Type,
}

fn rewrite(op: OpId, rw: &mut Rewriter, split: TransferSplit) -> Match {
    let transfer = Transfer::of(rw, op);
    if split == TransferSplit::None || transfer.rank() == 0 || !transfer.has_out_of_bounds_dim() {
        return rw.no_match(op, "there is nothing to split");
    }
    if !transfer.permutation.is_minor_identity() {
        return rw.no_match(op, "its map is no minor identity");
    }
    // Transfers created here are inside of conditions, and must not be split again.
    if rw.parent_op(op).is_some_and(|outer| OpRef::new(rw, outer).is::<IfOp>()) {
        return rw.no_match(op, "it stands in a condition");
    }
    if split == TransferSplit::ForceInBounds {
        set_inside(rw, op, transfer.rank());
        return Match::Yes;
    }
    let vector = VectorType::of(rw, transfer.vector_type).expect("a transfer is of a vector");
    if transfer.mask.is_some() || !transfer.base_type.is_memref(rw) || vector.is_scalable() {
        return rw.no_match(op, "it is masked, of a tensor, or of a scalable vector");
    }
    let Some(scope) = allocation_scope(rw, op) else { return rw.no_match(op, "there is no allocation scope") };
    let buffer_type = memref_type(rw, &vector.shape, vector.element, None, None);
    let Some(common) = common_type(rw, transfer.base_type, buffer_type) else {
        return rw.no_match(op, "no buffer can stand for the memory");
    };
    let Some(is_inside) = inside(rw, &transfer, &vector) else { return rw.no_match(op, "it is known to stay inside") };
    let (point, loc) = (rw.insert_point(), rw.default_loc());
    let start = rw.entry(rw.region(scope, 0)).expect("a scope that holds an operation has a block");
    rw.at_start(start);
    let alignment = rw.i64_attr(BUFFER_ALIGNMENT);
    let alloca = AllocaOp::build(buffer_type, &[], &[]).prop(AllocaOp::ALIGNMENT, alignment).at(rw.loc(scope));
    let buffer = rw.value(alloca);
    rw.set_insert_point(point);
    rw.set_loc(loc);
    let by_copy = split == TransferSplit::LinalgCopy;
    let split = Split { op, transfer, by_copy, is_inside, buffer, common };
    match OpRef::new(rw, op).cast::<TransferReadOp>() {
        Some(read) => split.read(rw, read),
        None => split.write(rw),
    }
}

/// The alignment in bytes, as in upstream.
const BUFFER_ALIGNMENT: i64 = 32;

fn set_inside(rw: &mut Rewriter, op: OpId, rank: usize) {
    let all = rw.array_attr(&vec![Attr::TRUE; rank]);
    // The slot is the same for reads and writes.
    rw.set_prop(op, TransferReadOp::IN_BOUNDS, all);
}

/// The surrounding allocation scope, outside of loops.
fn allocation_scope(body: &Body, op: OpId) -> Option<OpId> {
    let (mut scope, mut at) = (None, body.parent_op(op));
    while let Some(outer) = at {
        if body.has_trait(outer, TraitSet::AUTOMATIC_ALLOCATION_SCOPE) {
            scope = Some(outer);
        }
        let view = OpRef::new(body, outer);
        at = if view.is::<ForOp>() || view.is::<AffineForOp>() { body.parent_op(outer) } else { None };
    }
    scope
}

/// A strided type that both memrefs can be cast to.
fn common_type(cx: &Context, memory: Type, buffer: Type) -> Option<Type> {
    if are_cast_compatible(cx, memory, buffer) {
        return Some(memory);
    }
    let common = |lhs: &[i64], rhs: &[i64]| -> Vec<i64> {
        lhs.iter().zip(rhs).map(|(&lhs, &rhs)| if lhs == rhs { lhs } else { DYNAMIC }).collect()
    };
    let (shape, other_shape) = (memory.shape(cx)?, buffer.shape(cx)?);
    let (place, other_place) = (strides_and_offset(cx, memory)?, strides_and_offset(cx, buffer)?);
    if shape.len() != other_shape.len() {
        return None;
    }
    let offset = common(&[place.offset], &[other_place.offset])[0];
    let layout = strided_layout(cx, offset, &common(&place.strides, &other_place.strides));
    Some(memref_type(cx, &common(shape, other_shape), memory.element(cx)?, Some(layout), None))
}

/// The condition that the sum of index and vector size is at most the size of the memory, in all dimensions where that
/// is unknown; `None` if it is known for all.
fn inside(rw: &mut Rewriter, transfer: &Transfer, vector: &VectorType) -> Option<Value> {
    let n_leading = transfer.indices.len() - transfer.rank();
    let loc = rw.default_loc();
    let mut all = None;
    for dim in (0..transfer.rank()).filter(|&dim| !transfer.in_bounds[dim]) {
        let end = AffineMap::new(1, 0, [AffineExpr::dim(0) + AffineExpr::constant(vector.shape[dim])]);
        let index = MixedIndex::Dynamic(transfer.indices[n_leading + dim]).resolved(rw);
        let end = make_composed_folded_apply(rw, loc, &end, &[index]);
        let size = transfer.base_type.shape(rw).map_or(DYNAMIC, |shape| shape[n_leading + dim]);
        if end.constant(rw).is_some_and(|end| size != DYNAMIC && end <= size) {
            continue;
        }
        // A dynamic size is created after the end it is compared with.
        let known = if size == DYNAMIC { Some(size_of(rw, transfer.base, n_leading + dim)) } else { None };
        let end = materialize_index(rw, end);
        let size = known.unwrap_or_else(|| constant_index(rw, size));
        let one = rw.value(CmpIOp::build(end, size, CmpIPredicate::Sle.attr(rw.cx())));
        all = Some(match all {
            Some(others) => rw.value(AndIOp::build(others, one)),
            None => one,
        });
    }
    all
}

impl Split {
    /// Selects either the memory and the indices of the transfer, or the buffer, after `otherwise`, and its start.
    fn place(&self, rw: &mut Rewriter, mut otherwise: impl FnMut(&mut Rewriter)) -> Vec<Value> {
        let zero = constant_index(rw, 0);
        let mut types = vec![Type::INDEX; 1 + self.transfer.rank()];
        types[0] = self.common;
        let choice = build_if(
            rw,
            self.is_inside,
            &types,
            |rw| {
                let mut place = vec![self.cast(rw, self.transfer.base)];
                place.extend(&self.transfer.indices);
                place
            },
            Some(&mut |rw| {
                otherwise(rw);
                let mut place = vec![self.cast(rw, self.buffer)];
                place.resize(1 + self.transfer.rank(), zero);
                place
            }),
        );
        rw.results(choice.id()).to_vec()
    }

    /// Casts `memref` to the common type.
    fn cast(&self, rw: &mut Rewriter, memref: Value) -> Value {
        let loc = rw.value_loc(memref);
        let space = memory_space(rw, self.common);
        let mut value = memref;
        if memory_space(rw, rw.ty(memref)) != space {
            let ty = with_memory_space(rw, rw.ty(memref), space);
            value = rw.value(MemorySpaceCastOp::build(ty, memref).at(loc));
        }
        if rw.ty(value) == self.common { value } else { rw.value(CastOp::build(self.common, value).at(loc)) }
    }

    /// The in-bounds subviews of the memory and of the buffer.
    fn common_part(&self, rw: &mut Rewriter) -> [Value; 2] {
        let transfer = &self.transfer;
        let n_leading = transfer.indices.len() - transfer.rank();
        let mut sizes: Vec<MixedIndex> =
            transfer.indices[..n_leading].iter().copied().map(MixedIndex::Dynamic).collect();
        for dim in 0..transfer.rank() {
            let [base, buffer] = [(transfer.base, n_leading + dim), (self.buffer, dim)].map(|(memref, dim)| {
                let dim = constant_index(rw, dim as i64);
                rw.value(DimOp::build(memref, dim))
            });
            let rest = [AffineExpr::dim(0) - AffineExpr::dim(1), AffineExpr::dim(2)];
            let map = rw.cx().attr(AttrData::AffineMap(AffineMap::new(3, 0, rest)));
            let size = rw.value(MinOp::build(&[base, transfer.indices[n_leading + dim], buffer], map));
            sizes.push(MixedIndex::Dynamic(size));
        }
        let rank = transfer.indices.len();
        let strides = vec![MixedIndex::Static(1); rank];
        let at_start = vec![MixedIndex::Static(0); rank];
        let at_indices = transfer.indices.iter().copied().map(MixedIndex::Dynamic).collect();
        let lists = |offsets: Vec<MixedIndex>| SliceLists { offsets, sizes: sizes.clone(), strides: strides.clone() };
        [(self.source(rw), lists(at_indices)), (self.target(rw), lists(at_start))].map(|(memref, lists)| {
            let ty =
                inferred_subview_type(rw, rw.ty(memref), &lists).expect("buffers and what is cast to them are strided");
            rw.value(SubViewOp::of(rw.cx(), ty, memref, &lists))
        })
    }

    fn is_write(&self, body: &Body) -> bool {
        OpRef::new(body, self.op).is::<TransferWriteOp>()
    }

    /// The source of the copy.
    fn source(&self, body: &Body) -> Value {
        if self.is_write(body) { self.buffer } else { self.transfer.base }
    }

    /// The target of the copy.
    fn target(&self, body: &Body) -> Value {
        if self.is_write(body) { self.transfer.base } else { self.buffer }
    }

    fn copy_common_part(&self, rw: &mut Rewriter) {
        let [source, target] = self.common_part(rw);
        rw.create(CopyOp::build(source, target));
    }

    /// The buffer viewed as a memref of one vector.
    fn buffer_as_vector(&self, rw: &mut Rewriter) -> Value {
        let ty = memref_type(rw, &[], self.transfer.vector_type, None, None);
        rw.value(TypeCastOp::build(ty, self.buffer))
    }

    fn read(&self, rw: &mut Rewriter, op: TransferReadOp) -> Match {
        let padding = op.padding(rw);
        let place = self.place(rw, |rw| {
            let loc = rw.default_loc();
            if self.by_copy {
                fill(rw, loc, padding, self.buffer).expect("what a buffer is padded with can fill it");
                self.copy_common_part(rw);
                return;
            }
            let read = rw.clone_op(op, &mut CloneMap::default());
            let vector = rw.result(read, 0);
            let buffer = self.buffer_as_vector(rw);
            rw.create(StoreOp::build(vector, buffer, &[]));
        });
        let rest = rw.operands(op.id()).skip(place.len()).collect::<Vec<_>>();
        rw.set_operands(op, &[place, rest].concat());
        set_inside(rw, op.id(), self.transfer.rank());
        Match::Yes
    }

    fn write(&self, rw: &mut Rewriter) -> Match {
        let vector = rw.operand(self.op, 0);
        let place = self.place(rw, |_| ());
        let whole = Transfer {
            base: place[0],
            indices: place[1..].to_vec(),
            in_bounds: vec![true; self.transfer.rank()],
            base_type: self.common,
            ..self.transfer.clone()
        };
        rw.create(whole.write(rw.cx(), vector));
        let all = constant(rw, Attr::TRUE);
        let leaves = rw.value(XOrIOp::build(self.is_inside, all));
        build_if(
            rw,
            leaves,
            &[],
            |rw| {
                if self.by_copy {
                    self.copy_common_part(rw);
                    return Vec::new();
                }
                let buffer = self.buffer_as_vector(rw);
                let written = rw.value(LoadOp::build(buffer, &[]));
                rw.create(self.transfer.write(rw.cx(), written));
                Vec::new()
            },
            None,
        );
        rw.erase(self.op)
    }
}
