//! A fast check that proves that no operation is dead, where that is so: most regions have been simplified before.
//!
//! An operation can be dead only if its results have no uses, or if all users are dead. In reachable blocks, with
//! definitions that dominate uses, every use chain ends at an operation without uses or at an argument of a
//! non-entry block. So it is sufficient to check for operations of the former kind, and to follow a few uses of each
//! such argument to a live operation.

use rmlir_core::dominance::has_ssa_dominance;
use rmlir_core::effects::{is_trivially_dead, would_be_trivially_dead};
use rmlir_core::{BlockId, Body, OpId, OpRef, RegionId, Value};
use rustc_hash::FxHashSet;

use super::branch::Branch;

/// The limit on the uses of an argument that are followed.
const MOST_USES: usize = 4;
/// The limit on the length of each use chain.
const MOST_STEPS: usize = 8;

/// Returns whether the fast check proves that nothing in `regions` and in nested regions, in this body, is dead.
/// Otherwise some operation may be.
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

/// Returns whether all arguments of `block` are proved live, given that `live_args` are; they are added to those.
fn are_args_live(body: &Body, block: BlockId, live_args: &mut FxHashSet<Value>) -> bool {
    body.args(block).iter().all(|&arg| {
        let is_live = body.uses(arg).take(MOST_USES).any(|(user, number)| leads_to_live(body, user, number, live_args));
        live_args.extend(is_live.then_some(arg));
        is_live
    })
}

/// Returns whether operand `number` of `user` is proved live, by following one use of each result.
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

/// Returns whether `branch` uses its operand `number` itself, or forwards it to one of `live_args`.
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
