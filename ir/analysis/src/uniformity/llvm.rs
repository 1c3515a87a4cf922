//! Divergence as LLVM 22.1.8 finds it.
//!
//! Plan: 1. sources are divergent, and what they flow into is; 2. a divergent branch makes the phis of its joins
//! divergent, unless their inputs are all the same; 3. a join in an irreducible cycle makes the whole cycle divergent if
//! threads may enter it diverged; 4. a divergent exit makes divergent what uses values of the cycle outside.
//!
//! What LLVM gets wrong is kept: phis at divergent exits are not divergent by their choice of constants; a divergent
//! branch in a cycle's header hides that the cycle is left at different times; the cycle that is left is found by depth
//! alone; and where a branch is in an irreducible cycle, threads that came to its header again are forgotten once they
//! leave: paths from two exits that meet are no join if the branch went one way to both; and a phi of one value and itself
//! is not divergent by its choice, though it may keep what the value was in an earlier iteration. These five faults are
//! put right in [`Mode::Repaired`]. The order of the work list matters where one cycle is inside another, so that is kept
//! as well.

use rustc_hash::FxHashSet;

use super::flow::{Input, ItemId, ItemKind, Nature};
use super::result::{Cause, TemporalUse, Uniformity};
use super::sync::{Labels, Round, divergent_cycle};
use super::{Context, Mode};
use crate::cfg::{CycleId, Node};

/// Analyses the program of `context`.
pub fn analyze(context: Context) -> Uniformity {
    let flow = context.flow;
    let mut solver = Solver {
        result: Uniformity::new(flow.n_items(), context.cycles.clone()),
        labels: Labels::new(&context),
        is_assumed: vec![false; context.cycles.ids().len()],
        has_divergent_exit: vec![false; context.cycles.ids().len()],
        work: Vec::new(),
        context: &context,
    };
    solver.run();
    solver.result
}

struct Solver<'a> {
    context: &'a Context<'a>,
    result: Uniformity,
    labels: Labels,
    is_assumed: Vec<bool>,
    has_divergent_exit: Vec<bool>,
    work: Vec<ItemId>,
}

impl<'a> Solver<'a> {
    fn run(&mut self) {
        let flow = self.context.flow;
        let sources: Vec<ItemId> = flow.item_ids().filter(|&item| flow[item].nature == Nature::Divergent).collect();
        for &source in &sources {
            self.mark(source, Cause::Source);
        }
        while let Some(item) = self.work.pop() {
            match flow[item].kind {
                ItemKind::Terminator => self.branch(flow[item].block),
                _ => flow.users(item).iter().for_each(|&user| self.mark(user, Cause::Input(item))),
            }
        }
    }

    fn mark(&mut self, item: ItemId, cause: Cause) {
        let is_uniform = match self.context.flow[item].nature {
            Nature::Uniform => true,
            Nature::NoSource => self.context.mode == Mode::Llvm,
            _ => false,
        };
        if !is_uniform && !self.result.is_divergent(item) {
            self.result.causes[item as usize] = Some(cause);
            self.work.push(item);
        }
    }

    /// The branch at the end of `branch` is divergent.
    fn branch(&mut self, branch: Node) {
        let context = self.context;
        let n_successors = context.flow.cfg.successors(branch).len();
        if !context.dominators().is_reachable(branch) || n_successors < 2 {
            return;
        }
        let rounds = self.rounds(branch);
        let found = self.labels.spread(context, branch, &rounds);
        let mut divergent = Vec::new();
        for &join in &found.joins {
            match divergent_cycle(context, branch, join) {
                Some(cycle) => divergent.push(cycle),
                None => self.join(branch, join),
            }
        }
        divergent.sort_by_key(|&cycle| std::cmp::Reverse(context.cycles[cycle].depth));
        for cycle in divergent {
            self.assume(branch, cycle);
        }
        for &exit in &found.exits {
            self.exit(branch, exit);
        }
    }

