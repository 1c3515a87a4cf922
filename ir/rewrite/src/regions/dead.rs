//! Erasing operations and block arguments that nothing needs.
//!
//! Plan: everything counts as dead until proved live; liveness goes from
//! operations with effects and from terminators to what they use, until
//! nothing new is found live. So cycles of values that only need each other
//! die, through block arguments too. An operand that a branch passes to a
//! block is live only if the argument is. Arguments of entry blocks belong to
//! the operation around and stay.

use rmlir_core::effects::would_be_trivially_dead;
use rmlir_core::{BlockId, Body, OpId, OpRef, RegionId, Rewriter, TraitSet, Value, ValueDefinition};
use rustc_hash::FxHashSet;

use super::branch::Branch;

/// Erases what is dead in `regions` and in the regions inside, in this body.
/// Says whether an operation was erased.
pub fn region_dce(rw: &mut Rewriter, regions: &[RegionId]) -> bool {
    let steps = steps_backwards(rw, regions);
    let mut live = Liveness::default();
    loop {
        live.changed = false;
        steps.iter().for_each(|&step| live.propagate(rw, step));
        if !live.changed {
            break;
        }
    }
    erase_dead(rw, regions, &live)
}

/// One step of a sweep.
#[derive(Clone, Copy)]
enum Step {
    Op(OpId),
    /// The arguments of a block that is not an entry.
    Args(BlockId),
}

/// All operations and blocks reachable in `regions`, uses before definitions
/// where there is no cycle, operations after those in their regions.
fn steps_backwards(body: &Body, regions: &[RegionId]) -> Vec<Step> {
    let mut found = Vec::new();
    let mut waiting: Vec<(Step, bool)> = Vec::new();
    let push_region = |region: RegionId, waiting: &mut Vec<(Step, bool)>| {
        let Some(entry) = body.entry(region) else { return };
        // The list is taken from the end.
        for block in body.blocks_post_order(entry).into_iter().rev() {
            if block != entry {
                waiting.push((Step::Args(block), false));
            }
            waiting.extend(body.ops(block).map(|op| (Step::Op(op), true)));
        }
    };
    regions.iter().rev().for_each(|&region| push_region(region, &mut waiting));
    while let Some((step, entering)) = waiting.pop() {
        match step {
            Step::Op(op) if entering && !body.regions(op).is_empty() => {
                waiting.push((step, false));
                body.regions(op).iter().rev().for_each(|&region| push_region(region, &mut waiting));
            }
            _ => found.push(step),
        }
    }
    found
}

#[derive(Default)]
struct Liveness {
    ops: FxHashSet<OpId>,
    args: FxHashSet<Value>,
    changed: bool,
}

impl Liveness {
    fn is_live(&self, body: &Body, value: Value) -> bool {
        match body.value_def(value) {
            ValueDefinition::Result(op, _) => self.ops.contains(&op),
            ValueDefinition::Argument(..) => self.args.contains(&value),
        }
    }

    fn set_op(&mut self, op: OpId) {
        self.changed |= self.ops.insert(op);
    }

    fn set_arg(&mut self, arg: Value) {
        self.changed |= self.args.insert(arg);
    }

    fn propagate(&mut self, body: &Body, step: Step) {
        match step {
            Step::Op(op) if body.has_trait(op, TraitSet::TERMINATOR) => self.propagate_terminator(body, op),
            Step::Op(op) if self.ops.contains(&op) => {}
            Step::Op(op) => {
                let needed = |&value: &Value| self.is_needed(body, value);
                if !would_be_trivially_dead(OpRef::new(body, op)) || body.results(op).iter().any(needed) {
                    self.set_op(op);
                }
            }
            Step::Args(block) => {
                for &arg in body.args(block) {
                    if !self.args.contains(&arg) && self.is_needed(body, arg) {
                        self.set_arg(arg);
                    }
                }
            }
        }
    }

    /// Terminators are live. The arguments of their successors are too, unless
    /// it is known which operand they get.
    fn propagate_terminator(&mut self, body: &Body, op: OpId) {
        self.set_op(op);
        let branch = Branch::of(body, op);
        for (index, block) in body.successors(op).enumerate() {
            let args = body.args(block);
            let n_unknown = branch.map_or(args.len(), |branch| branch.passed(body, index).n_produced);
            args.iter().take(n_unknown).for_each(|&arg| self.set_arg(arg));
        }
    }

    /// Whether something live uses `value`.
    fn is_needed(&self, body: &Body, value: Value) -> bool {
        body.uses(value).any(|(user, index)| self.ops.contains(&user) && !self.passes_to_dead(body, user, index))
    }

    /// Whether this operand is passed to a block argument that is not known live.
    fn passes_to_dead(&self, body: &Body, user: OpId, operand: u32) -> bool {
        body.has_trait(user, TraitSet::TERMINATOR)
            && Branch::of(body, user)
                .and_then(|branch| branch.argument_for(body, operand as usize))
                .is_some_and(|arg| !self.args.contains(&arg))
    }
}

fn erase_dead(rw: &mut Rewriter, regions: &[RegionId], live: &Liveness) -> bool {
    let mut dead = Vec::new();
    let mut blocks_with_args = Vec::new();
    let mut waiting: Vec<RegionId> = regions.iter().rev().copied().collect();
    while let Some(region) = waiting.pop() {
        let Some(entry) = rw.entry(region) else { continue };
        for block in rw.blocks_post_order(entry) {
            if !rw.has_one_block(region)
                && let Some(terminator) = rw.last_op(block)
            {
                pass_only_live(rw, terminator, live);
            }
            for op in rw.ops(block).rev() {
                match live.ops.contains(&op) {
                    true => waiting.extend(rw.regions(op).iter().rev()),
                    false => dead.push(op),
                }
            }
        }
        blocks_with_args.extend(rw.blocks(region).skip(1).filter(|&block| !rw.args(block).is_empty()));
    }
    rw.erase_ops(&dead);
    for block in blocks_with_args {
        for index in (0..rw.args(block).len()).rev() {
            if !live.is_live(rw, rw.arg(block, index)) {
                rw.erase_arg(block, index);
            }
        }
    }
    !dead.is_empty()
}

/// Makes `terminator` pass nothing to dead arguments.
fn pass_only_live(rw: &mut Rewriter, terminator: OpId, live: &Liveness) {
    let Some(branch) = Branch::of(rw, terminator) else { return };
    for index in 0..rw.n_successors(terminator) {
        let n_produced = branch.passed(rw, index).n_produced;
        let args = &rw.args(rw.successor(terminator, index))[n_produced..];
        let values = branch.forwarded(rw, index);
        let kept: Vec<Value> =
            values.iter().zip(args).filter(|(_, arg)| live.args.contains(arg)).map(|(&value, _)| value).collect();
        if kept.len() != values.len() {
            branch.set_forwarded(rw, index, &kept);
        }
    }
}
