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
//! so by every hierarchy of cycles: a join makes an irreducible cycle divergent if it would by any choice of header.
//!
//! The label of an edge is that of its source, or its target if the source is the branch. An edge out of cycles around
//! its source has their headers' labels as well: threads that went on to the header leave by the same edges later.

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
    variance: Variance,
    crossings: Crossings,
    /// The cycles around the branch looked at in which it goes one way always.
    groups: Vec<(CycleId, Groups)>,
    is_assumed: Vec<bool>,
    has_divergent_exit: Vec<bool>,
    work: Vec<ItemId>,
}

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
            if is_exit && self.labels.leaves_firm(context, join) {
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
        if self.labels.comes_back(context, from, to) || self.labels.comes_round(context, from, to) {
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

    /// What differs between iterations of `cycle` is divergent.
    fn assume(&mut self, branch: Node, cycle: CycleId) {
        let (flow, cycles) = (self.context.flow, &self.context.cycles);
        if cycles.outward(Some(cycle)).any(|around| self.is_assumed[around as usize]) {
            return;
        }
        self.is_assumed[cycle as usize] = true;
        self.result.assumed.push(cycle);
        for &block in &cycles[cycle].blocks {
            for item in flow.items_of(block).filter(|&item| differs_by_time(self.context, item)) {
                self.mark(item, Cause::Cycle { cycle, branch });
            }
        }
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

/// Whether an item may differ with time though its inputs do not.
fn differs_by_time(context: &Context, item: ItemId) -> bool {
    match context.flow[item].kind {
        ItemKind::Phi => context.decisions.is_choice(item),
        ItemKind::Instruction => context.flow[item].nature == Nature::Timed,
        ItemKind::Argument | ItemKind::Terminator => false,
    }
}
