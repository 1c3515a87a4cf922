//! Inlining: which calls and operations are legal to inline, and how arguments, memory and returns are rewritten.
//!
//! In reading order: here, legality and the replacement of returns; [`byval`] arguments passed by value, with
//! [`crate::layout`], the sizes of types; [`stack`] stack memory; [`scopes`] the alias scopes of inlined accesses, with
//! [`access`], which operations those are; [`loops`] metadata of the loops around and inside.

mod access;
mod byval;
mod loops;
mod scopes;
mod stack;

use rmlir::core::dialect::{InlinedCall, InlinedTo};
use rmlir::prelude::*;

use crate::intrinsics::memory::VastartIntr;
use crate::ops::branch::{BrOp, ReturnOp};
use crate::ops::call::CallOp;
use crate::ops::constant::BlockTagOp;
use crate::ops::func::LLVMFuncOp;

/// Attributes of functions that prevent inlining.
const NEVER: &[&str] = &["noduplicate", "presplitcoroutine", "returns_twice", "strictfp"];

/// Whether `call` may be replaced by the body of `callable`.
pub fn is_legal_call(call: OpRef, callable: OpRef) -> bool {
    if !call.is::<CallOp>() || call.get(CallOp::no_inline) || !callable.is::<LLVMFuncOp>() {
        return false;
    }
    let cx = call.cx();
    let has = |slot| callable.prop(slot).is_some();
    let is_variadic = LLVMFuncOp::signature(callable).is_some_and(|ty| ty.variadic(cx));
    if has(LLVMFuncOp::NO_INLINE) || is_variadic || has(LLVMFuncOp::PERSONALITY) {
        return false;
    }
    let list = |slot| callable.prop(slot).and_then(|attr| attr.as_array(cx)).unwrap_or_default();
    // An `inalloca` argument has to be the last allocation on the caller's stack; a copy needs a size.
    let is_refused =
        |&attrs: &Attr| attrs.dict_get(cx, cx.ident("llvm.inalloca")).is_some() || !byval::has_size(cx, attrs);
    let is_never = |attr: &Attr| attr.as_str(cx).is_some_and(|name| NEVER.contains(&name));
    !list(LLVMFuncOp::ARG_ATTRS).iter().any(is_refused) && !list(LLVMFuncOp::PASSTHROUGH).iter().any(is_never)
}

/// The replacement of argument `index` for which the call passes `value`.
pub fn replace_argument(rw: &mut Rewriter, call: &InlinedCall, index: usize, value: Value) -> Value {
    match access::argument_attr(call.callable, index, byval::BYVAL).and_then(|attr| attr.as_type(rw.cx())) {
        Some(element) => byval::handle(rw, call, index, element, value),
        None => scopes::mark(rw, value, scopes::is_noalias(call.callable, index)),
    }
}

/// Rewrites the inlined blocks of a callee.
pub fn handle_blocks(rw: &mut Rewriter, call: &InlinedCall, blocks: &[BlockId]) {
    stack::handle(rw, call.call, blocks);
    scopes::handle(rw, call.call, blocks);
    loops::add_access_groups(rw, call.call, blocks);
    loops::move_annotations(rw, call.call, blocks);
}

/// Whether `op` may be inlined into another function.
pub fn is_legal_op(op: OpRef) -> bool {
    !op.is::<VastartIntr>() && !op.is::<BlockTagOp>()
}

/// Replaces the return `op` by the delivery of its operands to `to`.
pub fn replace_return(rw: &mut Rewriter, op: OpId, to: InlinedTo) {
    if OpRef::new(rw, op).is::<ReturnOp>() {
        to.deliver(rw, op, |cx, returned, block| BrOp::build(returned, block).finish(cx));
    }
}
