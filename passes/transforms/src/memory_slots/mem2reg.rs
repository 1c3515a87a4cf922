//! Promotion of memory slots to SSA values.
//!
//! Plan, for each slot: find the blocking uses, and whether they can be removed; find the merge points of different
//! definitions, which get a block argument. Then walk the dominator tree with the reaching definition of the slot,
//! record it at each operation that needs it, and forward it to the new arguments. At last remove the blocking uses,
//! from the last to the first: a recorded value may be the result of a load that is erased itself.
//!
//! Only slots whose uses are in the region of the pointer are promoted.

use rmlir::core::memory_slot::{Deletion, Layout, MemorySlot, PromotableAllocation, PromotableMemOp, PromotableOp};
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::ssa::DominatorTree;
use super::uses::BlockingUses;
use super::{LayoutSpecs, all_with, in_rounds};
use rmlir::pass::instrument::timing::AnalysisClock;
use rmlir::pass::over_bodies;

/// Promotes memory slots into values.
///
/// Stored values replace loads; blocks that several definitions reach get an argument.
///
/// ```mlir
/// %slot = memref.alloca() : memref<i32>
/// memref.store %x, %slot[] : memref<i32>
/// %y = memref.load %slot[] : memref<i32>    // is %x
/// ```
#[pass(
    name = "mem2reg",
    title = "Mem2Reg",
    summary = "Promotes memory slots into values.",
    stats(
        "promoted slots" = "Total amount of memory slot promoted",
        "new block args" = "Total amount of new block argument inserted in blocks"
    )
)]
pub struct Mem2Reg {
    /// Perform control flow optimizations to the region tree
    #[option(name = "region-simplify", default = true)]
    _region_simplify: bool,
}

impl Pass for Mem2Reg {
    /// The option is only accepted for compatibility of pipelines: regions are not simplified, as in upstream.
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let clock = cx.analysis_clock();
        let specs = LayoutSpecs::around(cx);
        let counts = over_bodies(cx.body_mut(), &|body| promote_all(body, specs.of(body).as_deref(), &clock));
        cx.record_analysis("DominanceInfo", &clock);
        *cx.stat("promoted slots") += counts.iter().map(|count| count.n_slots).sum::<u64>();
        *cx.stat("new block args") += counts.iter().map(|count| count.n_arguments).sum::<u64>();
        Ok(())
    }
}

#[derive(Default)]
struct Count {
    n_slots: u64,
    n_arguments: u64,
}

/// Promotes all slots of one body that can be promoted; `clock` measures dominance.
fn promote_all(body: &mut Body, layout: Layout, clock: &AnalysisClock) -> Count {
    let mut count = Count::default();
    let mut trees: FxHashMap<RegionId, DominatorTree> = FxHashMap::default();
    in_rounds(all_with::<dyn PromotableAllocation>(body), |op| {
        let allocation = body.interface::<dyn PromotableAllocation>(op).expect("the list is of such operations");
        for slot in allocation.slots(OpRef::new(body, op)) {
            let Some(region) = body.value_region(slot.pointer).filter(|_| !body.is_unused(slot.pointer)) else {
                continue;
            };
            let tree = trees.entry(region).or_insert_with(|| clock.measure(|| DominatorTree::new(body, region)));
            let Some(plan) = Plan::new(body, tree, region, slot, layout) else { continue };
            count.n_slots += 1;
            count.n_arguments += plan.merge_points.len() as u64;
            let promotion = Promotion::new(body, allocation, op, slot, plan, layout);
            return Some(promotion.run(tree, region).into_iter().collect());
        }
        None
    });
    count
}

/// The parameters of the promotion of a slot.
struct Plan {
    uses: BlockingUses,
    /// The blocks that get an argument.
    merge_points: FxHashSet<BlockId>,
}

