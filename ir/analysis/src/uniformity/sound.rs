//! Divergence, so that what is called uniform is.
//!
//! The plan is LLVM's (see [`super::llvm`]), with these differences. Wrong there and right here:
//! - A. A phi at a divergent exit chooses between edges that threads leave by at different times.
//! - B. A divergent branch in a cycle's header passes on to the exits what comes back to the header.
//! - C. The cycle that is left is the largest that does not contain the exit, whatever its depth.
//!
//! Divergent there and uniform here:
//! - Phis depend on edges: one is divergent if two edges into its block have different labels *and* different inputs.
//!   Edges that do not come from the branch do not count: what decides about those is another branch.
//! - Exits are told apart: a value used outside of its cycle is divergent if the use can be reached from an edge that
//!   threads leave the cycle by at different times.
//! - Values that are the same in all iterations of a cycle are neither divergent when the cycle is assumed to be, nor
//!   after a divergent exit.
//! - A cycle is left at different times only if its header is reached again after the branch; and, where the branch goes
//!   the same way in all iterations, only where threads come to that went different ways.
//! - Edges that control never takes do not count, see [`super::decisions`].
//!
//! Where cycles have several entries, which one is the header depends on the walk of the graph. What is called uniform is
//! so by every hierarchy of cycles: a join makes an irreducible cycle divergent if it would by any choice of header. Of
//! inner cycles that every walk finds ([`super::firm`]) neither their headers nor their exits count as joins; edges back
//! to the one block by which threads come into a cycle have no label of a branch outside; and phis of a cycle that a
//! branch makes divergent differ by the edges that are reached from it.
//!
//! The label of an edge is that of its source, or its target if the source is the branch. An edge out of cycles around
//! its source has their headers' labels as well: threads that went on to the header leave by the same edges later.

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::Context;
use super::flow::{Input, ItemId, ItemKind, Nature};
use super::leaving::{Crossings, Groups};
use super::result::{Cause, TemporalUse, Uniformity};
use super::sync::{Labels, divergent_cycle_by_any_walk};
use super::variance::Variance;
use crate::cfg::{CycleId, Node};

