//! Small pieces of LLVM that many patterns make, at the insertion point.

use rmlir::prelude::*;
use rmlir_llvm::ops::aggregate::{ExtractValueOp, InsertValueOp};
use rmlir_llvm::ops::call::CallOp;
use rmlir_llvm::ops::constant::{ConstantOp, PoisonOp};
use rmlir_llvm::ops::memory::{AllocaOp, GEPOp};
use rmlir_llvm::types::constraint::is_compatible;
use rmlir_llvm::types::{ArrayType, FunctionType, StructType, VoidType};

use crate::llvm_common::type_converter::pointer;

/// `llvm.mlir.constant(number : index)` of the converted `index` type.
pub fn index_constant(rw: &mut Rewriter, ty: Type, number: i64) -> Value {
    let value = rw.index_attr(number);
    rw.value(ConstantOp::build(ty, value))
}

/// The integer constant `number` of type `ty`.
pub fn int_constant(rw: &mut Rewriter, ty: Type, number: i64) -> Value {
    let value = rw.int_attr(ty, number);
    rw.value(ConstantOp::build(ty, value))
}

/// The constant `value`, of its own type.
pub fn constant(rw: &mut Rewriter, value: Attr) -> Value {
    let ty = value.ty_or_none(rw.cx()).expect("a constant's attribute has a type");
    rw.value(ConstantOp::build(ty, value))
}

/// Poison of type `ty`.
pub fn poison(rw: &mut Rewriter, ty: Type) -> Value {
    rw.value(PoisonOp::build(ty))
}

/// The type of the member of `container` at `position`.
fn member_type(cx: &Context, container: Type, position: &[i64]) -> Type {
    position.iter().fold(container, |ty, &index| match StructType::from_type(cx, ty) {
        Some(structure) => structure.members(cx)[index as usize],
        None => ArrayType::from_type(cx, ty).expect("members are in structures and arrays").element(cx),
    })
}

/// The member of `container` at `position`.
pub fn extract(rw: &mut Rewriter, container: Value, position: &[i64]) -> Value {
    let ty = member_type(rw.cx(), rw.ty(container), position);
    let position = rw.i64_array(position);
    rw.value(ExtractValueOp::build(ty, container, position))
}

/// `container` with `value` as the member at `position`.
pub fn insert(rw: &mut Rewriter, container: Value, value: Value, position: &[i64]) -> Value {
    let position = rw.i64_array(position);
    rw.value(InsertValueOp::build(container, value, position))
}

/// An index of an address: known, or a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GepIndex {
    /// Known.
    Constant(i32),
    /// A value.
    Value(Value),
}

/// The address that `indices` lead to from `base`, where elements are of type `element`.
pub fn gep(rw: &mut Rewriter, ty: Type, element: Type, base: Value, indices: &[GepIndex]) -> Value {
    gep_with(rw, ty, element, base, indices, 0)
}

/// As [`gep`], with these flags on overflow.
pub fn gep_with(rw: &mut Rewriter, ty: Type, element: Type, base: Value, indices: &[GepIndex], no_wrap: i32) -> Value {
    let (mut constants, mut values) = (Vec::new(), Vec::new());
    for &index in indices {
        match index {
            GepIndex::Constant(number) => constants.push(number),
            GepIndex::Value(value) => {
                constants.push(GEPOp::DYNAMIC as i32);
                values.push(value);
            }
        }
    }
    let (constants, element, flags) = (rw.i32_array(&constants), rw.type_attr(element), rw.i32_attr(no_wrap));
    rw.value(GEPOp::build(ty, base, &values, constants, element).prop(GEPOp::NO_WRAP_FLAGS, flags))
}

/// TableSizes on the stack for `n` values of type `element`.
pub fn alloca(rw: &mut Rewriter, element: Type, n: Value) -> Value {
    let (ty, element) = (pointer(rw.cx()), rw.type_attr(element));
    rw.value(AllocaOp::build(ty, n, element))
}

/// A call of `name`, whose type is `ty`.
pub fn call(rw: &mut Rewriter, name: &str, ty: FunctionType, arguments: &[Value]) -> OpId {
    let cx = rw.cx();
    let result = Some(ty.result(cx)).filter(|&result| result != VoidType::get(cx).ty());
    let callee = cx.symbol_ref(cx.ident(name));
    let mut call = CallOp::build(result, arguments, &[], cx.i32_array(&[])).prop(CallOp::CALLEE, callee);
    if ty.variadic(cx) {
        call = call.prop(CallOp::VAR_CALLEE_TYPE, cx.type_attr(ty.ty()));
    }
    rw.create(call).id()
}

/// Whether all of `values` are of types of LLVM.
pub fn all_compatible(body: &Body, values: &[Value]) -> bool {
    values.iter().all(|&value| is_compatible(body.cx(), body.ty(value)))
}
