//! What cannot be lifted is refused before anything is changed.

use rmlir::core::effects::is_memory_effect_free;
use rmlir::prelude::*;
use rmlir_cf::{CondBrOp, SwitchOp};

/// Refuses regions with blocks that nothing branches to, and branches of which
/// too little is known.
pub fn check(body: &Body, region: RegionId) -> Checked {
    let entry = body.entry(region).expect("the region has blocks");
    // As upstream: blocks that only reach each other are not noticed.
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
    match ends.into_iter().find(|op| op.successors().len() > 1 && !op.is::<CondBrOp>() && !op.is::<SwitchOp>()) {
        Some(op) => Err(op.error("Cannot convert unknown control flow op to structured control flow")),
        None => Ok(()),
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
