//! Chapter 4, first part: inlining.
//!
//! You learn how a dialect takes part in a pass that it does not know. The pass `inline` finds calls and functions by
//! the interfaces of chapter 2, and asks the hooks of the dialect what is legal, what becomes of a return, and how
//! a value is cast where a call and its function differ in types: a call may have a tensor of known shape for an argument
//! of unknown shape.

use rmlir::core::dialect::{DialectHooks, InlinedTo};
use rmlir::prelude::*;

use crate::ch2_dialect::{CastOp, ConstantOp, are_compatible};
use crate::ch7_structs::{StructConstantOp, StructType};

/// The behaviour of the dialect in passes of others.
pub struct Hooks;

impl DialectHooks for Hooks {
    fn materialize_constant(&self, cx: &Context, value: Attr, ty: Type) -> Option<OpState> {
        if (StructType.check)(cx, ty) {
            return Some(StructConstantOp::build(ty, value).finish(cx));
        }
        let fits = (F64ElementsAttr.check)(cx, value) && value.ty(cx) == Some(ty);
        fits.then(|| ConstantOp::build(value).finish(cx))
    }

    fn is_legal_to_inline_call(&self, _call: OpRef, callable: OpRef, _would_be_cloned: bool) -> bool {
        callable.region(0).has_one_block()
    }

    fn is_legal_to_inline_op(&self, _op: OpRef, _into: OpRef, _would_be_cloned: bool) -> bool {
        true
    }

    fn is_legal_to_inline_region(&self, _into: RegionRef, _from: RegionRef, _args: &[Value], _: bool) -> bool {
        true
    }

    fn materialize_call_conversion(&self, cx: &Context, value: Value, from: Type, to: Type) -> Option<OpState> {
        are_compatible(cx, from, to).then(|| CastOp::build(to, value).finish(cx))
    }

    /// The function has one block, so the returned value is used where the call was.
    fn handle_inlined_terminator(&self, rw: &mut Rewriter, op: OpId, to: InlinedTo) {
        let InlinedTo::Values(results) = to else { return };
        let returned: Vec<Value> = rw.operands(op).collect();
        for (&result, value) in results.iter().zip(returned) {
            rw.replace_all_uses(result, value);
        }
    }
}
