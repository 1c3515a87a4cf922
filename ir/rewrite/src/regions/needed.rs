//! A quick look that proves that nothing is dead, where that is so: most regions have been cleaned up before.
//!
//! An operation can only be dead if nothing uses its results, or if what uses them is dead. In reachable blocks, with
//! definitions before their uses, going from use to use ends, and does so at an operation without uses or at an argument
//! of a block that is not the first. So it is enough to look for operations of the former kind, and to follow a few uses
//! of each such argument up to something that is live.

use rmlir_core::dominance::has_ssa_dominance;
use rmlir_core::effects::{is_trivially_dead, would_be_trivially_dead};
use rmlir_core::{BlockId, Body, OpId, OpRef, RegionId, Value};
use rustc_hash::FxHashSet;

use super::branch::Branch;

/// So many uses of an argument are followed at most.
const MOST_USES: usize = 4;
/// So far is each followed at most.
const MOST_STEPS: usize = 8;

/// Whether it is seen at once that nothing in `regions` and in the regions inside, of this body, is dead. If not, something
/// may be.
pub fn is_all_needed(body: &Body, regions: &[RegionId]) -> bool {
    let mut live_args: FxHashSet<Value> = FxHashSet::default();
    let mut inside = regions.to_vec();
    while let Some(region) = inside.pop() {
        let Some(entry) = body.entry(region) else { continue };
        if !has_ssa_dominance(body, region) {
            return false;
        }
        let blocks = body.blocks_post_order(entry);
        if blocks.len() != body.blocks(region).count() {
            return false;
        }
        for block in blocks {
            if !(block == entry || are_args_live(body, block, &mut live_args)) {
                return false;
            }
            for op in body.ops(block) {
                if is_trivially_dead(OpRef::new(body, op)) {
                    return false;
                }
                inside.extend(body.regions(op));
            }
        }
    }
    true
}

/// Whether all arguments of `block` are seen to be live, as `live_args` are; they are added to those.
fn are_args_live(body: &Body, block: BlockId, live_args: &mut FxHashSet<Value>) -> bool {
    body.args(block).iter().all(|&arg| {
        let is_live = body.uses(arg).take(MOST_USES).any(|(user, number)| leads_to_live(body, user, number, live_args));
        live_args.extend(is_live.then_some(arg));
        is_live
    })
}

/// Whether operand `number` of `user` is seen to be live, by following one use of each result.
fn leads_to_live(body: &Body, mut user: OpId, mut number: u32, live_args: &FxHashSet<Value>) -> bool {
    for _ in 0..MOST_STEPS {
        if body.n_successors(user) != 0 {
            return passes_to_live(body, user, number as usize, live_args);
        }
        if !would_be_trivially_dead(OpRef::new(body, user)) {
            return true;
        }
        let mut uses = body.results(user).iter().flat_map(|&result| body.uses(result));
        let Some(next) = uses.next() else { return false };
        (user, number) = next;
    }
    false
}

/// Whether `branch` needs its operand `number` for itself, or passes it to one of `live_args`.
fn passes_to_live(body: &Body, branch: OpId, number: usize, live_args: &FxHashSet<Value>) -> bool {
    let Some(interface) = Branch::of(body, branch) else { return true };
    let mut is_passed = false;
    for (index, block) in body.successors(branch).enumerate() {
        let passed = interface.passed(body, index);
        if passed.forwarded.contains(&number) {
            is_passed = true;
            let arg = body.args(block)[passed.n_produced + number - passed.forwarded.start];
            if live_args.contains(&arg) {
                return true;
            }
        }
    }
    !is_passed
}
