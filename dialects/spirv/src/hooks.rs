//! The dialect as a whole: constants, and attributes of its namespace.

use rmlir::core::dialect::DialectHooks;
use rmlir::prelude::*;

use crate::constant::ConstantOp;
use crate::constraints::has_constants;
use crate::decoration::Decoration;

pub(crate) struct Hooks;

impl DialectHooks for Hooks {
    /// SPIR-V is extended by others, so operations that are not known here may be used in generic form.
    fn allows_unknown_ops(&self) -> bool {
        true
    }

    /// Poison is made by the dialect it belongs to.
    fn materialize_constant(&self, cx: &Context, value: Attr, ty: Type) -> Option<OpState> {
        if rmlir_ub::is_poison(cx, value) {
            return rmlir_ub::Ub::DEF.hooks.materialize_constant(cx, value, ty);
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
}
