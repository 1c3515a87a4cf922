//! Divergence, so that what is called uniform is.
//!
//! The plan is LLVM's (see [`super::llvm`]), with these differences. Wrong there and right here:
//! - A. A phi at a divergent exit chooses between edges that threads leave by at different times.
//! - B. A divergent branch in a cycle's header passes on to the exits what comes back to the header.
//! - C. The cycle that is left is the largest that does not contain the exit, whatever its depth.
//! - E. What comes back to the header of an irreducible cycle around the branch is passed on to the exits as well.
//! - F. A phi of one value and itself that may be undefined at first keeps what it was by some edges.
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
//! so by every hierarchy of cycles, whatever entry is the header, at each level:
//! - Labels of a branch in irreducible cycles go round in these until nothing changes; only cycles that all hierarchies have
//!   ([`super::possible`]) are passed by as a whole. So a label reaches a block if some hierarchy lets a thread with that
//!   label come there before it has counts that the others cannot have.
//! - Threads leave every possible cycle around the branch, by each of its entries as the header, as described above: an
//!   edge is taken late if its label and the header's differ, and what came to the header goes on to the exits.
//! - A cycle that threads come into from a branch outside by different entries is taken for divergent as a whole: the
//!   header counts those that entered elsewhere one time less.
//!
//! Why that is enough: take a hierarchy, two threads with the same counts in a block, and a value there that differs, of
//! those the one that both came to first. It is computed from equal inputs, so one is older than the other, and it left a
//! cycle of this hierarchy that the use is not in: the second rule has that cycle, and where the threads parted, for a
//! branch. Or it is a phi, and they came by different edges. They parted at a divergent branch, the last one before.
//! If they were at no header since, or at the same ones, the labels of the edges differ by the first rule. If one of them
//! was at a header that the other one did not come to, the counts of the cycle differ, or both left it, and the second
//! rule has pushed the label of the header to where they did. What is in irreducible cycles and goes round is
//! carried by phis of the header, whichever it is, which are among these. Many hierarchies have the same cycles, so
//! these are looked at once each; where a largest irreducible cycle has too many ([`super::possible`] says how many), all
//! that differs by time in it and all uses of that in other blocks are divergent.
//!
//! Edges back to the one block by which threads come into a cycle have no label of a branch outside.
//!
//! The label of an edge is that of its source, or its target if the source is the branch. An edge out of cycles around
//! its source has their headers' labels as well: threads that went on to the header leave by the same edges later.

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
    /// What threads may leave at different times because of the branch looked at.
    left: Vec<MayLeave<'a>>,
    /// By cycle: whether threads come into it at different places.
    is_assumed: Vec<bool>,
    /// By cycle: whether a divergent branch is in it and it is not known what cycles other hierarchies have inside.
    is_unknown: Vec<bool>,
    has_divergent_exit: Vec<bool>,
    /// By block: the last branch whose ways the phis were asked about.
    joined: Vec<Option<Node>>,
    /// What is known of edges for the branch looked at.
    edges: FxHashMap<(Node, Node), Taken>,
    work: Vec<ItemId>,
}

/// What threads may leave at different times because of a branch.
struct MayLeave<'a> {
    left: Left<'a>,
    /// Where it stands in [`Crossings`].
    slot: usize,
    /// The groups that the branch makes of threads if it goes one way there always.
    groups: Option<Groups>,
    /// The labels that the branch gives to its headers: if there are none, nobody leaves it later.
    labels: EdgeLabels,
    /// The label that all of these are, if there is one.
    one_label: Option<Node>,
}

/// The labels of an edge.
type EdgeLabels = SmallVec<[Node; 4]>;

/// Who comes to an edge.
struct Taken {
    /// The labels with which threads do so before they leave anything around the branch; nothing where they come from
    /// before it.
    own: Option<EdgeLabels>,
    /// The numbers of what threads leave by it after they were at a header.
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

    /// What decides at the end of `branch` is divergent.
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

    /// Phis of `block` choose by the way from `branch`.
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

    /// Whether two edges with different labels bring different inputs to `phi` in `block`.
    fn chooses(&mut self, branch: Node, block: Node, phi: ItemId) -> bool {
        let (flow, cycles) = (self.context.flow, &self.context.cycles);
        let decisions = &self.context.decisions;
        let may_choose = decisions.is_choice(phi) || (self.keeps(phi) && self.may_mix(branch, phi));
        if !may_choose {
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

    /// Whether `phi` has one value besides itself, of which it keeps by some edges what it was before.
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

    /// Whether threads that go different ways at `branch` may come to `phi` by the same edge some time: not if each of them
    /// goes one way always, and no edge is reached by two of these, or before the branch.
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

    /// Finds who comes to the edge from `from` to `to`, once.
    fn find_taken(&mut self, branch: Node, from: Node, to: Node) {
        if self.edges.contains_key(&(from, to)) {
            return;
        }
        let own = self.own_labels(branch, from, to);
        let is_left = |&number: &usize| self.is_left_later(number, from, to);
        let later = if own.is_some() { (0..self.left.len()).filter(is_left).collect() } else { SmallVec::new() };
        self.edges.insert((from, to), Taken { own, later });
    }

    /// The labels with which threads come to an edge before they leave anything around the branch; nothing where they
    /// come from before it.
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

    /// Whether threads that were at a header leave number `number` of what they may leave by this edge.
    fn is_left_later(&self, number: usize, from: Node, to: Node) -> bool {
        let context = self.context;
        let MayLeave { left, slot, groups, labels, .. } = &self.left[number];
        if labels.is_empty() || !left.contains(context, from) || left.contains(context, to) {
            return false;
        }
        groups.as_ref().is_none_or(|groups| groups.returning & self.crossings.edge_of(*slot, from, to) != 0)
    }

    /// Threads come into `cycle`, which `branch` is not in, at different places: what differs between its iterations is
    /// divergent.
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

    /// `branch` is in `cycle`, a largest irreducible one of which it is not known what cycles other hierarchies have inside:
    /// what differs with time there is divergent, and what uses it in other blocks.
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

    /// Whether an item may differ with time in `cycle` though its inputs do not. A phi that may take itself chooses between
    /// what was and what is, if that is not always the same.
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

    /// Finds what threads may leave at different times because of `branch`: the cycles around it, in irreducible ones those
    /// of all hierarchies.
    fn find_left(&mut self, branch: Node) {
        self.left.clear();
        let context = self.context;
        let cycles = &context.cycles;
        let outer = context.largest_irreducible(branch);
        let possible = outer.and_then(|outer| Some((outer, context.possible.inside(context, outer)?)));
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

    /// Where labels go on to from headers of irreducible cycles.
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

    /// Finds what threads leave at different times because of `branch`.
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

    /// The edges, a bit each, by which threads leave number `number` of what they may leave at other times than those
    /// that come to its header, if that is `header`.
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

    /// Threads leave number `number` of what they may leave by `edges`, a bit each, at different times.
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
