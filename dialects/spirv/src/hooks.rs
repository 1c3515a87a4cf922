//! Dialect hooks: constants, attributes, and inlining.

use rmlir::core::dialect::{DialectHooks, InlinedTo};
use rmlir::prelude::*;

use crate::call::{BranchOp, KillOp};
use crate::constant::ConstantOp;
use crate::constraints::has_constants;
use crate::decoration::Decoration;
use crate::function::{FuncOp, ReturnOp, ReturnValueOp};

pub(crate) struct Hooks;

impl DialectHooks for Hooks {
    /// SPIR-V has extensions, so unregistered operations are allowed in generic form.
    fn allows_unknown_ops(&self) -> bool {
        true
    }

    /// Poison is materialized by its own dialect.
    fn materialize_constant(&self, cx: &Context, value: Attr, ty: Type) -> Option<OpState> {
        if rmlir_ub::is_poison(cx, value) {
            return rmlir_ub::Ub::DEF.hooks().materialize_constant(cx, value, ty);
        }
        has_constants(cx, ty).then(|| ConstantOp::build(ty, value).finish(cx))
    }

    fn verify_op_attr(&self, op: OpRef, name: &str, _value: Attr) -> Checked {
        Err(op.plain_error(format!("found unsupported '{name}' attribute on operation")))
    }

    fn verify_arg_attr(&self, op: OpRef, _region: usize, _arg: usize, name: &str, value: Attr) -> Checked {
        match name {
            "spirv.decoration" if Decoration::from_attr(op.cx(), value).is_some() => Ok(()),
            "spirv.decoration" => Err(op.plain_error(format!("'{name}' must be a spirv::DecorationAttr"))),
            _ => Err(op.plain_error(format!("found unsupported '{name}' attribute on region argument"))),
        }
    }

    fn verify_result_attr(&self, op: OpRef, _result: usize, _name: &str, _value: Attr) -> Checked {
        Err(op.plain_error(
            "cannot attach SPIR-V attributes to region result which is not part of a spirv::GraphARMOp type",
        ))
    }

    fn is_legal_to_inline_call(&self, _call: OpRef, _callable: OpRef, _would_be_cloned: bool) -> bool {
        true
    }

    /// Terminating an invocation must not be moved into a loop, so functions with `spirv.Kill` are not inlined.
    fn is_legal_to_inline_op(&self, op: OpRef, _into: OpRef, _would_be_cloned: bool) -> bool {
        !op.is::<KillOp>()
    }

    fn is_legal_to_inline_region(&self, into: RegionRef, _from: RegionRef, _args: &[Value], _: bool) -> bool {
        into.owner().is::<FuncOp>()
    }

    /// A return is replaced by a branch.
    fn handle_inlined_terminator(&self, rw: &mut Rewriter, op: OpId, to: InlinedTo) {
        let view = OpRef::new(rw, op);
        if view.is::<ReturnOp>() || view.is::<ReturnValueOp>() {
            to.deliver(rw, op, |cx, returned, block| BranchOp::build(returned, block).finish(cx));
        }
    }
}
