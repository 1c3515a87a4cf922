//! Which types are tensors, and which operation has a value.

use rmlir::core::body::ValueDefinition;
use rmlir::prelude::*;

/// Whether `ty` is a type of tensors.
pub fn is_tensor(cx: &Context, ty: Type) -> bool {
    ty.is_tensor(cx)
}

/// The operation that defines `value`, or whose region has it as an argument.
pub fn owner_of(value: ValueRef) -> OpRef {
    let op = match value.def() {
        ValueDefinition::Result(op, _) => op,
        ValueDefinition::Argument(block, _) => {
            let region = value.body.region_of(block).expect("an argument that is asked for is in a region");
            value.body.region_owner(region)
        }
    };
    OpRef::new(value.body, op)
}

/// Whether `op` has an operand, a result or a region argument that is a tensor.
pub(super) fn has_tensors(op: OpRef) -> bool {
    let is = |ty: Type| is_tensor(op.cx(), ty);
    op.regions().any(|region| region.blocks().any(|block| block.args().any(|arg| is(arg.ty()))))
        || op.results().any(|result| is(result.ty()))
        || op.operands().any(|operand| is(operand.ty()))
}
