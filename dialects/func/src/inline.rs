//! The hooks of the inliner: calls may be inlined unless marked.

use rmlir::core::dialect::{DialectHooks, InlinedTo};
use rmlir::prelude::*;

use crate::{CallOp, ConstantOp, FuncOp, ReturnOp};

pub(crate) struct Hooks;

impl DialectHooks for Hooks {
    fn materialize_constant(&self, cx: &Context, value: Attr, ty: Type) -> Option<OpState> {
        let fits = value.as_flat_symbol(cx).is_some() && ty.function(cx).is_some();
        fits.then(|| ConstantOp::build(ty, value).finish(cx))
    }

    fn is_legal_to_inline_call(&self, call: OpRef, callable: OpRef, _would_be_cloned: bool) -> bool {
        let marked = |op: OpRef, slot: usize| op.prop(slot).is_some();
        let refused = (call.is::<CallOp>() && marked(call, CallOp::NO_INLINE))
            || (callable.is::<FuncOp>() && marked(callable, FuncOp::NO_INLINE));
        !refused
    }

    fn is_legal_to_inline_op(&self, _op: OpRef, _into: OpRef, _would_be_cloned: bool) -> bool {
        true
    }

    fn is_legal_to_inline_region(&self, _into: RegionRef, _from: RegionRef, _args: &[Value], _: bool) -> bool {
        true
    }

    /// A return is replaced by a branch. The branch belongs to a dialect that this crate does not
    /// depend on, so it is created by name.
    fn handle_inlined_terminator(&self, rw: &mut Rewriter, op: OpId, to: InlinedTo) {
        if !OpRef::new(rw, op).is::<ReturnOp>() {
            return;
        }
        to.deliver(rw, op, |cx, returned, block| OpState::named(cx, "cf.br").operands(returned).successors(&[block]));
    }
}
