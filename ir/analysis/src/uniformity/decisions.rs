//! Branches whose direction is known, dead edges, and phis that are copies.
//!
//! A branch on a constant always takes the same edge. So does a branch on a bit that is only reached when another
//! branch on the same bit took a certain edge: the condition may be divergent in general, and is the same for all
//! threads that reach the branch. Edges that are never taken are *dead*; blocks that only dead edges lead to are
//! unreachable; and a phi whose inputs along all other edges are the same value is a *copy* of it, so that branches on
//! copies are branches on one bit.
//!
//! Why the bit cannot be recomputed between the two branches: it dominates its copies, and these or it dominate the
//! branches. Of two blocks, one of which dominates the other, the last execution of the dominated one is after the last
//! execution of the other; so at any point dominated by both, a copy equals the last value of its original. That holds
//! for each thread; threads that exited a cycle in different iterations have copies of different iterations. So an item
//! outside of a cycle is no copy of an item inside, nor is one in an irreducible cycle, where another walk may find
//! other cycles. If a cycle has one exit edge, copies outside are of the value that all threads had when they took it,
//! so that they differ only if the value itself is divergent after the cycle, which is checked at each use. That is how
//! the results of structured loops relate to their loop-carried values.
//!
//! Steps: 1. find copies, in an order in which definitions precede uses; 2. find branches that always take one edge; 3.
//! remove dead edges, recompute dominators, and repeat, as long as more is found and at most a few times.

use std::cell::OnceCell;

use rustc_hash::FxHashMap;

use super::flow::{Flow, Input, ItemId, ItemKind, Nature};
use crate::cfg::{Cfg, CycleId, Cycles, DominatorTree, Node};

/// Facts about a program that hold independently of threads.
pub struct Decisions {
    /// By block: the index of the successor that is always taken, if it has others.
    ways: Vec<Option<u32>>,
    has_dead_edges: bool,
    /// By cycle: whether it has one exit edge.
    has_one_way_out: Vec<bool>,
    /// By item: a value that it is a copy of, or itself. That value may be a copy as well.
    originals: Vec<Input>,
    /// By item: whether it is a phi that may have one of several values.
    is_choice: Vec<bool>,
    /// Dominators along the edges that are not dead.
    tree: DominatorTree,
    /// By item: whether it may be defined, computed on demand.
    is_defined: OnceCell<Vec<bool>>,
}

/// The limit of branches on one bit that are searched for the deciding one: a bound on quadratic time.
const MAX_BRANCHES: usize = 64;

/// The limit of rounds of the search for dead edges, and of iterations over copies in a round. Later findings build on
/// earlier ones, mostly in nested loops; fewer rounds are sound as well.
const MAX_ROUNDS: usize = 4;

impl Decisions {
    /// Computes the facts about `flow`.
    pub fn new(flow: &Flow, cycles: &Cycles) -> Self {
        let mut decisions = Self::undecided(flow);
        decisions.has_one_way_out = cycles.ids().map(|cycle| has_one_way_out(flow, cycles, cycle)).collect();
        decisions.has_dead_edges = !flow.cfg.blocks().all(|block| decisions.tree.is_reachable(block));
        for _ in 0..MAX_ROUNDS {
            decisions.find_copies(flow, cycles);
            let branches = decisions.branches_by_bit(flow);
            let way = |block| flow.terminator(block).and_then(|branch| decisions.decided(flow, &branches, branch));
            let ways: Vec<Option<u32>> = flow.cfg.blocks().map(way).collect();
            if ways == decisions.ways {
                break;
            }
            decisions.has_dead_edges = true;
            decisions.ways = ways;
            decisions.tree = DominatorTree::new(&decisions.live_graph(flow));
        }
        decisions
    }

    /// The facts with every edge assumed to be live, as in LLVM.
    pub fn undecided(flow: &Flow) -> Self {
        let is_choice = |item| flow[item].kind == ItemKind::Phi && !flow.is_constant_or_undefined(item);
        Self {
            ways: vec![None; flow.cfg.n_blocks()],
            has_one_way_out: Vec::new(),
            has_dead_edges: false,
            originals: flow.item_ids().map(Input::Item).collect(),
            is_choice: flow.item_ids().map(is_choice).collect(),
            tree: DominatorTree::new(&flow.cfg),
            is_defined: OnceCell::new(),
        }
    }

