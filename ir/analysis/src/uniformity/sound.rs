//! Sound divergence analysis: a value reported as uniform is uniform.
//!
//! The algorithm is LLVM's (see [`super::llvm`]), with these differences. Unsound in LLVM and corrected here:
//! - A. A phi at a divergent exit chooses between exit edges that threads take in different iterations.
//! - B. A divergent branch in a cycle's header propagates the labels that reach the header again to the exits.
//! - C. The exited cycle is the largest that does not contain the exit, whatever its depth.
//! - E. A label that reaches the header of an irreducible cycle around the branch is propagated to the exits as well.
//! - F. A phi of one value and itself that may be undefined at first keeps its earlier value along some edges.
//!
//! Divergent in LLVM and uniform here:
//! - Phis depend on edges: one is divergent if two edges into its block have different labels *and* different inputs.
//!   Edges that are not reachable from the branch do not count: another branch decides about those.
//! - Exits are distinguished: a use outside of the cycle of a value is divergent if it is reachable from an exit edge
//!   that threads take in different iterations.
//! - Values that are the same in all iterations of a cycle are neither divergent when the cycle is assumed to be, nor
//!   after a divergent exit.
//! - A cycle is exited in different iterations only if its header is reachable from the branch; and, if the branch
//!   takes the same edge in all iterations, only at blocks that are reachable for threads which took different ones.
//! - Dead edges do not count, see [`super::decisions`].
//!
//! If cycles have several entries, the header depends on the walk of the graph. A value reported as uniform is so for
//! every hierarchy of cycles, for all choices of headers, at each level:
//! - Labels of a branch in irreducible cycles circulate in these to a fixed point; only cycles that all hierarchies
//!   have ([`super::possible`]) are skipped as a whole. So a label reaches a block if some hierarchy lets a thread with
//!   that label reach it before its iteration counts differ from those of the others.
//! - Threads exit every possible cycle around the branch, with each of its entries as the header, as described above:
//!   an edge is taken late if its label and the header's differ, and the label of the header is propagated to the
//!   exits.
//! - A cycle that threads enter from a branch outside by different entries is assumed to be divergent as a whole: the
//!   header counts one iteration less for those that entered elsewhere.
//!
//! Why that suffices: take a hierarchy, two threads with the same iteration counts in a block, and a value there that
//! differs, the first such value in the execution of both. If it is computed from equal inputs, one is from an earlier
//! iteration, and its thread exited a cycle of this hierarchy that does not contain the use: the second rule covers
//! that cycle, for the branch at which the threads diverged. Or it is a phi, and they arrived by different edges. They
//! diverged at a divergent branch, the last one before. If they reached no header since, or the same ones, the labels
//! of the edges differ by the first rule. If one of them reached a header that the other one did not, the counts of the
//! cycle differ, or both exited it, and the second rule propagated the label of the header to their exits. Values that
//! circulate in irreducible cycles are carried by phis of the header, whichever it is, which are among these. Many
//! hierarchies have the same cycles, so each cycle is processed once; if an outermost irreducible cycle has too many
//! (see [`super::possible`] for the limit), all values that vary with time in it and all their uses in other blocks are
//! divergent.
//!
//! Edges back to the only block by which threads enter a cycle have no label of a branch outside.
//!
//! The label of an edge is that of its source, or its target if the source is the branch. An edge out of cycles around
//! its source has their headers' labels as well: threads that continued to the header exit by the same edges later.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::Context;
use super::flow::{Input, ItemId, ItemKind, Nature};
use super::leaving::{Crossings, Groups, Left};
use super::result::{Cause, TemporalUse, Uniformity};
use super::sync::{Labels, Round, cycle_entered_apart};
use super::variance::Variance;
use crate::cfg::{CycleId, Node};

