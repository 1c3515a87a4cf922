//! Checks that a region can be lifted, before it is changed.

use rmlir::core::effects::is_memory_effect_free;
use rmlir::prelude::*;
use rmlir_cf::{CondBrOp, SwitchOp};

/// Refuses regions with blocks without predecessors, and branches of unknown operations.
pub fn check(body: &Body, region: RegionId) -> Checked {
    let entry = body.entry(region).expect("the region has blocks");
    // As upstream: blocks that are only reachable from each other are not detected.
    let has_no_way_in = |&block: &BlockId| block != entry && body.predecessors(block).next().is_none();
    if let Some(block) = body.blocks(region).find(has_no_way_in) {
        let first = body.first_op(block).expect("blocks end with a terminator");
        return Err(OpRef::new(body, first).error("transformation does not support unreachable blocks"));
    }
    for block in body.blocks(region) {
        for op in body.ops(block) {
            let mut inner = Vec::new();
            body.walk_postorder(op, |op| inner.push(op));
            inner.into_iter().try_for_each(|op| check_branch(OpRef::new(body, op)))?;
        }
    }
    let ends = body.blocks(region).filter_map(|block| body.last_op(block)).map(|op| OpRef::new(body, op));
    ends.into_iter().filter(|op| op.successors().len() > 1).try_for_each(check_kind)
}

/// Refuses terminators that are neither a conditional branch nor a switch on as many bits as an index has.
fn check_kind(op: OpRef) -> Checked {
    /// The bit width of the index of an `scf.index_switch`.
    const INDEX_WIDTH: u32 = 64;
    if op.is::<CondBrOp>() {
        return Ok(());
    }
    if !op.is::<SwitchOp>() {
        return Err(op.error("Cannot convert unknown control flow op to structured control flow"));
    }
    match op.value(SwitchOp::flag).ty().int_width(op.cx()) {
        Some(width) if width > INDEX_WIDTH => {
            let message = format!("transformation does not support switches on more than {INDEX_WIDTH} bits");
            Err(op.error(format!("{message}, but the flag has {width}")))
        }
        _ => Ok(()),
    }
}

fn check_branch(op: OpRef) -> Checked {
    if op.successors().len() == 0 {
        return Ok(());
    }
    let Some(branch) = op.interface::<dyn BranchOp>() else {
        let message = "transformation does not support terminators with successors not implementing BranchOpInterface";
        return Err(op.error(message));
    };
    if !is_memory_effect_free(op) {
        return Err(op.error("transformation does not support terminators with side effects"));
    }
    if (0..op.successors().len()).any(|index| branch.successor_operands(op, index).n_produced > 0) {
        let message = "transformation does not support operations with operation-produced successor operands";
        return Err(op.error(message));
    }
    Ok(())
}
