//! Dead code elimination of operations and block arguments.
//!
//! The algorithm is optimistic: everything is dead until proved live. Operations with effects and terminators are live
//! initially; liveness is propagated to operands with a worklist. So cycles of values that are only used by each other
//! are dead, through block arguments too. An operand that a branch forwards to a block is live only if the argument is.
//! Arguments of entry blocks belong to the parent operation and are kept.

use rmlir_core::effects::would_be_trivially_dead;
use rmlir_core::{Body, OpId, OpRef, RegionId, Rewriter, Value, ValueDefinition};
use smallvec::{SmallVec, smallvec};

use super::branch::{Branch, edges_into};
use super::needed::is_all_needed;

/// Erases dead operations and arguments in `regions` and in nested regions, in this body. Returns whether an operation
/// was erased.
pub fn region_dce(rw: &mut Rewriter, regions: &[RegionId]) -> bool {
    if is_all_needed(rw, regions) {
        debug_assert!(Liveness::of(rw, regions).has_all(), "something was said to be needed that is dead");
        return false;
    }
    let live = Liveness::of(rw, regions);
    !live.has_all() && erase_dead(rw, regions, &live)
}

/// The set of live operations and arguments.
struct Liveness {
    /// By slot.
    ops: Vec<bool>,
    /// By slot of the value.
    args: Vec<bool>,
    /// Live entities whose operands are not marked yet.
    waiting: Vec<Waiting>,
    /// The number of operations and arguments visited so far, minus that of live ones.
    n_dead: isize,
}

enum Waiting {
    Op(OpId),
    Arg(Value),
}

impl Liveness {
    /// The liveness of the reachable operations in `regions` and in nested regions.
    fn of(body: &Body, regions: &[RegionId]) -> Self {
        let (ops, args) = (vec![false; body.op_slots()], vec![false; body.value_slots()]);
        let mut live = Self { ops, args, waiting: Vec::new(), n_dead: 0 };
        let mut inside = regions.to_vec();
        while let Some(region) = inside.pop() {
            let Some(entry) = body.entry(region) else { continue };
            live.n_dead += body.blocks(region).map(|block| body.args(block).len() as isize).sum::<isize>();
            // These are live unconditionally.
            body.args(entry).iter().for_each(|&arg| live.set_arg(arg));
            for block in body.blocks_post_order(entry) {
                for op in body.ops(block) {
                    live.n_dead += 1;
                    if !would_be_trivially_dead(OpRef::new(body, op)) {
                        live.set_op(op);
                    }
                    inside.extend(body.regions(op));
                }
            }
            // Propagation starts at the end, which keeps the worklist short.
            live.spread(body);
        }
        live
    }

    /// Returns whether no visited entity is dead.
    fn has_all(&self) -> bool {
        self.n_dead == 0
    }

    fn has_op(&self, op: OpId) -> bool {
        self.ops[op.slot()]
    }

    fn has_arg(&self, arg: Value) -> bool {
        self.args[arg.slot()]
    }

    fn set_op(&mut self, op: OpId) {
        if !std::mem::replace(&mut self.ops[op.slot()], true) {
            self.n_dead -= 1;
            self.waiting.push(Waiting::Op(op));
        }
    }

    fn set_arg(&mut self, arg: Value) {
        if !std::mem::replace(&mut self.args[arg.slot()], true) {
            self.n_dead -= 1;
            self.waiting.push(Waiting::Arg(arg));
        }
    }

    fn set_value(&mut self, body: &Body, value: Value) {
        match body.value_def(value) {
            ValueDefinition::Result(op, _) => self.set_op(op),
            ValueDefinition::Argument(..) => self.set_arg(value),
        }
    }

    /// Propagates liveness to used values.
    fn spread(&mut self, body: &Body) {
        while let Some(next) = self.waiting.pop() {
            match next {
                Waiting::Op(op) if body.n_successors(op) != 0 => self.spread_branch(body, op),
                Waiting::Op(op) => body.operands(op).for_each(|operand| self.set_value(body, operand)),
                Waiting::Arg(arg) => self.spread_arg(body, arg),
            }
        }
    }

    /// The liveness of operands forwarded to arguments that are not live is deferred. The arguments of its successors
    /// are live, unless the forwarded operand is known.
    fn spread_branch(&mut self, body: &Body, op: OpId) {
        let branch = Branch::of(body, op);
        let mut waits: SmallVec<[bool; 8]> = smallvec![false; body.n_operands(op)];
        for (index, block) in body.successors(op).enumerate() {
            let args = body.args(block);
            let passed = branch.map(|branch| branch.passed(body, index));
            let n_unknown = passed.as_ref().map_or(args.len(), |passed| passed.n_produced);
            args.iter().take(n_unknown).for_each(|&arg| self.set_arg(arg));
            for (operand, &arg) in passed.into_iter().flat_map(|passed| passed.forwarded).zip(&args[n_unknown..]) {
                waits[operand] = !self.has_arg(arg);
            }
        }
        for (operand, waits) in body.operands(op).zip(waits) {
            if !waits {
                self.set_value(body, operand);
            }
        }
    }

    /// Marks the operands that live branches forward to `arg`.
    fn spread_arg(&mut self, body: &Body, arg: Value) {
        let ValueDefinition::Argument(block, number) = body.value_def(arg) else { return };
        for (op, index) in edges_into(body, block) {
            let Some(branch) = Branch::of(body, op).filter(|_| self.has_op(op)) else { continue };
            if let Some(operand) = branch.passed(body, index).operand_for(number as usize) {
                self.set_value(body, body.operand(op, operand));
            }
        }
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
                match live.has_op(op) {
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
            if !live.has_arg(rw.arg(block, index)) {
                rw.erase_arg(block, index);
            }
        }
    }
    !dead.is_empty()
}

/// Removes the operands that `terminator` forwards to dead arguments.
fn pass_only_live(rw: &mut Rewriter, terminator: OpId, live: &Liveness) {
    let Some(branch) = Branch::of(rw, terminator) else { return };
    for index in 0..rw.n_successors(terminator) {
        let n_produced = branch.passed(rw, index).n_produced;
        let args = &rw.args(rw.successor(terminator, index))[n_produced..];
        if args.iter().all(|&arg| live.has_arg(arg)) {
            continue;
        }
        let values = branch.forwarded(rw, index);
        let kept: Vec<Value> =
            values.iter().zip(args).filter(|(_, arg)| live.has_arg(**arg)).map(|(&value, _)| value).collect();
        branch.set_forwarded(rw, index, &kept);
    }
}
