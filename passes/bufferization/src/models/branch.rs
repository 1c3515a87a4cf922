//! Operations whose regions have several blocks: the buffers of block arguments are those that branches forward.

use rmlir::core::body::ValueDefinition;
use rmlir::core::memref_layout::memory_space;
use rmlir::prelude::*;
use rmlir_bufferization::bufferizable::{
    AliasingOperand, Attempt, Session, Use, buffer_type, buffer_type_in, cast_buffer, is_tensor, owner_of, types,
};
use rmlir_bufferization::{ToBufferOp, ToTensorOp};

/// The operands that branches forward to argument `index` of `block`.
fn passed_to(body: &Body, block: BlockId, index: usize) -> Vec<Use> {
    let mut found = Vec::new();
    for (op, successor) in body.block_uses(block) {
        let view = OpRef::new(body, op);
        let Some(branch) = view.interface::<dyn BranchOp>() else { continue };
        let operands = branch.successor_operands(view, successor as usize);
        if let Some(offset) = index.checked_sub(operands.n_produced).filter(|&offset| offset < operands.forwarded.len())
        {
            found.push(Use { op, index: operands.forwarded.start + offset });
        }
    }
    found
}

fn place_of(value: ValueRef) -> (BlockId, usize) {
    match value.def() {
        ValueDefinition::Argument(block, index) => (block, index as usize),
        ValueDefinition::Result(..) => unreachable!("results are asked for elsewhere"),
    }
}

/// The operands whose buffers an argument of a block may have.
pub(super) fn aliasing_operands(arg: ValueRef) -> Vec<AliasingOperand> {
    let (block, index) = place_of(arg);
    let passed = passed_to(arg.body, block, index);
    passed.into_iter().map(|operand| AliasingOperand::maybe_equivalent(operand.op, operand.index)).collect()
}

/// The type of the buffer of an argument of a block that is not an entry block.
pub(super) fn arg_buffer_type(arg: ValueRef, session: &Session, stack: &mut Vec<Value>) -> Attempt<Type> {
    let cx = arg.cx();
    let (block, index) = place_of(arg);
    let mut found: Option<Type> = None;
    for operand in passed_to(arg.body, block, index) {
        let value = operand.value(arg.body);
        if stack.contains(&value) {
            continue;
        }
        let ty = buffer_type_in(ValueRef::new(arg.body, value), session, stack)?;
        found = match found {
            None => Some(ty),
            Some(before) if before == ty => Some(before),
            Some(before) if memory_space(cx, before) != memory_space(cx, ty) => {
                let message = "incoming operands of block argument have inconsistent memory spaces";
                return Err(owner_of(arg).error(message).into());
            }
            Some(before) => Some(types::with_dynamic_layout(cx, arg.ty(), memory_space(cx, before))),
        };
    }
    found.ok_or_else(|| owner_of(arg).error("could not infer buffer type of block argument").into())
}

/// Converts the arguments of `block` to buffers, and the forwarded operands of its predecessors.
pub(super) fn bufferize_signature(block: BlockId, rw: &mut Rewriter, session: &Session) -> Attempt<()> {
    let args = rw.args(block).to_vec();
    let mut types = Vec::new();
    for &arg in &args {
        let ty = rw.ty(arg);
        types.push(if is_tensor(rw, ty) { buffer_type(rw, arg, session)? } else { ty });
    }
    for (&arg, &ty) in args.iter().zip(&types) {
        retype_argument(rw, block, arg, ty);
    }
    let branches: Vec<(OpId, u32)> = rw.block_uses(block).collect();
    for (op, successor) in branches {
        let view = OpRef::new(rw, op);
        let Some(branch) = view.interface::<dyn BranchOp>() else {
            let message = "cannot bufferize ops with block references that do not implement BranchOpInterface";
            return Err(view.error(message).into());
        };
        let forwarded = branch.successor_operands(view, successor as usize).forwarded;
        for (index, &wanted) in forwarded.zip(&types) {
            let operand = rw.operand(op, index);
            if rw.ty(operand) == wanted {
                continue;
            }
            let ty = buffer_type(rw, operand, session)?;
            let loc = rw.value_loc(operand);
            rw.after_value(operand);
            let buffer = rw.value(ToBufferOp::build(ty, operand).at(loc));
            let buffer = cast_buffer(rw, buffer, wanted);
            rw.set_operand(op, index, buffer);
        }
    }
    Ok(())
}

/// Converts `arg` to a buffer of type `ty`; its uses are replaced by a tensor of it.
pub(super) fn retype_argument(rw: &mut Rewriter, block: BlockId, arg: Value, ty: Type) {
    let tensor = rw.ty(arg);
    if tensor == ty {
        return;
    }
    let is_used = !rw.is_unused(arg);
    rw.set_type(arg, ty);
    if is_used {
        rw.at_start(block);
        let loc = rw.value_loc(arg);
        let made = rw.create(ToTensorOp::build(tensor, arg).at(loc));
        let new = made.result(rw);
        rw.replace_uses_if(arg, new, |_, user, _| user != made.id());
    }
}
