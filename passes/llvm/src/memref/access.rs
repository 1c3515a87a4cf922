//! Elements: their addresses, loads, stores, prefetches, atomic updates; and assumptions on addresses.

use rmlir::core::memref_layout::strides_and_offset;
use rmlir::core::params::store_enum;
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_arith::AtomicRmwKind;
use rmlir_llvm::attrs::enums::{AtomicBinOp, AtomicOrdering, GEPNoWrapFlags};
use rmlir_llvm::intrinsics::hint::AssumeIntr;
use rmlir_llvm::intrinsics::memory::PrefetchIntr;
use rmlir_llvm::ops::arith::{AddOp, MulOp};
use rmlir_llvm::ops::atomic::AtomicRMWOp as LlvmAtomicRMWOp;
use rmlir_llvm::ops::memory::{LoadOp as LlvmLoadOp, StoreOp as LlvmStoreOp};
use rmlir_memref::{AssumeAlignmentOp, AtomicRMWOp, LoadOp, PrefetchOp, StoreOp};

use crate::descriptor::MemRefDescriptor;
use crate::emit::{GepIndex, constant, gep_with, index_constant};
use crate::type_converter::LlvmTypes;

/// The no-wrap flags of an access: its address is within the buffer.
const IN_BOUNDS: GEPNoWrapFlags = GEPNoWrapFlags::Inbounds;

/// The address of the element at `indices` of `memref`, whose unconverted type is `ty`; `no_wrap` excludes overflows.
pub fn element_address(
    rw: &mut Rewriter,
    types: &LlvmTypes,
    ty: Type,
    memref: Value,
    indices: &[Value],
    no_wrap: GEPNoWrapFlags,
) -> Option<Value> {
    let cx = rw.cx();
    let layout = strides_and_offset(cx, ty)?;
    // Negative strides wrap as unsigned numbers. (22 says all the same that nothing does.)
    let is_backward = layout.strides.iter().any(|&stride| stride < 0 && stride != DYNAMIC);
    let no_wrap = if is_backward && no_wrap.contains(GEPNoWrapFlags::Nuw) { IN_BOUNDS } else { no_wrap };
    let element = types.convert(cx, ty.element(cx)?)?;
    let descriptor = MemRefDescriptor::new(memref);
    let base = descriptor.buffer(rw, types, ty)?;
    let overflow = overflow_flags(no_wrap);
    let mut sum = None;
    for (dim, (&index, &stride)) in indices.iter().zip(&layout.strides).enumerate() {
        let mut increment = index;
        if stride != 1 {
            let stride = match stride {
                DYNAMIC => descriptor.stride(rw, dim),
                number => index_constant(rw, types.index_type(cx), number),
            };
            let flags = cx.i32_attr(overflow);
            increment = rw.value(MulOp::build(increment, stride).prop(MulOp::OVERFLOW_FLAGS, flags));
        }
        sum = Some(match sum {
            None => increment,
            Some(sum) => {
                let flags = cx.i32_attr(overflow);
                rw.value(AddOp::build(sum, increment).prop(AddOp::OVERFLOW_FLAGS, flags))
            }
        });
    }
    let Some(sum) = sum else { return Some(base) };
    let pointer = descriptor.pointer_type(rw);
    Some(gep_with(rw, pointer, element, base, &[GepIndex::Value(sum)], no_wrap.value() as i32))
}

/// The overflow flags of the index arithmetic that follow from those of the address: `nusw` as `nsw`, `nuw`.
fn overflow_flags(no_wrap: GEPNoWrapFlags) -> i32 {
    const NSW: i32 = 1;
    const NUW: i32 = 2;
    let signed = if no_wrap.contains(GEPNoWrapFlags::Nusw) { NSW } else { 0 };
    let unsigned = if no_wrap.contains(GEPNoWrapFlags::Nuw) { NUW } else { 0 };
    signed | unsigned
}

fn is_set(op: OpRef, slot: usize) -> bool {
    op.prop(slot).and_then(|attr| attr.as_bool(op.cx())).unwrap_or(false)
}

/// A load from the address of the element.
pub fn lower_load(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let ty = rw.ty(rw.operand(op, 0));
    let flags = IN_BOUNDS.union(GEPNoWrapFlags::Nuw);
    let Some(address) = element_address(rw, types, ty, operands[0], &operands[1..], flags) else { return Match::No };
    let Some(element) = ty.element(rw.cx()).and_then(|ty| types.convert(rw.cx(), ty)) else { return Match::No };
    let view = OpRef::new(rw, op);
    let mut load = LlvmLoadOp::build(element, address);
    if let Some(alignment) = view.get(LoadOp::alignment).filter(|&alignment| alignment != 0) {
        load = load.prop(LlvmLoadOp::ALIGNMENT, alignment);
    }
    if view.get(LoadOp::nontemporal) {
        load = load.prop(LlvmLoadOp::NONTEMPORAL, Attr::UNIT);
    }
    rw.replace_with(op, load);
    Match::Yes
}