/// Analyses the program of `context`.
pub fn analyze(context: Context) -> Uniformity {
    let flow = context.flow;
    let mut solver = Solver {
        result: Uniformity::new(flow.n_items(), context.cycles.clone()),
        labels: Labels::new(&context),
        variance: Variance::new(&context),
        crossings: Crossings::default(),
        left: Vec::new(),
        is_assumed: vec![false; context.cycles.ids().len()],
        is_unknown: vec![false; context.cycles.ids().len()],
        has_divergent_exit: vec![false; context.cycles.ids().len()],
        joined: vec![None; flow.cfg.n_blocks()],
        edges: FxHashMap::default(),
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
    /// The cycles that threads may exit in different iterations because of the current branch.
    left: Vec<MayLeave<'a>>,
    /// By cycle: whether threads enter it at different blocks.
    is_assumed: Vec<bool>,
    /// By cycle: whether it contains a divergent branch and the cycles of other hierarchies inside are unknown.
    is_unknown: Vec<bool>,
    has_divergent_exit: Vec<bool>,
    /// By block: the last branch for which its phis were visited.
    joined: Vec<Option<Node>>,
    /// The threads on edges, for the current branch.
    edges: FxHashMap<(Node, Node), Taken>,
    work: Vec<ItemId>,
}

/// A cycle that threads may exit in different iterations because of a branch.
struct MayLeave<'a> {
    left: Left<'a>,
    /// Its index in [`Crossings`].
    slot: usize,
    /// The groups that the branch splits threads into if it always takes one edge there.
    groups: Option<Groups>,
    /// The labels of its headers for the branch: if there are none, no thread exits it later.
    labels: EdgeLabels,
    /// The only label of all of these, if there is one.
    one_label: Option<Node>,
}

type EdgeLabels = SmallVec<[Node; 4]>;

/// The threads that take an edge.
struct Taken {
    /// The labels of the threads before they exit a cycle around the branch; `None` if some of them arrive from before
    /// the branch.
    own: Option<EdgeLabels>,
    /// The indices of the cycles that threads exit by it after they reached a header.
    later: SmallVec<[usize; 4]>,
}

impl<'a> Solver<'a> {
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

    /// Propagates from the divergent decision at the end of `branch`.
    fn branch(&mut self, branch: Node) {
        let context = self.context;
        if !context.dominators().is_reachable(branch) || context.flow.cfg.successors(branch).len() < 2 {
            return;
        }
        self.find_left(branch);
        let rounds = self.rounds();
        let found = self.labels.spread(context, branch, &rounds);
        for MayLeave { left, labels, one_label, .. } in &mut self.left {
            labels.extend(left.headers(context).iter().filter_map(|&header| self.labels.label_at(context, header)));
            *one_label = labels.first().copied().filter(|first| labels.iter().all(|label| label == first));
        }
        self.edges.clear();
        for &join in &found.joins {
            if let Some(cycle) = cycle_entered_apart(&context.cycles, branch, join) {
                self.assume(branch, cycle);
            }
        }
        for &block in found.joins.iter().chain(&found.exits).chain(context.flow.cfg.successors(branch)) {
            self.join(branch, block);
        }
        self.leave_cycles(branch);
    }

    /// Visits the phis of `block`, a join of `branch`.
    fn join(&mut self, branch: Node, block: Node) {
        let flow = self.context.flow;
        if self.joined[block as usize].replace(branch) == Some(branch) {
            return;
        }
        for phi in flow.phis(block).filter(|&phi| !self.result.is_divergent(phi)).collect::<Vec<ItemId>>() {
            if self.chooses(branch, block, phi) {
                self.mark(phi, Cause::Join { branch });
            }
        }
    }

