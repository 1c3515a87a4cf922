//! Reshapes with a shape in memory: of static length, and of dynamic length, which needs a loop.

use rmlir::core::memref_layout::strides_and_offset;
use rmlir::core::params::store_enum;
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_llvm::attrs::enums::ICmpPredicate;
use rmlir_llvm::ops::arith::{ICmpOp, MulOp, SubOp};
use rmlir_llvm::ops::branch::{BrOp, CondBrOp};
use rmlir_llvm::ops::memory::LoadOp as LlvmLoadOp;
use rmlir_memref::{LoadOp, ReshapeOp};

use super::cast::pointers;
use crate::llvm_common::descriptor::{MemRefDescriptor, RankedInMemory, UnrankedDescriptor};
use crate::llvm_common::emit::{GepIndex, alloca, gep, index_constant};
use crate::llvm_common::type_converter::{LlvmTypes, pointer};

/// See the module.
pub fn lower_reshape(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let shape = ReshapeOp::from_id(op).shape(rw);
    let made = match rw.ty(shape).static_shape(rw.cx()) {
        Some(_) => to_ranked(rw, types, op, operands),
        None => to_unranked(rw, types, op, operands),
    };
    match made {
        Some(made) => rw.replace(op, [made]),
        None => Match::No,
    }
}

/// Dynamic sizes are loaded.
fn to_ranked(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Option<Value> {
    let cx = rw.cx();
    let reshape = ReshapeOp::from_id(op);
    let (from, to) = (rw.ty(reshape.source(rw)), rw.ty(reshape.result(rw)));
    let (layout, sizes) = (strides_and_offset(cx, to)?, to.shape(cx)?);
    let descriptor = types.convert(cx, to)?;
    let index = types.index_type(cx);
    if layout.offset == DYNAMIC {
        return None;
    }
    let mut made = MemRefDescriptor::poison(rw, descriptor);
    let (allocated, aligned) = pointers(rw, types, from, operands[0])?;
    made.set_allocated(rw, allocated);
    made.set_aligned(rw, aligned);
    let offset = index_constant(rw, index, layout.offset);
    made.set_offset(rw, offset);
    let mut running = None;
    for dim in (0..sizes.len()).rev() {
        let stride = match (layout.strides[dim], running) {
            (DYNAMIC, Some(stride)) => stride,
            (DYNAMIC, None) => index_constant(rw, index, 1),
            (number, _) => index_constant(rw, index, number),
        };
        let size = match sizes[dim] {
            DYNAMIC => load_size(rw, types, reshape.shape(rw), dim)?,
            number => index_constant(rw, index, number),
        };
        made.set_size(rw, dim, size);
        made.set_stride(rw, dim, stride);
        running = Some(rw.value(MulOp::build(stride, size)));
    }
    Some(made.value)
}

/// Element `dim` of a shape in memory, as an integer of LLVM.
fn load_size(rw: &mut Rewriter, types: &LlvmTypes, shape: Value, dim: usize) -> Option<Value> {
    let index = types.index_type(rw.cx());
    let place = index_constant(rw, index, dim as i64);
    let size = rw.value(LoadOp::build(shape, &[place]));
    if rw.ty(size) == index {
        return Some(size);
    }
    let loc = rw.default_loc();
    types.materialize_target(rw, &[index], &[size], loc, None)?.first().copied()
}

/// The rank is the length of the shape; a loop copies sizes and computes strides.
fn to_unranked(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Option<Value> {
    if !OpRef::new(rw, op).may_split_block() {
        return None;
    }
    let cx = rw.cx();
    let options = &types.options;
    let reshape = ReshapeOp::from_id(op);
    let (from, to) = (rw.ty(reshape.source(rw)), rw.ty(reshape.result(rw)));
    let element = types.convert(cx, rw.ty(reshape.shape(rw)).element(cx)?)?;
    let space = options.address_space(cx, to)?;
    let index = options.index_type(cx);
    let shape = MemRefDescriptor::new(operands[1]);
    let rank = shape.size(rw, 0);
    let mut made = UnrankedDescriptor::poison(rw, options);
    made.set_rank(rw, rank);
    let size = made.ranked_size(rw, options, space);
    let place = alloca(rw, Type::I8, size);
    made.set_ranked(rw, place);
    let (allocated, aligned, offset) = pointers_and_offset(rw, types, from, operands[0])?;
    let ranked = RankedInMemory::new(cx, options, place, space);
    ranked.set_allocated(rw, allocated);
    ranked.set_aligned(rw, aligned);
    ranked.set_offset(rw, offset);
    let sizes = ranked.sizes_place(rw);
    let strides = ranked.entry_place(rw, sizes, rank);
    let shape_pointer = shape.aligned(rw);
    let one = index_constant(rw, index, 1);
    let last = rw.value(SubOp::build(rank, one));

    let loc = rw.loc(op);
    let start = rw.block_of(op)?;
    let region = rw.region_of(start)?;
    let after = rw.next_op(op)?;
    let condition = rw.create_block(region, &[index; 2], &[loc; 2]);
    let rest = rw.split_block(start, Some(after));
    rw.merge_blocks(rest, condition, &[]);
    let first_after = rw.first_op(condition)?;

    rw.at_end(start);
    rw.set_loc(loc);
    rw.create(BrOp::build(&[last, one], condition));
    rw.set_insert_point(rmlir::core::InsertPoint::Before(first_after));
    let (number, stride) = (rw.arg(condition, 0), rw.arg(condition, 1));
    let zero = index_constant(rw, index, 0);
    let predicate = store_enum(cx, ICmpPredicate::Sge);
    let goes_on = rw.value(ICmpOp::build(number, zero, predicate));

    let body = rw.split_block(condition, Some(first_after));
    rw.set_insert_point(rmlir::core::InsertPoint::Before(first_after));
    let entry = gep(rw, pointer(cx), element, shape_pointer, &[GepIndex::Value(number)]);
    let size = rw.value(LlvmLoadOp::build(index, entry));
    ranked.set_entry(rw, sizes, number, size);
    ranked.set_entry(rw, strides, number, stride);
    let next_stride = rw.value(MulOp::build(stride, size));
    let next = rw.value(SubOp::build(number, one));
    rw.create(BrOp::build(&[next, next_stride], condition));
    let remainder = rw.split_block(body, Some(first_after));
    rw.at_end(condition);
    rw.create(CondBrOp::build(goes_on, &[], &[], body, remainder));
    Some(made.value)
}

/// The pointers and the offset of a memref of unconverted type `ty`.
fn pointers_and_offset(rw: &mut Rewriter, types: &LlvmTypes, ty: Type, memref: Value) -> Option<(Value, Value, Value)> {
    if ty.shape(rw.cx()).is_some() {
        let (allocated, aligned) = pointers(rw, types, ty, memref)?;
        return Some((allocated, aligned, MemRefDescriptor::new(memref).offset(rw)));
    }
    let space = types.options.address_space(rw.cx(), ty)?;
    let place = UnrankedDescriptor::new(memref).ranked(rw);
    let ranked = RankedInMemory::new(rw.cx(), &types.options, place, space);
    Some((ranked.allocated(rw), ranked.aligned(rw), ranked.offset(rw)))
}
