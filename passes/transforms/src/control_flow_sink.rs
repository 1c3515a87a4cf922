//! Sinking of operations into the only conditional region that uses them.
//!
//! The inverse of hoisting: an operation whose users are all in a region that is executed at most once moves there, and
//! is not executed when the region is not. Nothing is duplicated. The operands of a moved operation may follow it.

use rmlir::core::effects::is_memory_effect_free;
use rmlir::core::fold::constant_value;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;

use rmlir::pass::over_bodies;

/// Sink operations into conditional blocks.
///
/// ```mlir
/// %0 = arith.addi %a, %b : i32    // goes into the region
/// scf.if %condition {
///   "use"(%0) : (i32) -> ()
/// }
/// ```
#[pass(name = "control-flow-sink", title = "ControlFlowSink", stats("num-sunk" = "Number of operations sunk"))]
pub fn control_flow_sink(cx: &mut PassCx) -> PassResult {
    let sunk = over_bodies(cx.body_mut(), &|body| {
        let mut branches = Vec::new();
        body.walk_postorder(body.root(), |op| {
            if body.interface::<dyn RegionBranchOp>(op).is_some() && body.nested(op).is_none() {
                branches.push(op);
            }
        });
        let mut rw = Rewriter::new(body);
        branches.into_iter().map(|op| sink_into(&mut rw, op)).sum::<u64>()
    });
    *cx.stat("num-sunk") += sunk.into_iter().sum::<u64>();
    Ok(())
}

/// Sinks operations into the regions of `op`; returns their number.
fn sink_into(rw: &mut Rewriter, op: OpId) -> u64 {
    regions_run_once(rw, op).into_iter().map(|region| sink_into_region(rw, region)).sum()
}

/// The regions of `op` that are entered at most once.
fn regions_run_once(body: &Body, op: OpId) -> Vec<RegionId> {
    let view = OpRef::new(body, op);
    let Some(branch) = view.interface::<dyn RegionBranchOp>() else { return Vec::new() };
    let constants: Vec<Option<Attr>> = body.operands(op).map(|operand| constant_value(body, operand)).collect();
    let bounds = branch.invocation_bounds(view, &constants);
    let regions = body.regions(op).iter().zip(bounds);
    regions.filter(|(_, (_, most))| most.is_some_and(|most| most <= 1)).map(|(&region, _)| region).collect()
}

fn sink_into_region(rw: &mut Rewriter, region: RegionId) -> u64 {
    let Some(entry) = rw.entry(region) else { return 0 };
    let mut n_sunk = 0;
    let mut stack: Vec<OpId> = rw.blocks(region).flat_map(|block| rw.ops(block)).collect();
    while let Some(user) = stack.pop() {
        for operand in rw.operands(user).collect::<Vec<_>>() {
            let Some(definition) = rw.defining_op(operand) else { continue };
            if rw.parent_region(definition) != Some(region) && may_sink(rw, definition, region) {
                let first = rw.first_op(entry).expect("a block with a user in its region has operations");
                rw.move_before(definition, first);
                n_sunk += 1;
                stack.push(definition);
            }
        }
    }
    n_sunk
}

/// Returns whether all users of `op` are in `region`, it has no effects, and the region is not its own: in graph regions
/// operations may use their own results.
fn may_sink(body: &Body, op: OpId, region: RegionId) -> bool {
    if body.is_ancestor(op, body.region_owner(region)) {
        return false;
    }
    let inside = |user: OpId| body.block_of(user).is_some_and(|block| body.region_contains_block(region, block));
    body.results(op).iter().all(|&result| body.users(result).all(inside)) && is_memory_effect_free(OpRef::new(body, op))
}