    /// Whether two edges with different labels have different inputs of `phi` in `block`.
    fn chooses(&mut self, branch: Node, block: Node, phi: ItemId) -> bool {
        let (flow, cycles) = (self.context.flow, &self.context.cycles);
        let decisions = &self.context.decisions;
        let may_choose = decisions.is_choice(phi) || (self.keeps(phi) && self.may_mix(branch, phi));
        if !may_choose {
            return false;
        }
        // For each label its first input; two inputs with one label differ from all others.
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

    /// Whether `phi` has one value besides itself, and keeps its earlier value along some edges.
    fn keeps(&self, phi: ItemId) -> bool {
        let Context { flow, decisions, cycles, .. } = self.context;
        let Some(around) = cycles.around(flow[phi].block).last() else { return false };
        let is_new =
            |input: Input| matches!(input, Input::Item(it) if it != phi && self.variance.differs(cycles, it, around));
        let may_be_defined = |input: Input| matches!(input, Input::Item(it) if decisions.is_defined(flow, it));
        let inputs = || decisions.live_inputs(flow, phi).map(|(input, _)| input);
        let original = |input| decisions.original_at(flow, cycles, input, flow[phi].block);
        decisions.original(Input::Item(phi)) == Input::Item(phi)
            && inputs().any(|input| original(input) == Input::Item(phi))
            && inputs().any(|input| is_new(input) && may_be_defined(input))
    }

    /// Whether threads that take different edges at `branch` may reach `phi` by the same edge at some time: not if each
    /// of them always takes one edge, and no edge is reachable for two of these, or before the branch.
    fn may_mix(&mut self, branch: Node, phi: ItemId) -> bool {
        let context = self.context;
        let Context { flow, decisions, cycles, .. } = context;
        let block = flow[phi].block;
        let (Some(around), Some(terminator)) = (cycles.around(block).last(), flow.terminator(branch)) else {
            return true;
        };
        if self.variance.differs(cycles, terminator, around) {
            return true;
        }
        let is_given = |&(input, _): &(Input, _)| input != Input::Undefined;
        let edges = decisions.live_inputs(flow, phi).filter(is_given).map(|(_, (from, _))| from);
        edges.collect::<Vec<Node>>().into_iter().any(|from| {
            if !context.dominators().dominates(branch, from) {
                return true;
            }
            let labels = self.edge_labels(branch, from, block);
            let is_way = |&label: &Node| from == branch || self.labels.is_way(context, label);
            labels.len() > 1 || !labels.iter().all(is_way)
        })
    }

    /// The labels of the edge from `from` to `to`.
    fn edge_labels(&mut self, branch: Node, from: Node, to: Node) -> EdgeLabels {
        self.find_taken(branch, from, to);
        let Taken { own: Some(own), later } = &self.edges[&(from, to)] else { return EdgeLabels::new() };
        own.iter().chain(later.iter().flat_map(|&number| &self.left[number].labels)).copied().collect()
    }

    /// Computes the threads that take the edge from `from` to `to`, once.
    fn find_taken(&mut self, branch: Node, from: Node, to: Node) {
        if self.edges.contains_key(&(from, to)) {
            return;
        }
        let own = self.own_labels(branch, from, to);
        let is_left = |&number: &usize| self.is_left_later(number, from, to);
        let later = if own.is_some() { (0..self.left.len()).filter(is_left).collect() } else { SmallVec::new() };
        self.edges.insert((from, to), Taken { own, later });
    }

    /// The labels of the threads that take an edge before they exit a cycle around the branch; `None` if some of them
    /// arrive from before the branch.
    fn own_labels(&mut self, branch: Node, from: Node, to: Node) -> Option<EdgeLabels> {
        let context = self.context;
        if self.labels.comes_back(context, from, to)
            || self.labels.comes_round(context, from, to)
            || self.labels.comes_again(from, to)
        {
            return None;
        }
        let mut found = EdgeLabels::new();
        if from == branch {
            found.push(to);
        } else if !context.order.is_reducible_header(from) || self.labels.goes_in(context, from) {
            found.extend(self.labels.label(from));
        }
        let cycles = &context.cycles;
        let is_left = |&cycle: &CycleId| !cycles.contains(cycle, to) && !cycles.contains(cycle, branch);
        for cycle in cycles.around(from).take_while(is_left) {
            found.extend(self.labels.label(cycles[cycle].header()));
        }
        Some(found)
    }

    /// Whether threads that reached a header exit the cycle with index `number` in `left` by this edge.
    fn is_left_later(&self, number: usize, from: Node, to: Node) -> bool {
        let context = self.context;
        let MayLeave { left, slot, groups, labels, .. } = &self.left[number];
        if labels.is_empty() || !left.contains(context, from) || left.contains(context, to) {
            return false;
        }
        groups.as_ref().is_none_or(|groups| groups.returning & self.crossings.edge_of(*slot, from, to) != 0)
    }

    /// Marks the values that vary between iterations of `cycle`, which does not contain `branch`, as divergent: threads
    /// enter it at different blocks.
    fn assume(&mut self, branch: Node, cycle: CycleId) {
        let Context { flow, cycles, .. } = self.context;
        if std::mem::replace(&mut self.is_assumed[cycle as usize], true) {
            return;
        }
        self.result.assumed.push(cycle);
        for item in cycles[cycle].blocks.iter().flat_map(|&block| flow.items_of(block)) {
            if self.differs_by_time(item, cycle) {
                self.mark(item, Cause::Cycle { cycle, branch });
            }
        }
    }

    /// Marks the values that vary with time in `cycle`, and their uses in other blocks, as divergent. `cycle` is an
    /// outermost irreducible one that contains `branch`, and the cycles of other hierarchies inside are unknown.
    fn assume_all(&mut self, branch: Node, cycle: CycleId) {
        let Context { flow, decisions, cycles, .. } = self.context;
        if std::mem::replace(&mut self.is_unknown[cycle as usize], true) {
            return;
        }
        self.assume(branch, cycle);
        for value in cycles[cycle].blocks.iter().flat_map(|&block| flow.items_of(block)) {
            if !self.variance.differs(cycles, value, cycle) {
                continue;
            }
            let is_elsewhere = |&&user: &&ItemId| flow[user].block != flow[value].block;
            for &user in flow.users(value).iter().filter(is_elsewhere) {
                if decisions.reads(flow, user, value) {
                    self.mark(user, Cause::Temporal { value, cycle, branch });
                }
            }
        }
    }

    /// Whether an item may vary with time in `cycle` though its inputs do not. A phi that may keep its value chooses
    /// between the earlier and the current value of its input, if these may differ.
    fn differs_by_time(&self, item: ItemId, cycle: CycleId) -> bool {
        let Context { flow, decisions, cycles, .. } = self.context;
        match flow[item].kind {
            ItemKind::Phi => {
                let inputs = decisions.live_inputs(flow, item).map(|(input, _)| input);
                let mut defined = inputs.filter(|&input| input != Input::Undefined);
                let is_new =
                    |input: Input| matches!(input, Input::Item(it) if self.variance.differs(cycles, it, cycle));
                let Some(first) = defined.next() else { return false };
                defined.any(|other| other != first && (decisions.is_choice(item) || is_new(first) || is_new(other)))
            }
            ItemKind::Instruction => flow[item].nature.is_timed(),
            ItemKind::Argument | ItemKind::Terminator => false,
        }
    }

    /// Finds the cycles that threads may exit in different iterations because of `branch`: those around it, in
    /// irreducible ones those of all hierarchies.
    fn find_left(&mut self, branch: Node) {
        self.left.clear();
        let context = self.context;
        let cycles = &context.cycles;
        let outer = context.largest_irreducible(branch);
        let possible = outer.and_then(|outer| Some((outer, context.possible_inside(outer)?)));
        if let (Some(outer), None) = (outer, possible) {
            self.assume_all(branch, outer);
        }
        if let Some((outer, possible)) = possible {
            for (number, cycle) in possible.iter().enumerate().filter(|(_, cycle)| cycle.contains(branch)) {
                self.add_left(branch, Left::Possible(cycle, outer, number));
            }
        }
        let is_possible = |cycle| possible.is_some_and(|(outer, _)| cycles.contains_cycle(outer, cycle));
        for cycle in cycles.around(branch).filter(|&cycle| !is_possible(cycle)) {
            self.add_left(branch, Left::Own(cycle));
        }
    }

    fn add_left(&mut self, branch: Node, left: Left<'a>) {
        let (context, terminator) = (self.context, self.context.flow.terminator(branch));
        let is_same = terminator.is_some_and(|it| !self.crossings.differs(context, &self.variance, it, left));
        let groups = if is_same { self.crossings.groups(context, left, branch) } else { None };
        let slot = self.crossings.slot(context, left);
        self.left.push(MayLeave { left, slot, groups, labels: EdgeLabels::new(), one_label: None });
    }

    /// The exits to which the labels of headers of irreducible cycles propagate.
    fn rounds(&mut self) -> Vec<Round<'a>> {
        let context = self.context;
        let mut rounds = Vec::new();
        for MayLeave { left, slot, groups, .. } in &self.left {
            if left.own().is_some_and(|cycle| context.cycles[cycle].is_reducible()) {
                continue;
            }
            let mut exits = Vec::new();
            for edge in self.crossings.edges_of(*slot) {
                let bits = self.crossings.edge_of(*slot, edge.from, edge.to);
                let is_later = groups.as_ref().is_none_or(|groups| groups.returning & bits != 0);
                if is_later && !exits.contains(&edge.to) {
                    exits.push(edge.to);
                }
            }
            rounds.push(Round { headers: left.headers(context), exits });
        }
        rounds
    }