impl Plan {
    /// The plan for `slot`, if it can be promoted.
    fn new(body: &Body, tree: &DominatorTree, region: RegionId, slot: MemorySlot, layout: Layout) -> Option<Self> {
        let mut uses = BlockingUses::default();
        body.uses(slot.pointer).for_each(|of_pointer| uses.add(of_pointer));
        if !uses.complete(body, slot.pointer, Some(slot), layout) {
            return None;
        }
        let is_outside = |&&op: &&OpId| {
            body.interface::<dyn PromotableMemOp>(op).is_some() && body.parent_region(op) != Some(region)
        };
        if uses.ops().iter().any(|op| is_outside(&op)) {
            return None;
        }
        let merge_points = merge_points(body, tree, slot);
        let can_pass = |block: BlockId| {
            let ends_with_branch =
                |block| body.terminator(block).is_some_and(|last| body.interface::<dyn BranchOp>(last).is_some());
            body.predecessors(block).all(ends_with_branch)
        };
        merge_points.iter().all(|&block| can_pass(block)).then_some(Self { uses, merge_points })
    }
}

/// The merge points of different definitions of the slot where it is live-in.
fn merge_points(body: &Body, tree: &DominatorTree, slot: MemorySlot) -> FxHashSet<BlockId> {
    if tree.blocks.len() < 2 {
        return FxHashSet::default();
    }
    let block_of = |op| body.block_of(op).expect("a user of a value stands in a block");
    let access = |op: OpId| body.interface::<dyn PromotableMemOp>(op).map(|access| (access, OpRef::new(body, op)));
    let stores = |op: OpId| access(op).is_some_and(|(access, op)| access.stores_to(op, slot));
    let loads = |op: OpId| access(op).is_some_and(|(access, op)| access.loads_from(op, slot));
    let users: Vec<OpId> = body.users(slot.pointer).collect();
    let defining: FxHashSet<BlockId> = users.iter().filter(|&&op| stores(op)).map(|&op| block_of(op)).collect();

    // The slot is live-in in blocks that load before they store, and in their predecessors that do not store.
    let using: FxHashSet<BlockId> = users.iter().map(|&op| block_of(op)).collect();
    let first_access = |block: BlockId| body.ops(block).find(|&op| loads(op) || stores(op));
    let mut waiting: Vec<BlockId> =
        using.into_iter().filter(|&block| first_access(block).is_some_and(&loads)).collect();
    let mut live = FxHashSet::default();
    while let Some(block) = waiting.pop() {
        if live.insert(block) {
            waiting.extend(body.predecessors(block).filter(|before| !defining.contains(before)));
        }
    }
    tree.merge_points(body, &defining, &live)
}

/// The state of a promotion.
struct Promotion<'a, 'c> {
    layout: Layout<'a>,
    rw: Rewriter<'a, 'c>,
    allocation: &'static dyn PromotableAllocation,
    op: OpId,
    slot: MemorySlot,
    plan: Plan,
    default: Option<Value>,
    /// The reaching definition before operations that need it.
    reaching: FxHashMap<OpId, Option<Value>>,
}

impl<'a, 'c> Promotion<'a, 'c> {
    fn new(
        body: &'a mut Body<'c>,
        allocation: &'static dyn PromotableAllocation,
        op: OpId,
        slot: MemorySlot,
        plan: Plan,
        layout: Layout<'a>,
    ) -> Self {
        Self {
            layout,
            rw: Rewriter::new(body),
            allocation,
            op,
            slot,
            plan,
            default: None,
            reaching: FxHashMap::default(),
        }
    }

    /// Promotes the slot; returns an operation that defines further slots, if one was created.
    fn run(mut self, tree: &DominatorTree, region: RegionId) -> Option<OpId> {
        self.find_reaching(tree, region);
        self.remove_uses(tree);
        self.pass_defaults();
        self.allocation.finish(&mut self.rw, self.op, self.slot, self.default)
    }

    /// The value of an uninitialized slot, at the start of the block of the pointer.
    fn default(&mut self) -> Value {
        if let Some(default) = self.default {
            return default;
        }
        let block = self.rw.value_block(self.slot.pointer).expect("the pointer is defined in a block");
        self.rw.at_start(block);
        let default = self.allocation.default_value(&mut self.rw, self.op, self.slot);
        self.default = Some(default);
        default
    }

    /// Walks down the dominator tree with the reaching definition.
    fn find_reaching(&mut self, tree: &DominatorTree, region: RegionId) {
        let entry = self.rw.entry(region).expect("the region of a value has a block");
        let mut waiting = vec![(entry, None)];
        while let Some((block, mut value)) = waiting.pop() {
            if self.plan.merge_points.contains(&block) {
                let loc = self.rw.value_loc(self.slot.pointer);
                let argument = self.rw.add_arg(block, self.slot.element, loc);
                self.rw.at_start(block);
                self.allocation.argument_added(&mut self.rw, self.op, self.slot, argument);
                value = Some(argument);
            }
            value = self.through_block(block, value);
            value = self.pass_on(block, value);
            waiting.extend(tree.children.get(&block).into_iter().flatten().map(|&child| (child, value)));
        }
    }