    /// Dominators along the edges that are not dead; blocks that are not in the tree are unreachable.
    pub fn dominators(&self) -> &DominatorTree {
        &self.tree
    }

    /// Whether there are dead edges.
    pub fn has_dead_edges(&self) -> bool {
        self.has_dead_edges
    }

    /// Whether the branch at the end of `block` always takes one edge.
    pub fn is_decided(&self, block: Node) -> bool {
        self.ways[block as usize].is_some()
    }

    /// Whether the edge to the successor with index `successor` of `block` is dead.
    pub fn is_dead(&self, block: Node, successor: u32) -> bool {
        self.has_dead_edges()
            && (!self.tree.is_reachable(block) || self.ways[block as usize].is_some_and(|way| way != successor))
    }

    /// Whether all edges from `from` to `to` are dead.
    pub fn is_dead_between(&self, flow: &Flow, from: Node, to: Node) -> bool {
        flow.cfg.successors(from).iter().zip(0..).all(|(&other, number)| other != to || self.is_dead(from, number))
    }

    /// The value that `input` is a copy of.
    pub fn original(&self, input: Input) -> Input {
        self.first_original(input, |_| true)
    }

    /// The value that `input` is a copy of, for phis of `block`: all threads there have it from the same iterations.
    pub fn original_at(&self, flow: &Flow, cycles: &Cycles, input: Input, block: Node) -> Input {
        self.first_original(input, |original| self.is_at_hand(flow, cycles, original, block))
    }

    /// The first of the values that `input` is a copy of, directly or transitively through values that are all
    /// `usable`.
    fn first_original(&self, mut input: Input, usable: impl Fn(Input) -> bool) -> Input {
        while let Input::Item(item) = input {
            let original = self.originals[item as usize];
            if original == input || !usable(original) {
                break;
            }
            input = original;
        }
        input
    }

    /// Whether all threads that are converged in `block` have `value` from the same iterations of the cycles around it,
    /// or from the only exit edge of these.
    fn is_at_hand(&self, flow: &Flow, cycles: &Cycles, value: Input, block: Node) -> bool {
        let Input::Item(item) = value else { return true };
        cycles.around(flow[item].block).all(|cycle| {
            let is_kept = cycles.contains(cycle, block) || self.has_one_way_out[cycle as usize];
            cycles[cycle].is_reducible() && is_kept
        })
    }

    /// Whether `item` is a phi that may have one of several values.
    pub fn is_choice(&self, item: ItemId) -> bool {
        self.is_choice[item as usize]
    }

    /// The inputs of a phi along edges that are not dead, each with its edge.
    pub fn live_inputs<'a>(&'a self, flow: &'a Flow, phi: ItemId) -> impl Iterator<Item = (Input, (Node, u32))> + 'a {
        let inputs = flow.inputs(phi).iter().copied().zip(flow.edges(phi).iter().copied());
        inputs.filter(|&(_, (from, successor))| !self.is_dead(from, successor))
    }

    /// Whether `user` may use `item` at all.
    pub fn reads(&self, flow: &Flow, user: ItemId, item: ItemId) -> bool {
        let is_item = |input: Input| input == Input::Item(item);
        self.tree.is_reachable(flow[user].block)
            && (flow[user].kind != ItemKind::Phi || self.live_inputs(flow, user).any(|(input, _)| is_item(input)))
    }

    /// Whether `item` may be defined: it is not if all its inputs are undefined.
    pub fn is_defined(&self, flow: &Flow, item: ItemId) -> bool {
        self.is_defined.get_or_init(|| find_defined(flow))[item as usize]
    }

    /// Finds copies. A loop may carry a value through other phis, which are known to be copies only in the next
    /// iteration over the blocks.
    fn find_copies(&mut self, flow: &Flow, cycles: &Cycles) {
        let order: Vec<Node> = self.tree.preorder().collect();
        for _ in 0..MAX_ROUNDS {
            let mut is_changed = false;
            for phi in order.iter().flat_map(|&block| flow.phis(block)) {
                is_changed |= self.find_copy(flow, cycles, phi);
            }
            if !is_changed {
                break;
            }
        }
    }

