//! Global buffers.

use rmlir::core::symbol::{Visibility, visibility};
use rmlir::prelude::*;
use rmlir_llvm::attrs::enums::Linkage;
use rmlir_llvm::ops::branch::ReturnOp;
use rmlir_llvm::ops::cast::IntToPtrOp;
use rmlir_llvm::ops::constant::{AddressOfOp, UndefOp};
use rmlir_llvm::ops::global::GlobalOp as LlvmGlobalOp;
use rmlir_llvm::types::ArrayType;
use rmlir_memref::{GetGlobalOp, GlobalOp};

use super::alloc::{Extent, is_plain};
use crate::llvm_common::emit::{GepIndex, gep, index_constant};
use crate::llvm_common::type_converter::LlvmTypes;

/// The allocated pointer of a global, which must not be freed.
const NOT_ALLOCATED: i64 = 0xdead_beef;

/// The type of a global as nested arrays.
fn array_type(cx: &Context, types: &LlvmTypes, ty: Type) -> Option<Type> {
    let element = types.convert(cx, ty.element(cx)?)?;
    Some(ty.shape(cx)?.iter().rev().fold(element, |inner, &size| ArrayType::get(cx, size, inner).ty()))
}

/// A global of nested arrays; that of rank 0 is a scalar.
pub fn lower_global(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, _: &[Value]) -> Match {
    let cx = rw.cx();
    let global = GlobalOp::from_id(op);
    let ty = global.ty(rw);
    if !is_plain(cx, types, ty) {
        return Match::No;
    }
    let (Some(array), Some(space)) = (array_type(cx, types, ty), types.options.address_space(cx, ty)) else {
        return Match::No;
    };
    let view = OpRef::new(rw, op);
    let initial = global.initial_value(rw);
    let is_uninitialized = initial == Some(Attr::UNIT);
    let mut value = initial.filter(|_| !is_uninitialized);
    if ty.shape(cx).is_some_and(<[i64]>::is_empty) {
        value = value.and_then(|value| value.splat_value(cx));
    }
    let linkage = if visibility(view) == Visibility::Public { Linkage::External } else { Linkage::Private };
    let name = global.sym_name(rw);
    let mut new = LlvmGlobalOp::build(cx.type_attr(array), name, linkage.attr(cx))
        .prop(LlvmGlobalOp::ADDR_SPACE, cx.i32_attr(space as i32));
    if global.constant(rw) {
        new = new.prop(LlvmGlobalOp::CONSTANT, Attr::UNIT);
    }
    if let Some(value) = value {
        new = new.prop(LlvmGlobalOp::VALUE, value);
    }
    let alignment = global.alignment(rw);
    if let Some(alignment) = alignment.filter(|&alignment| alignment != 0) {
        new = new.prop(LlvmGlobalOp::ALIGNMENT, cx.i64_attr(alignment));
    }
    let new = rw.create(new).id();
    if is_uninitialized {
        let loc = rw.loc(op);
        let nested = rw.body_mut().nested_mut(new).expect("a global has a body of its own");
        let block = nested.create_block(&[], &[]);
        let region = nested.region(nested.root(), 0);
        nested.append_block(region, block);
        let mut rw = Rewriter::new(nested);
        rw.at_end(block);
        rw.set_loc(loc);
        let undefined = rw.value(UndefOp::build(array));
        rw.create(ReturnOp::build(Some(undefined)));
    }
    rw.erase(op)
}

/// The descriptor of the global, whose allocated pointer is invalid.
pub fn lower_get_global(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let cx = rw.cx();
    let ty = rw.ty(rw.result(op, 0));
    if !is_plain(cx, types, ty) {
        return rw.no_match(op, "incompatible memref type");
    }
    let (Some(array), Some(space)) = (array_type(cx, types, ty), types.options.address_space(cx, ty)) else {
        return Match::No;
    };
    let (Some(pointer), Some(element)) = (types.options.element_pointer(cx, ty), ty.element(cx)) else {
        return Match::No;
    };
    let Some(element) = types.convert(cx, element) else { return Match::No };
    let extent = Extent::of(rw, types, ty, operands);
    // As in upstream, the size is computed though it is unused.
    extent.n_bytes(rw, types, element);
    let name = GetGlobalOp::from_id(op).name(rw);
    let address = rw.value(AddressOfOp::build(pointer, name));
    let rank = ty.shape(cx).unwrap_or_default().len();
    let first = gep(rw, pointer, array, address, &vec![GepIndex::Constant(0); rank + 1]);
    let integer = cx.int_type(types.options.pointers.width(space));
    let number = index_constant(rw, integer, NOT_ALLOCATED);
    let bad = rw.value(IntToPtrOp::build(pointer, number));
    match extent.descriptor(rw, types, ty, bad, first) {
        Some(made) => rw.replace(op, [made]),
        None => Match::No,
    }
}