    /// Propagates to the uses after the cycles that threads exit in different iterations because of `branch`.
    fn leave_cycles(&mut self, branch: Node) {
        let context = self.context;
        for number in 0..self.left.len() {
            let MayLeave { left, slot, .. } = self.left[number];
            let mut edges = 0;
            for &header in left.headers(context) {
                edges |= self.late_edges(branch, number, header);
            }
            self.leave(branch, number, edges);
            for at in 0..self.crossings.edges_of(slot).len() {
                self.join(branch, self.crossings.edges_of(slot)[at].to);
            }
        }
    }

    /// The edges, as a bit mask, by which threads exit the cycle with index `number` in `left` in other iterations than
    /// the threads that reach its header, if that is `header`.
    fn late_edges(&mut self, branch: Node, number: usize, header: Node) -> u64 {
        let context = self.context;
        let MayLeave { left, slot, .. } = self.left[number];
        let Some(label) = self.labels.label_at(context, header) else { return 0 };
        let mut edges = 0;
        for at in 0..self.crossings.edges_of(slot).len() {
            let edge = self.crossings.edges_of(slot)[at];
            self.find_taken(branch, edge.from, edge.to);
            let Taken { own: Some(own), later } = &self.edges[&(edge.from, edge.to)] else { continue };
            let is_later_inside = |&number: &usize| {
                let MayLeave { left: other, one_label, .. } = &self.left[number];
                *one_label != Some(label) && !other.contains(context, header) && other.is_inside(context, left)
            };
            if own.iter().any(|&other| other != label) || later.iter().any(is_later_inside) {
                edges |= self.crossings.edge_of(slot, edge.from, edge.to);
            }
        }
        edges
    }

    /// Marks the uses after `edges`, a bit mask of the exit edges of the cycle with index `number` in `left` that
    /// threads take in different iterations.
    fn leave(&mut self, branch: Node, number: usize, edges: u64) {
        let context = self.context;
        let MayLeave { left, groups, .. } = &self.left[number];
        let cycle = left.around();
        if edges == 0 {
            return;
        }
        if left.own().is_some() && !std::mem::replace(&mut self.has_divergent_exit[cycle as usize], true) {
            self.result.divergent_exits.push(cycle);
        }
        let left = *left;
        for used in self.crossings.take(context, left, edges, groups.as_ref()) {
            if self.crossings.differs(context, &self.variance, used.value, left) {
                self.mark(used.user, Cause::Temporal { value: used.value, cycle, branch });
                self.result.temporal.push(TemporalUse { value: used.value, user: used.user, cycle });
            }
        }
    }
}
