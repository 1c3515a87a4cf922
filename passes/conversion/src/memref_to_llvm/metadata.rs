//! Metadata of a memref: sizes, rank, address, and all of it at once.

use rmlir::core::fold::constant_value;
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_llvm::ops::arith::AddOp;
use rmlir_llvm::ops::cast::PtrToIntOp;
use rmlir_llvm::ops::constant::ConstantOp;
use rmlir_llvm::ops::memory::LoadOp;
use rmlir_llvm::types::constraint::is_compatible;

use crate::llvm_common::descriptor::{MemRefDescriptor, RankedInMemory, UnrankedDescriptor};
use crate::llvm_common::emit::{GepIndex, gep, index_constant};
use crate::llvm_common::type_converter::{LlvmTypes, literal_struct, pointer_into};

/// A static size is a constant, a dynamic one is in the descriptor.
pub fn lower_dim(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let cx = rw.cx();
    let ty = rw.ty(rw.operand(op, 0));
    let index = types.index_type(cx);
    let Some(shape) = ty.shape(cx) else {
        return match unranked_size(rw, types, ty, operands) {
            Some(size) => rw.replace(op, [size]),
            None => Match::No,
        };
    };
    let descriptor = MemRefDescriptor::new(operands[0]);
    let dim = constant_dim(rw, op).and_then(|dim| usize::try_from(dim).ok()).filter(|&dim| dim < shape.len());
    let size = match dim {
        Some(dim) if shape[dim] == DYNAMIC => descriptor.size(rw, dim),
        Some(dim) => index_constant(rw, index, shape[dim]),
        None => descriptor.size_at(rw, index, operands[1], shape.len()),
    };
    rw.replace(op, [size])
}

/// The index of the dimension, if it is constant.
fn constant_dim(body: &Body, op: OpId) -> Option<i64> {
    let dim = body.operand(op, 1);
    if let Some(dim) = constant_value(body, dim).and_then(|dim| dim.as_i64(body.cx())) {
        return Some(dim);
    }
    let constant = OpRef::new(body, body.defining_op(dim)?).cast::<ConstantOp>()?;
    constant.value(body).as_i64(body.cx())
}

/// The sizes follow the offset of the ranked descriptor.
fn unranked_size(rw: &mut Rewriter, types: &LlvmTypes, ty: Type, operands: &[Value]) -> Option<Value> {
    let cx = rw.cx();
    let index = types.index_type(cx);
    let pointer = pointer_into(cx, types.options.address_space(cx, ty)?);
    // As in upstream, the descriptor of rank 0 in the default memory space.
    let generic = pointer_into(cx, 0);
    let scalar = literal_struct(cx, &[generic, generic, index]);
    let ranked = UnrankedDescriptor::new(operands[0]).ranked(rw);
    let offset = gep(rw, pointer, scalar, ranked, &[GepIndex::Constant(0), GepIndex::Constant(2)]);
    let one = index_constant(rw, index, 1);
    let place = rw.value(AddOp::build(one, operands[1]));
    let size = gep(rw, pointer, index, offset, &[GepIndex::Value(place)]);
    Some(rw.value(LoadOp::build(index, size)))
}

/// The rank.
pub fn lower_rank(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let ty = rw.ty(rw.operand(op, 0));
    let rank = match ty.shape(rw.cx()).map(<[i64]>::len) {
        Some(rank) => index_constant(rw, types.index_type(rw.cx()), rank as i64),
        None => UnrankedDescriptor::new(operands[0]).rank(rw),
    };
    rw.replace(op, [rank])
}

/// The aligned pointer as an integer.
pub fn lower_pointer_as_index(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let cx = rw.cx();
    let ty = rw.ty(rw.operand(op, 0));
    let Some(space) = types.options.address_space(cx, ty) else { return Match::No };
    let aligned = match ty.shape(cx) {
        Some(_) => MemRefDescriptor::new(operands[0]).aligned(rw),
        None => {
            let place = UnrankedDescriptor::new(operands[0]).ranked(rw);
            RankedInMemory::new(cx, &types.options, place, space).aligned(rw)
        }
    };
    rw.replace_with(op, PtrToIntOp::build(types.index_type(cx), aligned));
    Match::Yes
}

/// All fields of the descriptor.
pub fn lower_metadata(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    if !is_compatible(rw.cx(), rw.ty(operands[0])) {
        return Match::No;
    }
    let source = MemRefDescriptor::new(operands[0]);
    let base_type = rw.ty(rw.result(op, 0));
    let rank = rw.ty(rw.operand(op, 0)).shape(rw.cx()).unwrap_or_default().len();
    let allocated = source.allocated(rw);
    let aligned = source.aligned(rw);
    let base = MemRefDescriptor::from_static_shape_of(rw, &types.options, base_type, allocated, aligned);
    let Some(base) = base else { return Match::No };
    let mut results = vec![base.value, source.offset(rw)];
    for dim in 0..rank {
        results.push(source.size(rw, dim));
    }
    for dim in 0..rank {
        results.push(source.stride(rw, dim));
    }
    rw.replace(op, results)
}
