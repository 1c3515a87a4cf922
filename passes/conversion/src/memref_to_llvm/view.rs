//! Views of bytes, and permutations of dimensions.

use rmlir::core::memref_layout::strides_and_offset;
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_llvm::ops::arith::MulOp;
use rmlir_memref::TransposeOp;

use crate::llvm_common::descriptor::MemRefDescriptor;
use crate::llvm_common::emit::{GepIndex, gep, index_constant};
use crate::llvm_common::type_converter::LlvmTypes;

/// The same pointers and offset, with sizes and strides permuted.
pub fn lower_transpose(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let permutation = TransposeOp::from_id(op).permutation(rw);
    if permutation.is_identity() {
        return rw.replace(op, operands);
    }
    let Some(ty) = types.convert(rw.cx(), rw.ty(rw.operand(op, 0))) else { return Match::No };
    let source = MemRefDescriptor::new(operands[0]);
    let mut made = MemRefDescriptor::poison(rw, ty);
    let allocated = source.allocated(rw);
    made.set_allocated(rw, allocated);
    let aligned = source.aligned(rw);
    made.set_aligned(rw, aligned);
    let offset = source.offset(rw);
    made.set_offset(rw, offset);
    for to in 0..permutation.n_results() {
        let Some(from) = permutation.result(to).as_dim() else { return Match::No };
        let size = source.size(rw, from as usize);
        made.set_size(rw, to, size);
        let stride = source.stride(rw, from as usize);
        made.set_stride(rw, to, stride);
    }
    rw.replace(op, [made.value])
}

/// The byte offset is added to the aligned pointer; the strides are those of a contiguous buffer.
pub fn lower_view(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let cx = rw.cx();
    let (from, ty) = (rw.ty(rw.operand(op, 0)), rw.ty(rw.result(op, 0)));
    let byte = from.element(cx).and_then(|ty| types.convert(cx, ty));
    let (Some(byte), Some(descriptor)) = (byte, types.convert_compatible(cx, ty)) else { return Match::No };
    let (Some(layout), Some(shape)) = (strides_and_offset(cx, ty), ty.shape(cx)) else { return Match::No };
    if !matches!(layout.strides.last(), None | Some(0 | 1)) {
        return rw.no_match(op, "cannot cast to non-contiguous shape");
    }
    let index = types.index_type(cx);
    let source = MemRefDescriptor::new(operands[0]);
    let mut made = MemRefDescriptor::poison(rw, descriptor);
    let allocated = source.allocated(rw);
    made.set_allocated(rw, allocated);
    let aligned = source.aligned(rw);
    let pointer = rw.ty(aligned);
    let start = gep(rw, pointer, byte, aligned, &[GepIndex::Value(operands[1])]);
    made.set_aligned(rw, start);
    let offset = index_constant(rw, index, layout.offset);
    made.set_offset(rw, offset);
    let mut inner: Option<(Value, Value)> = None;
    for dim in (0..shape.len()).rev() {
        let n_before = shape[..dim].iter().filter(|&&size| size == DYNAMIC).count();
        let size = match shape[dim] {
            DYNAMIC => operands[2 + n_before],
            number => index_constant(rw, index, number),
        };
        made.set_size(rw, dim, size);
        let stride = match (layout.strides[dim], inner) {
            (DYNAMIC, Some((size, stride))) => rw.value(MulOp::build(stride, size)),
            (DYNAMIC, None) => index_constant(rw, index, 1),
            (number, _) => index_constant(rw, index, number),
        };
        made.set_stride(rw, dim, stride);
        inner = Some((size, stride));
    }
    rw.replace(op, [made.value])
}
