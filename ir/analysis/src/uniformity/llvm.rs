//! Divergence as LLVM 22.1.8 computes it.
//!
//! Steps: 1. sources are divergent, and the users of divergent items are; 2. a divergent branch makes the phis of its
//! joins divergent, unless their inputs are all the same; 3. a join in an irreducible cycle makes the whole cycle
//! divergent if threads may enter it diverged; 4. a divergent exit makes the uses outside of values of the cycle
//! divergent.
//!
//! LLVM's faults are reproduced: phis at divergent exits are not divergent by their choice of constants; a divergent
//! branch in a cycle's header hides that the cycle is exited in different iterations; the exited cycle is found by
//! depth alone; if a branch is in an irreducible cycle, threads that reached its header again are forgotten once they
//! exit: paths from two exits that join are no join if the branch took one edge to both; and a phi of one value and
//! itself is not divergent by its choice, though it may keep the value of an earlier iteration. These five faults are
//! corrected in [`Mode::Repaired`]. The order of the worklist matters for nested cycles, so it is reproduced as well.

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

    /// Propagates from the divergent branch at the end of `branch`.
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

    /// The exits to which the labels of headers of irreducible cycles propagate.
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

    /// Whether `phi` keeps its earlier value along some edges, and has a value of a cycle around it along others.
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

    /// Propagates from `exit`, which threads reach in different iterations because of `branch`.
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

    /// Marks phis of `exit` that choose between the exit edges of `cycle`, which threads take in different iterations,
    /// and the edges by which threads arrive later after they exited the cycle elsewhere.
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
            // Once the path up the tree is outside of the cycle it stays outside.
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

    /// Marks the uses outside of values of `cycle`.
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
