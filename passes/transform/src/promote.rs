//! Promotion of tensors to allocated memory.

use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_arith::constant_index;
use rmlir_bufferization::{AllocTensorOp, MaterializeInDestinationOp};
use rmlir_linalg::structured::Structured;
use rmlir_tensor::DimOp;
use rmlir_transform::effects::changes_payload;
use rmlir_transform::{
    Applied, Failure, PayloadValue, Results, TransformOp, TransformState, TransformValueHandle, handle_effects,
};

handle_effects! {
    changes_payload => PromoteTensorOp;
}

/// Allocates a tensor, in a given memory space, for each value, copies the value to it if it may be read, and replaces
/// the uses of the value by it.
#[op(
    name = "transform.structured.promote_tensor",
    traits(SameOperandsAndResultType),
    interfaces(MemoryEffects, TransformOp),
    format = "(`to` $memory_space^)? $tensor attr-dict `:` type($tensor)"
)]
pub struct PromoteTensorOp {
    #[operand]
    tensor: TransformValueHandle,
    #[prop]
    memory_space: Option<AnyAttr>,
    #[result]
    promoted: TransformValueHandle,
}

impl TransformOp for PromoteTensorOp<()> {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let space = op.get(PromoteTensorOp::memory_space);
        let mut promoted = Vec::new();
        for payload in state.values(op.value(PromoteTensorOp::tensor)) {
            let body = state.body(&payload.path);
            let ty = body.ty(payload.value);
            if !ty.is_tensor(body) || ty.shape(body).is_none() {
                let shown = match body.value_def(payload.value) {
                    ValueDefinition::Result(made_by, _) => state.texts().ir(OpRef::new(body, made_by), true),
                    ValueDefinition::Argument(_, index) => {
                        format!("<block argument> of type '{}' at index: {index}", op.cx().show_type(ty))
                    }
                };
                return Err(Failure::silenceable(op, format!("non-tensor type: {shown}")));
            }
            let value = state.rewrite(&payload.path, |rw| promote(rw, payload.value, space));
            promoted.push(PayloadValue { path: payload.path, value });
        }
        results.set(0, promoted);
        Ok(())
    }
}

/// Whether a user may read elements of `value`; structured operations determine that for their inits.
fn may_be_read(body: &Body, value: Value) -> bool {
    body.uses(value).any(|(user, index)| {
        let user = OpRef::new(body, user);
        let is_structured = user.interface::<dyn Structured>().is_some();
        let arg = user.regions().next().and_then(|region| region.entry()?.args().nth(index as usize));
        !is_structured || arg.is_none_or(|arg| !body.is_unused(arg.id))
    })
}

/// The replacement of `tensor`.
fn promote(rw: &mut Rewriter, tensor: Value, space: Option<Attr>) -> Value {
    match rw.value_def(tensor) {
        ValueDefinition::Result(op, _) => rw.after(op),
        ValueDefinition::Argument(block, _) => rw.at_start(block),
    }
    let loc = rw.value_loc(tensor);
    rw.set_loc(loc);
    let is_read = may_be_read(rw, tensor);
    let ty = rw.ty(tensor);
    let shape = ty.shape(rw).expect("the tensor was checked to be ranked").to_vec();
    let (mut own, mut sizes) = (Vec::new(), Vec::new());
    for (dim, _) in shape.into_iter().enumerate().filter(|&(_, size)| size == DYNAMIC) {
        let dim = constant_index(rw, dim as i64);
        let size = rw.create(DimOp::build(tensor, dim)).id();
        own.push(size);
        sizes.push(rw.result(size, 0));
    }
    let mut allocation = AllocTensorOp::build(ty, &sizes, None, None);
    if let Some(space) = space {
        allocation = allocation.prop(AllocTensorOp::MEMORY_SPACE, space);
    }
    let mut promoted = rw.value(allocation);
    if is_read {
        let copy = rw.create(MaterializeInDestinationOp::build(Some(ty), tensor, promoted)).id();
        own.push(copy);
        promoted = rw.result(copy, 0);
    }
    rw.replace_uses_if(tensor, promoted, |_, user, _| !own.contains(&user));
    promoted
}
