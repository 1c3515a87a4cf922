//! Dialect hooks: attribute aliases, constants, parameters, and inlining.

use std::any::Any;

use rmlir::core::bytecode::BytecodeDialect;
use rmlir::core::dialect::{DialectHooks, InlinedCall, InlinedTo};
use rmlir::core::opdef::AttrConstraint;
use rmlir::prelude::*;

use crate::attrs::misc::{BlockAddressAttr, DSOLocalEquivalentAttr, ZeroAttr, poison_attr, undef_attr};
use crate::attrs::{alias, parameter};
use crate::inline;
use crate::ops::constant::{AddressOfOp, BlockAddressOp, ConstantOp, DSOLocalEquivalentOp, PoisonOp, UndefOp, ZeroOp};
use crate::ops::flags::OverflowFlags;
use crate::ops::memory::NoWrapFlags;
use crate::types::PointerType;
use crate::types::constraint::is_compatible;

pub(crate) struct Hooks;

/// The attributes that upstream declares as native properties are plain integers in bytecode.
struct Encoding;

impl BytecodeDialect for Encoding {
    fn is_plain_integer(&self, constraint: &'static AttrConstraint) -> bool {
        std::ptr::eq(constraint, &OverflowFlags) || std::ptr::eq(constraint, &NoWrapFlags)
    }
}

impl DialectHooks for Hooks {
    fn on_unknown_type(&self) -> Option<&'static str> {
        Some("unknown LLVM type: {}")
    }

    fn interfaces(&self) -> &'static [&'static (dyn Any + Send + Sync)] {
        &[&(&Encoding as &'static dyn BytecodeDialect)]
    }

    /// Not all operations of LLVM are registered.
    fn allows_unknown_ops(&self) -> bool {
        true
    }

    fn attr_alias(&self, cx: &Context, attr: Attr) -> Option<String> {
        alias::of(cx, attr)
    }

    fn materialize_constant(&self, cx: &Context, value: Attr, ty: Type) -> Option<OpState> {
        let is_pointer = PointerType::from_type(cx, ty).is_some();
        if is_pointer && value.as_flat_symbol(cx).is_some() {
            return Some(AddressOfOp::build(ty, value).finish(cx));
        }
        if value == undef_attr(cx) {
            return Some(UndefOp::build(ty).finish(cx));
        }
        if value == poison_attr(cx) {
            return Some(PoisonOp::build(ty).finish(cx));
        }
        if ZeroAttr::from_attr(cx, value).is_some() {
            return Some(ZeroOp::build(ty).finish(cx));
        }
        if BlockAddressAttr::from_attr(cx, value).is_some() {
            return Some(BlockAddressOp::build(ty, value).finish(cx));
        }
        if let Some(function) = DSOLocalEquivalentAttr::from_attr(cx, value) {
            return Some(DSOLocalEquivalentOp::build(ty, function.sym(cx)).finish(cx));
        }
        let fits = value.ty(cx) == Some(ty) && is_compatible(cx, ty);
        fits.then(|| ConstantOp::build(ty, value).finish(cx))
    }

    fn verify_arg_attr(&self, op: OpRef, _region: usize, arg: usize, name: &str, value: Attr) -> Checked {
        let types = op.interface::<dyn FunctionOp>().map(|function| function.argument_types(op));
        match types.and_then(|types| types.get(arg).copied()) {
            Some(ty) => parameter::verify(op, ty, name, value),
            None => Ok(()),
        }
    }

    fn verify_result_attr(&self, op: OpRef, result: usize, name: &str, value: Attr) -> Checked {
        let types = op.interface::<dyn FunctionOp>().map(|function| function.result_types(op));
        match types.and_then(|types| types.get(result).copied()) {
            Some(ty) => parameter::verify_result(op, ty, name, value),
            None => Ok(()),
        }
    }

    fn is_legal_to_inline_call(&self, call: OpRef, callable: OpRef, _would_be_cloned: bool) -> bool {
        inline::is_legal_call(call, callable)
    }

    fn is_legal_to_inline_op(&self, op: OpRef, _into: OpRef, _would_be_cloned: bool) -> bool {
        inline::is_legal_op(op)
    }

    fn is_legal_to_inline_region(&self, _into: RegionRef, _from: RegionRef, _args: &[Value], _: bool) -> bool {
        true
    }

    fn handle_inlined_argument(&self, rw: &mut Rewriter, call: &InlinedCall, index: usize, value: Value) -> Value {
        inline::replace_argument(rw, call, index, value)
    }

    fn handle_inlined_blocks(&self, rw: &mut Rewriter, call: &InlinedCall, blocks: &[BlockId]) {
        inline::handle_blocks(rw, call, blocks);
    }

    fn handle_inlined_terminator(&self, rw: &mut Rewriter, op: OpId, to: InlinedTo) {
        inline::replace_return(rw, op, to);
    }
}
