//! Copies: of contiguous memory at once, else by a function of the run-time library.

use rmlir::core::memref_layout::{has_identity_layout, n_contiguous_trailing_dims};
use rmlir::prelude::*;
use rmlir::rewrite::conversion::ConversionRewriter;
use rmlir_llvm::intrinsics::memory::{MemcpyIntr, StackrestoreIntr, StacksaveIntr};
use rmlir_llvm::ops::arith::MulOp;
use rmlir_llvm::ops::memory::StoreOp;
use rmlir_llvm::types::{FunctionType, VoidType};

use super::alloc::size_of;
use super::cast::on_stack;
use crate::llvm_common::descriptor::{MemRefDescriptor, UnrankedDescriptor};
use crate::llvm_common::emit::{GepIndex, alloca, call, gep, index_constant, int_constant};
use crate::llvm_common::symbols::find_or_declare;
use crate::llvm_common::type_converter::{LlvmTypes, pointer};

/// Whether the elements of a memref type are contiguous, and it is not empty.
fn is_contiguous(cx: &Context, ty: Type) -> bool {
    let Some(shape) = ty.shape(cx) else { return false };
    let is_filled = ty.n_elements(cx).is_some_and(|n| n > 0);
    has_identity_layout(cx, ty) || (is_filled && n_contiguous_trailing_dims(cx, ty) == shape.len())
}

/// See the module.
pub fn lower_copy(rw: &mut ConversionRewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let cx = rw.cx();
    let memref_types: Vec<Type> = rw.operand_types(op).collect();
    let done = match memref_types.iter().all(|&ty| is_contiguous(cx, ty)) {
        true => rw.with(|rw| copy_at_once(rw, types, memref_types[0], operands)),
        false => copy_by_call(rw, types, &memref_types, operands),
    };
    if done.is_none() { Match::No } else { rw.erase(op) }
}

fn copy_at_once(rw: &mut Rewriter, types: &LlvmTypes, ty: Type, operands: &[Value]) -> Option<()> {
    let cx = rw.cx();
    let element = types.convert(cx, ty.element(cx)?)?;
    let from = MemRefDescriptor::new(operands[0]);
    let mut n = index_constant(rw, types.index_type(cx), 1);
    for dim in 0..ty.shape(cx)?.len() {
        let size = from.size(rw, dim);
        n = rw.value(MulOp::build(n, size));
    }
    let size = size_of(rw, types, ty.element(cx)?)?;
    let n_bytes = rw.value(MulOp::build(n, size));
    let mut start = |memref: Value| {
        let descriptor = MemRefDescriptor::new(memref);
        let base = descriptor.aligned(rw);
        let offset = descriptor.offset(rw);
        let pointer = rw.ty(base);
        gep(rw, pointer, element, base, &[GepIndex::Value(offset)])
    };
    let (from, to) = (start(operands[0]), start(operands[1]));
    let not_volatile = cx.bool_attr(false);
    rw.create(MemcpyIntr::build(to, from, n_bytes, not_volatile));
    Some(())
}

/// The parameters of the function are unranked descriptors, which are stored on the stack for the call.
fn copy_by_call(
    rw: &mut ConversionRewriter,
    types: &LlvmTypes,
    memref_types: &[Type],
    operands: &[Value],
) -> Option<()> {
    let cx = rw.cx();
    let (index, pointer) = (types.index_type(cx), pointer(cx));
    let ty = FunctionType::get(cx, VoidType::get(cx).ty(), vec![index, pointer, pointer], false);
    let function = find_or_declare(rw, "memrefCopy", ty)?;
    rw.with(|rw| {
        let stack = rw.value(StacksaveIntr::build(pointer));
        let unranked: Vec<Value> =
            memref_types.iter().zip(operands).map(|(&ty, &operand)| without_rank(rw, types, ty, operand)).collect();
        let one = index_constant(rw, index, 1);
        let mut arguments = Vec::new();
        for descriptor in unranked {
            let place = alloca(rw, rw.ty(descriptor), one);
            rw.create(StoreOp::build(descriptor, place));
            arguments.push(place);
        }
        let size = size_of(rw, types, memref_types[0].element(cx)?)?;
        arguments.insert(0, size);
        call(rw, &function.name, function.ty, &arguments);
        rw.create(StackrestoreIntr::build(stack));
        Some(())
    })
}

/// The unranked descriptor of a memref of type `ty`.
fn without_rank(rw: &mut Rewriter, types: &LlvmTypes, ty: Type, memref: Value) -> Value {
    let Some(rank) = ty.shape(rw.cx()).map(<[i64]>::len) else { return memref };
    let rank = int_constant(rw, types.index_type(rw.cx()), rank as i64);
    let place = on_stack(rw, memref);
    UnrankedDescriptor::pack(rw, &types.options, &[rank, place]).value
}