    /// Visits the inputs of `phi`. Returns whether it is found to be a copy of another value than before.
    fn find_copy(&mut self, flow: &Flow, cycles: &Cycles, phi: ItemId) -> bool {
        let block = flow[phi].block;
        let (mut original, mut is_defined, mut is_choice) = (None, true, false);
        for (input, _) in self.live_inputs(flow, phi) {
            match self.original_at(flow, cycles, input, block) {
                Input::Undefined => is_defined = false,
                Input::Item(item) if item == phi => {}
                input => is_choice |= *original.get_or_insert(input) != input,
            }
        }
        self.is_choice[phi as usize] = is_choice;
        match (original, is_defined, is_choice) {
            (Some(original), true, false) if self.is_at_hand(flow, cycles, original, block) => {
                std::mem::replace(&mut self.originals[phi as usize], original) != original
            }
            _ => false,
        }
    }

    /// The bit that `branch` depends on, if it is a reachable branch on a bit.
    fn bit(&self, flow: &Flow, branch: ItemId) -> Option<Input> {
        let is_on_bit = flow[branch].is_on_bit && self.tree.is_reachable(flow[branch].block);
        flow.inputs(branch).first().filter(|_| is_on_bit).map(|&input| self.original(input))
    }

    /// The blocks that end with a branch on the same bit.
    fn branches_by_bit(&self, flow: &Flow) -> FxHashMap<Input, Vec<Node>> {
        let mut found: FxHashMap<Input, Vec<Node>> = FxHashMap::default();
        for block in self.tree.preorder() {
            if let Some(bit) = flow.terminator(block).and_then(|branch| self.bit(flow, branch)) {
                found.entry(bit).or_default().push(block);
            }
        }
        found
    }

    /// The index of the successor that `branch` always takes.
    fn decided(&self, flow: &Flow, branches: &FxHashMap<Input, Vec<Node>>, branch: ItemId) -> Option<u32> {
        let block = flow[branch].block;
        match self.bit(flow, branch)? {
            Input::Constant(number) => Some(u32::from(number == 0)),
            Input::Undefined => None,
            bit => branches[&bit].iter().take(MAX_BRANCHES).find_map(|&from| self.way_through(flow, from, block)),
        }
    }

    /// The index of the successor that the branch at the end of `from` always took before control reaches `block`.
    fn way_through(&self, flow: &Flow, from: Node, block: Node) -> Option<u32> {
        if !self.tree.strictly_dominates(from, block) {
            return None;
        }
        let is_way = |&(&to, number): &(&Node, u32)| {
            let is_edge = |&before: &Node| {
                before == from || self.tree.dominates(to, before) || self.is_dead_between(flow, before, to)
            };
            let n_edges = flow.cfg.successors(from).iter().filter(|&&other| other == to).count();
            n_edges == 1
                && !self.is_dead(from, number)
                && self.tree.dominates(to, block)
                && flow.cfg.predecessors(to).iter().all(is_edge)
        };
        flow.cfg.successors(from).iter().zip(0..).find(is_way).map(|(_, way)| way)
    }

    fn live_graph(&self, flow: &Flow) -> Cfg {
        let live = |block| {
            let successors = flow.cfg.successors(block).iter().zip(0..);
            successors.filter(|&(_, number)| !self.is_dead(block, number)).map(|(&to, _)| to).collect::<Vec<Node>>()
        };
        Cfg::new(&flow.cfg.blocks().map(live).collect::<Vec<Vec<Node>>>())
    }
}

/// By item: whether it may be defined.
fn find_defined(flow: &Flow) -> Vec<bool> {
    let is_made = |&item: &ItemId| {
        let inputs = flow.inputs(item);
        inputs.is_empty()
            || flow[item].nature != Nature::Computed
            || inputs.iter().any(|input| matches!(input, Input::Constant(_)))
    };
    let mut waiting: Vec<ItemId> = flow.item_ids().filter(is_made).collect();
    let mut is_defined = vec![false; flow.n_items()];
    while let Some(item) = waiting.pop() {
        if !std::mem::replace(&mut is_defined[item as usize], true) {
            waiting.extend(flow.users(item));
        }
    }
    is_defined
}

/// Whether `cycle` has one exit edge.
fn has_one_way_out(flow: &Flow, cycles: &Cycles, cycle: CycleId) -> bool {
    let ways_to =
        |exit: &Node| flow.cfg.predecessors(*exit).iter().filter(|&&from| cycles.contains(cycle, from)).count();
    cycles[cycle].exits.iter().map(ways_to).sum::<usize>() == 1
}
