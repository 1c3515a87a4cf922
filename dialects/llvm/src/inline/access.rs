//! The operations that access memory and have properties for access groups and alias scopes; attributes of arguments.

use rmlir::prelude::*;

use crate::intrinsics::memory::{MemcpyInlineIntr, MemcpyIntr, MemmoveIntr, MemsetInlineIntr, MemsetIntr};
use crate::ops::atomic::{AtomicCmpXchgOp, AtomicRMWOp};
use crate::ops::call::CallOp;
use crate::ops::func::LLVMFuncOp;
use crate::ops::memory::{LoadOp, StoreOp};
use crate::types::PointerType;

/// The property with the access groups of an access.
pub const ACCESS_GROUPS: &str = "access_groups";
/// The property with the alias scopes of an access.
pub const ALIAS_SCOPES: &str = "alias_scopes";
/// The property with the alias scopes whose accesses an access does not alias.
pub const NOALIAS_SCOPES: &str = "noalias_scopes";

/// The slot of property `name`, if `op` is an operation of the dialect that has one.
fn slot(body: &Body, op: OpId, name: &str) -> Option<usize> {
    body.def(op)?.prop_index(name)
}

/// The list that is property `name` of `op`; `None` if there is none.
pub fn list<'c>(body: &Body<'c>, op: OpId, name: &str) -> Option<&'c [Attr]> {
    body.prop(op, slot(body, op, name)?)?.as_array(body.cx())
}

/// Sets the list that is property `name` of `op` to `elements`.
pub fn set_list(rw: &mut Rewriter, op: OpId, name: &str, elements: &[Attr]) {
    if let Some(slot) = slot(rw, op, name) {
        let list = rw.cx().array_attr(elements);
        rw.set_prop(op, slot, list);
    }
}

/// Appends `more` to the list that is property `name` of `op`, if the operation has that property.
pub fn append(rw: &mut Rewriter, op: OpId, name: &str, more: &[Attr]) {
    let all = [list(rw, op, name).unwrap_or_default(), more].concat();
    set_list(rw, op, name, &all);
}

/// The pointers through which `op` accesses memory, if it is an operation with alias scopes.
pub fn pointers(op: OpRef) -> Option<Vec<Value>> {
    let at = |indices: &[usize]| Some(indices.iter().map(|&index| op.operand(index).id).collect());
    if op.is::<LoadOp>() || op.is::<AtomicRMWOp>() || op.is::<AtomicCmpXchgOp>() {
        return at(&[0]);
    }
    if op.is::<StoreOp>() {
        return at(&[1]);
    }
    if op.is::<MemcpyIntr>() || op.is::<MemcpyInlineIntr>() || op.is::<MemmoveIntr>() {
        return at(&[0, 1]);
    }
    if op.is::<MemsetIntr>() || op.is::<MemsetInlineIntr>() {
        return at(&[0]);
    }
    if !op.is::<CallOp>() {
        return None;
    }
    let arguments = op.interface::<dyn rmlir::core::interfaces::CallOp>()?.arguments(op);
    let is_pointer = |value: &ValueRef| PointerType::from_type(op.cx(), value.ty()).is_some();
    Some(arguments.map(|index| op.operand(index)).filter(is_pointer).map(|value| value.id).collect())
}

/// The attribute `name` of argument `index` of `callable`.
pub fn argument_attr(callable: OpRef, index: usize, name: &str) -> Option<Attr> {
    let cx = callable.cx();
    let all = callable.get(LLVMFuncOp::arg_attrs)?;
    all.get(index)?.iter().find(|entry| entry.name.str(cx) == name).map(|entry| entry.value)
}