    /// Where labels go on to from headers of irreducible cycles.
    fn rounds(&self, branch: Node) -> Vec<Round<'a>> {
        let context = self.context;
        let cycles = &context.cycles;
        let is_forgotten = |&cycle: &CycleId| context.mode == Mode::Repaired && !cycles[cycle].is_reducible();
        let round = |cycle: CycleId| Round { headers: &cycles[cycle].entries[..1], exits: cycles[cycle].exits.clone() };
        cycles.around(branch).filter(is_forgotten).map(round).collect()
    }

    fn join(&mut self, branch: Node, join: Node) {
        for phi in self.context.flow.phis(join) {
            let is_kept = self.context.mode == Mode::Repaired && self.keeps(phi);
            if is_kept || !self.context.flow.is_constant_or_undefined(phi) {
                self.mark(phi, Cause::Join { branch });
            }
        }
    }

    /// Whether `phi` keeps by some edges what it was before, and takes a value of a cycle around it by others.
    fn keeps(&self, phi: ItemId) -> bool {
        let (flow, cycles) = (self.context.flow, &self.context.cycles);
        let is_new = |&input: &Input| {
            matches!(input, Input::Item(value) if value != phi
                && cycles.around(flow[phi].block).any(|cycle| cycles.contains(cycle, flow[value].block)))
        };
        flow.inputs(phi).contains(&Input::Item(phi)) && flow.inputs(phi).iter().any(is_new)
    }

    fn is_assumed(&self, cycle: CycleId) -> bool {
        self.context.cycles.outward(Some(cycle)).any(|around| self.is_assumed[around as usize])
    }

    fn assume(&mut self, branch: Node, cycle: CycleId) {
        if self.is_assumed(cycle) {
            return;
        }
        self.is_assumed[cycle as usize] = true;
        self.result.assumed.push(cycle);
        let flow = self.context.flow;
        for &block in &self.context.cycles[cycle].blocks {
            for item in flow.items_of(block).filter(|&item| flow[item].kind != ItemKind::Terminator) {
                self.mark(item, Cause::Cycle { cycle, branch });
            }
        }
    }

    /// Threads leave to `exit` at different times, because of `branch`.
    fn exit(&mut self, branch: Node, exit: Node) {
        let cycles = &self.context.cycles;
        let depth = cycles.innermost(exit).map_or(0, |cycle| cycles[cycle].depth);
        let around = cycles.innermost(branch);
        let is_left = |&cycle: &CycleId| match self.context.mode {
            Mode::Repaired => !cycles.contains(cycle, exit),
            Mode::Llvm | Mode::Sound => cycles[cycle].depth > depth,
        };
        let left = cycles.outward(around).take_while(is_left).last();
        let left = left.or(around).expect("what leaves a cycle is in one");
        if self.context.mode == Mode::Repaired {
            self.choose_edges(branch, left, exit);
        }
        if std::mem::replace(&mut self.has_divergent_exit[left as usize], true) {
            return;
        }
        self.result.divergent_exits.push(left);
        if !self.is_assumed(left) {
            self.leave(branch, left);
        }
    }

    /// Phis of `exit` choose between the edges from `cycle`, which threads leave at different times, and those by which they
    /// come later after they left it elsewhere.
    fn choose_edges(&mut self, branch: Node, cycle: CycleId, exit: Node) {
        let (flow, cycles) = (self.context.flow, &self.context.cycles);
        for phi in flow.phis(exit) {
            let edges = flow.inputs(phi).iter().zip(flow.edges(phi));
            let is_after = |from: Node| cycles.contains(cycle, from) || self.labels.label(from).is_some();
            let from_cycle = edges.filter(|&(_, &(from, _))| is_after(from)).map(|(&input, _)| input);
            let mut inputs = from_cycle.filter(|&input| input != Input::Undefined);
            if inputs.next().is_some_and(|first| inputs.any(|input| input != first)) {
                self.mark(phi, Cause::Join { branch });
            }
        }
    }

    /// The blocks of `cycle` that dominate one of its exits.
    fn dominating(&self, cycle: CycleId) -> FxHashSet<Node> {
        let mut found = FxHashSet::default();
        for &exit in &self.context.cycles[cycle].exits {
            // Once the way up the tree is outside of the cycle it does not come back.
            let mut at = self.context.dominators().parent(exit);
            while let Some(block) = at.filter(|&block| self.context.cycles.contains(cycle, block)) {
                if !found.insert(block) {
                    break;
                }
                at = self.context.dominators().parent(block);
            }
        }
        found
    }

    /// Marks what uses values of `cycle` outside.
    fn leave(&mut self, branch: Node, cycle: CycleId) {
        let (flow, cycles) = (self.context.flow, &self.context.cycles);
        let exits = &cycles[cycle].exits;
        for &exit in exits {
            for phi in flow.phis(exit) {
                let is_from_cycle = |input: &Input| {
                    matches!(*input, Input::Item(item) if
                    flow[item].kind != ItemKind::Argument && cycles.contains(cycle, flow[item].block))
                };
                if let Some(&Input::Item(value)) = flow.inputs(phi).iter().find(|input| is_from_cycle(input)) {
                    self.mark(phi, Cause::Temporal { value, cycle, branch });
                }
            }
        }
        let dominating = self.dominating(cycle);
        for block in cycles[cycle].blocks.iter().copied().filter(|block| dominating.contains(block)) {
            for value in flow.items_of(block) {
                for &user in flow.users(value).iter().filter(|&&user| !cycles.contains(cycle, flow[user].block)) {
                    self.mark(user, Cause::Temporal { value, cycle, branch });
                    self.result.temporal.push(TemporalUse { value, user, cycle });
                }
            }
        }
    }
}