/// Analyses the program of `context`.
pub fn analyze(context: Context) -> Uniformity {
    let flow = context.flow;
    let mut solver = Solver {
        result: Uniformity::new(flow.n_items(), context.cycles.clone()),
        labels: Labels::new(&context),
        variance: Variance::new(&context),
        crossings: Crossings::new(&context),
        groups: Vec::new(),
        n_assumed: vec![0; context.cycles.ids().len()],
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
    variance: Variance,
    crossings: Crossings,
    /// The cycles around the branch looked at in which it goes one way always.
    groups: Vec<(CycleId, Groups)>,
    /// By cycle: how many branches make it divergent.
    n_assumed: Vec<u32>,
    has_divergent_exit: Vec<bool>,
    work: Vec<ItemId>,
}

/// After how many branches in a cycle that is assumed divergent all ways are taken to come from one: a bound on quadratic
/// time.
const MAX_ASSUMED: u32 = 16;

/// The labels of an edge.
type EdgeLabels = SmallVec<[Node; 4]>;

impl Solver<'_> {
    fn run(&mut self) {
        let flow = self.context.flow;
        for source in flow.item_ids().filter(|&item| flow[item].nature == Nature::Divergent) {
            self.mark(source, Cause::Source);
        }
        while let Some(item) = self.work.pop() {
            match flow[item].kind {
                ItemKind::Terminator => self.branch(flow[item].block),
                _ => self.users(item),
            }
        }
    }

    fn users(&mut self, item: ItemId) {
        for &user in self.context.flow.users(item) {
            if !self.result.is_divergent(user) && self.context.decisions.reads(self.context.flow, user, item) {
                self.mark(user, Cause::Input(item));
            }
        }
    }

    fn mark(&mut self, item: ItemId, cause: Cause) {
        let flow = self.context.flow;
        let runs = self.context.dominators().is_reachable(flow[item].block);
        if !runs || flow[item].nature == Nature::Uniform || self.result.is_divergent(item) {
            return;
        }
        if flow[item].kind != ItemKind::Terminator || !self.context.decisions.is_decided(flow[item].block) {
            self.result.causes[item as usize] = Some(cause);
            self.work.push(item);
        }
    }

    /// What decides at the end of `branch` is divergent.
    fn branch(&mut self, branch: Node) {
        let context = self.context;
        if !context.dominators().is_reachable(branch) || context.flow.cfg.successors(branch).len() < 2 {
            return;
        }
        let found = self.labels.spread(context, branch);
        self.find_groups(branch);
        let joins = found.joins.iter().map(|&join| (join, false));
        for (join, is_exit) in joins.chain(found.exits.iter().map(|&exit| (exit, true))) {
            // Where threads leave an inner cycle at different times but by the same edges they enter the next one
            // together. Only if the branch is in it as well may another walk count the time at a header in between,
            // unless the inner cycle is one for every walk.
            let is_apart = match is_exit {
                true => self.labels.leaves_firm(context, join),
                false => self.labels.is_firm_header(context, join),
            };
            if is_apart {
                continue;
            }
            let cycle = divergent_cycle_by_any_walk(context, branch, join)
                .filter(|&cycle| !is_exit || context.cycles.contains(cycle, branch));
            if let Some(cycle) = cycle {
                self.assume(branch, cycle);
            }
        }
        for &block in found.joins.iter().chain(&found.exits).chain(context.flow.cfg.successors(branch)) {
            self.join(branch, block);
        }
        self.leave_cycles(branch);
    }

    /// Phis of `block` choose by the way from `branch`.
    fn join(&mut self, branch: Node, block: Node) {
        let flow = self.context.flow;
        if flow.phis(block).next().is_none() {
            return;
        }
        for phi in flow.phis(block).filter(|&phi| !self.result.is_divergent(phi)).collect::<Vec<ItemId>>() {
            if self.chooses(branch, block, phi) {
                self.mark(phi, Cause::Join { branch });
            }
        }
    }

    /// Whether two edges with different labels bring different inputs to `phi` in `block`.
    fn chooses(&mut self, branch: Node, block: Node, phi: ItemId) -> bool {
        let (flow, cycles) = (self.context.flow, &self.context.cycles);
        let decisions = &self.context.decisions;
        if !decisions.is_choice(phi) {
            return false;
        }
        // For each label the first input that comes with it; two inputs with one label differ from all others.
        let mut seen: Vec<(Node, Input)> = Vec::new();
        let mut own: Option<Input> = None;
        let inputs = decisions.live_inputs(flow, phi).filter(|&(input, _)| input != Input::Undefined);
        for (input, (from, _)) in inputs.map(|(input, edge)| (decisions.original_at(flow, cycles, input, block), edge))
        {
            if from == branch && own.replace(input).is_some_and(|own| own != input) {
                return true;
            }
            for label in self.edge_labels(branch, from, block) {
                if seen.iter().any(|&(other, value)| other != label && value != input) {
                    return true;
                }
                if !seen.contains(&(label, input)) {
                    seen.push((label, input));
                }
            }
        }
        false
    }

    /// The labels of the edge from `from` to `to`.
    fn edge_labels(&mut self, branch: Node, from: Node, to: Node) -> EdgeLabels {
        let context = self.context;
        let mut found = EdgeLabels::new();
        if self.labels.comes_back(context, from, to)
            || self.labels.comes_round(context, from, to)
            || self.labels.comes_again(from, to)
        {
            return found;
        }
        if from == branch {
            found.push(to);
        } else if !context.order.is_reducible_header(from) {
            found.extend(self.labels.label(from));
        }
        for cycle in context.cycles.around(from).take_while(|&cycle| !context.cycles.contains(cycle, to)) {
            let groups = self.groups.iter().find(|(grouped, _)| *grouped == cycle);
            let is_later =
                groups.is_none_or(|(_, groups)| groups.returning & self.crossings.edge(context, cycle, from, to) != 0);
            found.extend(self.labels.label(context.cycles[cycle].header()).filter(|_| is_later));
        }
        found
    }

    /// What differs between iterations of `cycle` is divergent. Threads that part at a branch in the cycle have come the
    /// same way until then, and do not come back to where they were at the same time: phis differ by ways from it. Only
    /// phis that dominate the branch can still be read with the values they had before it.
    fn assume(&mut self, branch: Node, cycle: CycleId) {
        let (flow, cycles) = (self.context.flow, &self.context.cycles);
        let most = cycles.outward(Some(cycle)).map(|around| self.n_assumed[around as usize]).max().unwrap_or(0);
        if most >= MAX_ASSUMED {
            return;
        }
        if most == 0 {
            self.result.assumed.push(cycle);
        }
        let n_assumed = if cycles.contains(cycle, branch) { self.n_assumed[cycle as usize] + 1 } else { MAX_ASSUMED };
        self.n_assumed[cycle as usize] = n_assumed;
        let reached = (n_assumed < MAX_ASSUMED).then(|| self.reached_inside(branch));
        let tree = self.context.dominators();
        for &block in &cycles[cycle].blocks {
            let ways = reached.as_ref().filter(|_| !tree.dominates(block, branch));
            let is_way = |from: Node| ways.is_none_or(|ways| ways.contains(&from));
            for item in flow.items_of(block) {
                if self.differs_by_time(item, cycle, &is_way) {
                    self.mark(item, Cause::Cycle { cycle, branch });
                }
            }
        }
    }

    /// Whether an item may differ with time in `cycle` though its inputs do not; `is_way` says by which blocks control comes.
    /// A phi that may take itself chooses between what was and what is, if that is not always the same.
    fn differs_by_time(&self, item: ItemId, cycle: CycleId, is_way: &dyn Fn(Node) -> bool) -> bool {
        let Context { flow, decisions, cycles, .. } = self.context;
        match flow[item].kind {
            ItemKind::Phi => {
                let inputs = decisions.live_inputs(flow, item).filter(|&(_, (from, _))| is_way(from));
                let mut defined = inputs.map(|(input, _)| input).filter(|&input| input != Input::Undefined);
                let is_new =
                    |input: Input| matches!(input, Input::Item(it) if self.variance.differs(cycles, it, cycle));
                let Some(first) = defined.next() else { return false };
                defined.any(|other| other != first && (decisions.is_choice(item) || is_new(first) || is_new(other)))
            }
            ItemKind::Instruction => flow[item].nature == Nature::Timed,
            ItemKind::Argument | ItemKind::Terminator => false,
        }
    }

    /// `branch` and what it leads to in the largest irreducible cycle around it.
    fn reached_inside(&self, branch: Node) -> FxHashSet<Node> {
        let context = self.context;
        let around = context.largest_irreducible(branch);
        let mut found: FxHashSet<Node> = std::iter::once(branch).collect();
        let mut waiting = vec![branch];
        while let Some(block) = waiting.pop() {
            for (&to, number) in context.flow.cfg.successors(block).iter().zip(0..) {
                let is_inside = around.is_some_and(|cycle| context.cycles.contains(cycle, to));
                if is_inside && !context.decisions.is_dead(block, number) && found.insert(to) {
                    waiting.push(to);
                }
            }
        }
        found
    }

    /// Finds the groups that `branch` makes in cycles in which it goes one way always.
    fn find_groups(&mut self, branch: Node) {
        self.groups.clear();
        let context = self.context;
        let Some(terminator) = context.flow.terminator(branch) else { return };
        for cycle in context.cycles.around(branch) {
            if self.variance.differs(&context.cycles, terminator, cycle) {
                break;
            }
            self.groups.extend(self.crossings.groups(context, cycle, branch).map(|groups| (cycle, groups)));
        }
    }

    /// Finds the cycles around `branch` that threads leave at different times because of it.
    fn leave_cycles(&mut self, branch: Node) {
        let context = self.context;
        for cycle in context.cycles.around(branch) {
            let Some(header) = self.labels.label(context.cycles[cycle].header()) else { continue };
            let mut edges = 0;
            for number in 0..self.crossings.exit_edges(context, cycle).len() {
                let edge = self.crossings.exit_edges(context, cycle)[number];
                let labels = self.edge_labels(branch, edge.from, edge.to);
                if labels.iter().any(|&label| label != header) {
                    edges |= self.crossings.edge(context, cycle, edge.from, edge.to);
                }
            }
            self.leave(branch, cycle, edges);
            for exit in context.exits(cycle) {
                self.join(branch, exit);
            }
        }
    }

    /// Threads leave `cycle` by `edges`, a bit each, at different times.
    fn leave(&mut self, branch: Node, cycle: CycleId, edges: u64) {
        if edges == 0 {
            return;
        }
        if !std::mem::replace(&mut self.has_divergent_exit[cycle as usize], true) {
            self.result.divergent_exits.push(cycle);
        }
        let groups = self.groups.iter().find(|(grouped, _)| *grouped == cycle).map(|(_, groups)| groups);
        for used in self.crossings.take(self.context, cycle, edges, groups) {
            if self.variance.differs(&self.context.cycles, used.value, cycle) {
                self.mark(used.user, Cause::Temporal { value: used.value, cycle, branch });
                self.result.temporal.push(TemporalUse { value: used.value, user: used.user, cycle });
            }
        }
    }
}