    /// The definition at the end of a block.
    fn through_block(&mut self, block: BlockId, mut value: Option<Value>) -> Option<Value> {
        for op in self.rw.ops(block).collect::<Vec<_>>() {
            let Some(access) = self.rw.interface::<dyn PromotableMemOp>(op) else { continue };
            if self.plan.uses.of(op).is_some() {
                self.reaching.insert(op, value);
            }
            if access.stores_to(OpRef::new(&self.rw, op), self.slot) {
                self.rw.after(op);
                value = Some(access.stored(&mut self.rw, op, self.slot, value, self.layout));
            }
        }
        value
    }

    /// Forwards the definition to the new arguments of successors.
    fn pass_on(&mut self, block: BlockId, mut value: Option<Value>) -> Option<Value> {
        let Some(last) = self.rw.terminator(block) else { return value };
        for index in 0..self.rw.n_successors(last) {
            if self.plan.merge_points.contains(&self.rw.successor(last, index)) {
                let passed = value.unwrap_or_else(|| self.default());
                value = Some(passed);
                self.append(last, index, passed);
            }
        }
        value
    }

    /// Appends an operand of `branch` for successor `index`.
    fn append(&mut self, branch: OpId, index: usize, value: Value) {
        let interface = self.rw.interface::<dyn BranchOp>(branch).expect("it was checked that branches end the blocks");
        let passed = interface.successor_operands(OpRef::new(&self.rw, branch), index).forwarded;
        let mut operands: Vec<Value> = passed.map(|index| self.rw.operand(branch, index)).collect();
        operands.push(value);
        interface.set_successor_operands(self.rw.body_mut(), branch, index, &operands);
    }

    /// Removes the blocking uses, from the last to the first.
    fn remove_uses(&mut self, tree: &DominatorTree) {
        let mut users = self.plan.uses.ops().to_vec();
        let body: &Body = &self.rw;
        let place = |op: OpId| body.block_of(op).and_then(|block| tree.place.get(&block)).copied();
        users.sort_by(|&left, &right| {
            let in_block = || body.is_before_in_block(left, right).cmp(&body.is_before_in_block(right, left)).reverse();
            place(left)
                .cmp(&place(right))
                .then_with(|| if left == right { std::cmp::Ordering::Equal } else { in_block() })
        });
        let mut dead = Vec::new();
        for op in users.into_iter().rev() {
            if self.remove_uses_of(op) == Deletion::Delete {
                dead.push(op);
            }
        }
        self.rw.erase_ops(&dead);
    }

    fn remove_uses_of(&mut self, op: OpId) -> Deletion {
        let operands = self.plan.uses.of(op).expect("it is a user").to_vec();
        let Some(access) = self.rw.interface::<dyn PromotableMemOp>(op) else {
            let promotable = self.rw.interface::<dyn PromotableOp>(op).expect("it was asked whether it can");
            self.rw.after(op);
            return promotable.remove_uses(&mut self.rw, op, &operands);
        };
        // Nothing was recorded in unreachable blocks.
        let reaching = self.reaching.get(&op).copied().flatten().unwrap_or_else(|| self.default());
        self.rw.after(op);
        access.remove_uses(&mut self.rw, op, self.slot, &operands, reaching, self.layout)
    }

    /// Unreachable branches forward the default value.
    fn pass_defaults(&mut self) {
        let mut merge_points: Vec<BlockId> = self.plan.merge_points.iter().copied().collect();
        merge_points.sort_unstable();
        for block in merge_points {
            let n_args = self.rw.args(block).len();
            for (branch, index) in self.rw.block_uses(block).collect::<Vec<_>>() {
                let index = index as usize;
                let interface = self.rw.interface::<dyn BranchOp>(branch).expect("as above");
                if interface.successor_operands(OpRef::new(&self.rw, branch), index).len() + 1 == n_args {
                    let default = self.default();
                    self.append(branch, index, default);
                }
            }
        }
    }
}
