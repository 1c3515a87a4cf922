//! Loop-invariant code motion.
//!
//! Inner loops come first, so that operations hoisted from an inner loop may be hoisted from the outer one too. An
//! operation is moved before the loop if it is pure and uses no value defined in the loop. Its users may become
//! invariant by that.

use std::collections::VecDeque;

use rmlir::core::effects::is_pure;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;

use rmlir::pass::over_bodies;

/// Hoist loop invariant instructions outside of the loop.
///
/// ```mlir
/// scf.for %i = %lb to %ub step %one {
///   %0 = arith.addi %a, %b : i32    // goes before the loop
///   "use"(%0) : (i32) -> ()
/// }
/// ```
#[pass(name = "loop-invariant-code-motion", title = "LoopInvariantCodeMotion")]
pub fn loop_invariant_code_motion(cx: &mut PassCx) -> PassResult {
    over_bodies(cx.body_mut(), &|body| {
        let mut loops = Vec::new();
        body.walk_postorder(body.root(), |op| {
            if body.interface::<dyn LoopLike>(op).is_some() && body.block_of(op).is_some() {
                loops.push(op);
            }
        });
        let mut rw = Rewriter::new(body);
        loops.into_iter().for_each(|op| hoist_from_loop(&mut rw, op));
    });
    Ok(())
}

/// Hoists the invariant operations of the loop `op`.
pub fn hoist_from_loop(rw: &mut Rewriter, op: OpId) {
    let view = OpRef::new(rw, op);
    let Some(interface) = view.interface::<dyn LoopLike>() else { return };
    // Values do not cross the boundary of a nested body: its operations are not hoisted.
    let regions = interface.loop_regions(view).into_iter().filter(|region| region.owner().id == op);
    let regions: Vec<RegionId> = regions.map(|region| region.id).collect();
    for region in regions {
        let mut work: VecDeque<OpId> = rw.blocks(region).flat_map(|block| rw.ops(block)).collect();
        while let Some(candidate) = work.pop_front() {
            if rw.parent_region(candidate) != Some(region) || !is_invariant(rw, op, interface, candidate) {
                continue;
            }
            rw.move_before(candidate, op);
            let users = rw.results(candidate).iter().flat_map(|&result| rw.users(result));
            work.extend(users.filter(|&user| rw.parent_region(user) == Some(region)));
        }
    }
}

fn is_invariant(body: &Body, loop_op: OpId, interface: &dyn LoopLike, op: OpId) -> bool {
    let view = OpRef::new(body, op);
    if view.has(TraitSet::TERMINATOR) || !is_pure(view) {
        return false;
    }
    let loop_op = OpRef::new(body, loop_op);
    let mut operands = body.ops_under(op).into_iter().flat_map(|inner| body.operands(inner));
    operands.all(|value| body.is_defined_inside(op, value) || interface.is_defined_outside(loop_op, value))
}
