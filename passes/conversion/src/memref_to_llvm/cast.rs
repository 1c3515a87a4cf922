//! Casts: of static information of a memref, of its memory space, of its whole layout.

use rmlir::core::mixed_index::{MixedIndex, SliceLists};
use rmlir::prelude::*;
use rmlir_llvm::intrinsics::memory::MemcpyIntr;
use rmlir_llvm::ops::arith::SubOp;
use rmlir_llvm::ops::cast::AddrSpaceCastOp;
use rmlir_llvm::ops::memory::{LoadOp, StoreOp};

use crate::llvm_common::descriptor::{MemRefDescriptor, RankedInMemory, UnrankedDescriptor};
use crate::llvm_common::emit::{alloca, index_constant};
use crate::llvm_common::type_converter::{LlvmTypes, pointer_into};

/// The address of a copy of `descriptor` on the stack.
pub fn on_stack(rw: &mut Rewriter, descriptor: Value) -> Value {
    // As in upstream, the number of copies is always an `i64`.
    let one = index_constant(rw, Type::I64, 1);
    let place = alloca(rw, rw.ty(descriptor), one);
    rw.create(StoreOp::build(descriptor, place));
    place
}

/// A cast between ranked memrefs is folded to its operand; a cast to an unranked memref stores the descriptor on the
/// stack, and one to a ranked memref loads it.
pub fn lower_cast(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let cx = rw.cx();
    let (from, to) = (rw.ty(rw.operand(op, 0)), rw.ty(rw.result(op, 0)));
    let converted = types.convert(cx, to);
    let Some(converted) = converted else { return Match::No };
    match (from.shape(cx), to.shape(cx)) {
        (Some(_), Some(_)) if types.convert(cx, from) == Some(converted) => rw.replace(op, operands),
        (Some(shape), None) => {
            let rank = shape.len() as i64;
            let place = on_stack(rw, operands[0]);
            let rank = index_constant(rw, types.index_type(cx), rank);
            let mut made = UnrankedDescriptor::poison(rw, &types.options);
            made.set_rank(rw, rank);
            made.set_ranked(rw, place);
            rw.replace(op, [made.value])
        }
        (None, Some(_)) => {
            let place = UnrankedDescriptor::new(operands[0]).ranked(rw);
            let loaded = rw.value(LoadOp::build(converted, place));
            rw.replace(op, [loaded])
        }
        _ => Match::No,
    }
}

/// Both pointers are cast.
pub fn lower_memory_space_cast(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let cx = rw.cx();
    let (from, to) = (rw.ty(rw.operand(op, 0)), rw.ty(rw.result(op, 0)));
    let options = &types.options;
    let (Some(from_space), Some(to_space)) = (options.address_space(cx, from), options.address_space(cx, to)) else {
        return rw.no_match(op, "memref type conversion failed");
    };
    let Some(rank) = to.shape(cx).map(<[i64]>::len) else {
        return cast_unranked(rw, types, op, operands[0], [from_space, to_space]);
    };
    let pointer = pointer_into(cx, to_space);
    let mut parts = MemRefDescriptor::new(operands[0]).unpack(rw, rank);
    for part in &mut parts[..2] {
        *part = rw.value(AddrSpaceCastOp::build(pointer, *part));
    }
    match MemRefDescriptor::pack(rw, options, to, &parts) {
        Some(made) => rw.replace(op, [made.value]),
        None => Match::No,
    }
}

/// The ranked descriptor is copied to the stack, with its pointers cast.
fn cast_unranked(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operand: Value, spaces: [u32; 2]) -> Match {
    let cx = rw.cx();
    let options = &types.options;
    let source = UnrankedDescriptor::new(operand);
    let rank = source.rank(rw);
    let from = source.ranked(rw);
    let mut made = UnrankedDescriptor::poison(rw, options);
    made.set_rank(rw, rank);
    let size = made.ranked_size(rw, options, spaces[1]);
    let to = alloca(rw, Type::I8, size);
    made.set_ranked(rw, to);
    let from = RankedInMemory::new(cx, options, from, spaces[0]);
    let to = RankedInMemory::new(cx, options, to, spaces[1]);
    let allocated = from.allocated(rw);
    let aligned = from.aligned(rw);
    let allocated = rw.value(AddrSpaceCastOp::build(to.pointer, allocated));
    let aligned = rw.value(AddrSpaceCastOp::build(to.pointer, aligned));
    to.set_allocated(rw, allocated);
    to.set_aligned(rw, aligned);
    let numbers_from = from.offset_place(rw);
    let numbers_to = to.offset_place(rw);
    let skipped = 2 * options.pointers.width(spaces[1]).div_ceil(8);
    let skipped = index_constant(rw, types.index_type(cx), i64::from(skipped));
    let rest = rw.value(SubOp::build(size, skipped));
    let not_volatile = rw.bool_attr(false);
    rw.create(MemcpyIntr::build(numbers_to, numbers_from, rest, not_volatile));
    rw.replace(op, [made.value])
}

/// The pointers of a memref of unconverted type `ty`.
pub fn pointers(rw: &mut Rewriter, types: &LlvmTypes, ty: Type, memref: Value) -> Option<(Value, Value)> {
    if ty.shape(rw.cx()).is_some() {
        let descriptor = MemRefDescriptor::new(memref);
        return Some((descriptor.allocated(rw), descriptor.aligned(rw)));
    }
    let space = types.options.address_space(rw.cx(), ty)?;
    let place = UnrankedDescriptor::new(memref).ranked(rw);
    let ranked = RankedInMemory::new(rw.cx(), &types.options, place, space);
    Some((ranked.allocated(rw), ranked.aligned(rw)))
}

/// The same pointers with another offset, sizes and strides.
pub fn lower_reinterpret_cast(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let cx = rw.cx();
    let (from, to) = (rw.ty(rw.operand(op, 0)), rw.ty(rw.result(op, 0)));
    let Some(descriptor) = types.convert(cx, to) else { return Match::No };
    let view = OpRef::new(rw, op);
    let lists = SliceLists::of(view);
    let originals: Vec<Value> = view.operands().map(|operand| operand.id).collect();
    let index = types.index_type(cx);
    let number = |rw: &mut Rewriter, entry: MixedIndex| match entry {
        MixedIndex::Static(number) => index_constant(rw, index, number),
        MixedIndex::Dynamic(value) => {
            let place = originals.iter().position(|&original| original == value);
            operands[place.expect("entries of lists are operands")]
        }
    };
    let mut made = MemRefDescriptor::poison(rw, descriptor);
    let Some((allocated, aligned)) = pointers(rw, types, from, operands[0]) else { return Match::No };
    made.set_allocated(rw, allocated);
    made.set_aligned(rw, aligned);
    let Some(&offset) = lists.offsets.first() else { return Match::No };
    let offset = number(rw, offset);
    made.set_offset(rw, offset);
    for dim in 0..lists.sizes.len() {
        let size = number(rw, lists.sizes[dim]);
        made.set_size(rw, dim, size);
        let stride = number(rw, lists.strides[dim]);
        made.set_stride(rw, dim, stride);
    }
    rw.replace(op, [made.value])
}