/// A store to the address of the element.
pub fn lower_store(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let ty = rw.ty(rw.operand(op, 1));
    let flags = IN_BOUNDS.union(GEPNoWrapFlags::Nuw);
    let Some(address) = element_address(rw, types, ty, operands[1], &operands[2..], flags) else { return Match::No };
    let view = OpRef::new(rw, op);
    let mut store = LlvmStoreOp::build(operands[0], address);
    if let Some(alignment) = view.get(StoreOp::alignment).filter(|&alignment| alignment != 0) {
        store = store.prop(LlvmStoreOp::ALIGNMENT, alignment);
    }
    if view.get(StoreOp::nontemporal) {
        store = store.prop(LlvmStoreOp::NONTEMPORAL, Attr::UNIT);
    }
    rw.replace_with(op, store);
    Match::Yes
}

/// A prefetch of the address of the element.
pub fn lower_prefetch(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let ty = rw.ty(rw.operand(op, 0));
    let plain = GEPNoWrapFlags::None;
    let Some(address) = element_address(rw, types, ty, operands[0], &operands[1..], plain) else { return Match::No };
    let view = OpRef::new(rw, op);
    let number = |slot| rw.i32_attr(i32::from(is_set(view, slot)));
    let (is_write, is_data) = (number(PrefetchOp::IS_WRITE), number(PrefetchOp::IS_DATA_CACHE));
    let hint = PrefetchOp::from_id(op).localityHint(rw);
    rw.replace_with(op, PrefetchIntr::build(address, is_write, hint, is_data));
    Match::Yes
}

/// An atomic update, if LLVM has a corresponding operation.
pub fn lower_atomic_rmw(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let cx = rw.cx();
    let Some(kind) = update_kind(AtomicRMWOp::from_id(op).kind(rw)) else { return Match::No };
    let ty = rw.ty(rw.operand(op, 1));
    let plain = GEPNoWrapFlags::None;
    let Some(address) = element_address(rw, types, ty, operands[1], &operands[2..], plain) else { return Match::No };
    let (kind, ordering) = (store_enum(cx, kind), store_enum(cx, AtomicOrdering::AcqRel));
    rw.replace_with(op, LlvmAtomicRMWOp::build(address, operands[0], kind, ordering));
    Match::Yes
}

fn update_kind(kind: AtomicRmwKind) -> Option<AtomicBinOp> {
    Some(match kind {
        AtomicRmwKind::Addf => AtomicBinOp::Fadd,
        AtomicRmwKind::Addi => AtomicBinOp::Add,
        AtomicRmwKind::Assign => AtomicBinOp::Xchg,
        AtomicRmwKind::Maximumf => AtomicBinOp::Fmaximum,
        AtomicRmwKind::Maxnumf => AtomicBinOp::Fmax,
        AtomicRmwKind::Maxs => AtomicBinOp::Max,
        AtomicRmwKind::Maxu => AtomicBinOp::Umax,
        AtomicRmwKind::Minimumf => AtomicBinOp::Fminimum,
        AtomicRmwKind::Minnumf => AtomicBinOp::Fmin,
        AtomicRmwKind::Mins => AtomicBinOp::Min,
        AtomicRmwKind::Minu => AtomicBinOp::Umin,
        AtomicRmwKind::Ori => AtomicBinOp::Or,
        AtomicRmwKind::Xori => AtomicBinOp::Xor,
        AtomicRmwKind::Andi => AtomicBinOp::And,
        _ => return None,
    })
}

/// `llvm.assume true` with the operand bundle `tag(values)`.
fn assume(rw: &mut Rewriter, condition: Value, tag: &str, values: &[Value]) {
    let cx = rw.cx();
    let (sizes, tags) = (cx.i32_array(&[values.len() as i32]), cx.array_attr(&[cx.str_attr(tag)]));
    rw.create(AssumeIntr::build(condition, values, sizes).prop(AssumeIntr::OP_BUNDLE_TAGS, tags));
}

/// The buffer is assumed to be aligned.
pub fn lower_assume_alignment(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let ty = rw.ty(rw.operand(op, 0));
    let plain = GEPNoWrapFlags::None;
    let Some(address) = element_address(rw, types, ty, operands[0], &[], plain) else { return Match::No };
    let alignment = AssumeAlignmentOp::from_id(op).alignment(rw);
    let holds = constant(rw, rw.bool_attr(true));
    let alignment = index_constant(rw, types.index_type(rw.cx()), alignment.into());
    assume(rw, holds, "align", &[address, alignment]);
    rw.replace(op, operands)
}

/// Each pair of buffers is assumed not to alias.
pub fn lower_distinct_objects(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    if operands.len() <= 1 {
        return rw.replace(op, operands);
    }
    let memref_types: Vec<Type> = rw.operand_types(op).collect();
    let mut buffers = Vec::with_capacity(operands.len());
    for (&ty, &operand) in memref_types.iter().zip(operands) {
        let Some(buffer) = MemRefDescriptor::new(operand).buffer(rw, types, ty) else { return Match::No };
        buffers.push(buffer);
    }
    let holds = constant(rw, rw.bool_attr(true));
    for (index, &first) in buffers.iter().enumerate() {
        for &second in &buffers[index + 1..] {
            assume(rw, holds, "separate_storage", &[first, second]);
        }
    }
    rw.replace(op, operands)
}
