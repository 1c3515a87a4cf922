//! Scopes of stack allocations, which are freed at the end of the scope.

use rmlir::prelude::*;
use rmlir_llvm::intrinsics::memory::{StackrestoreIntr, StacksaveIntr};
use rmlir_llvm::ops::branch::BrOp;
use rmlir_memref::AllocaScopeOp;

use crate::llvm_common::type_converter::{LlvmTypes, pointer};

/// The region is inlined; the stack is saved before and restored after it.
pub fn lower_scope(rw: &mut Rewriter, _: &LlvmTypes, op: OpId, _: &[Value]) -> Match {
    let loc = rw.loc(op);
    let Some(before) = rw.block_of(op) else { return Match::No };
    let region = AllocaScopeOp::from_id(op).bodyRegion(rw);
    let (Some(first), Some(last)) = (rw.entry(region), rw.last_block(region)) else { return Match::No };
    let Some(end) = rw.last_op(last) else { return Match::No };
    if !OpRef::new(rw, op).may_split_block() {
        return rw.no_match(op, "its region takes one block only");
    }
    let rest = rw.split_block(before, Some(op));
    let types: Vec<Type> = rw.result_types(op).collect();
    let mut after = rest;
    if !types.is_empty() {
        after = rw.create_block_before(rest, &types, &vec![loc; types.len()]);
        rw.create(BrOp::build(&[], rest).at(loc));
    }
    rw.inline_region_before(region, after);

    rw.at_end(before);
    rw.set_loc(loc);
    let stack = rw.value(StacksaveIntr::build(pointer(rw.cx())));
    rw.create(BrOp::build(&[], first));

    let returned: Vec<Value> = rw.operands(end).collect();
    let branch = rw.replace_with(end, BrOp::build(&returned, after));
    rw.before(branch.id());
    rw.create(StackrestoreIntr::build(stack).at(loc));
    let results = if types.is_empty() { Vec::new() } else { rw.args(after).to_vec() };
    rw.replace(op, results)
}
