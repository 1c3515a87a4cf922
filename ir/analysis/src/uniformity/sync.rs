//! Joins of paths that diverge at a branch.
//!
//! Each successor of the branch has a *label*, itself, and labels are propagated along edges. A block that two labels
//! reach is a *join*, and its label is itself from then on: as if a variable were assigned differently in each
//! successor, and a phi for it placed. Blocks are visited from the largest number of the modified postorder to the
//! smallest. The header of a reducible cycle propagates its label to the exits of the cycle and not into it: threads
//! that reach the header with one label stay converged, and exit the cycle some time later. An exit that this label and
//! another one reach is a *divergent exit* if the branch is inside the cycle. In irreducible cycles labels circulate to
//! a fixed point.
//!
//! Steps: 1. label the successors; 2. take the block with the largest number from the worklist, and propagate its
//! label; 3. stop when there is one such block, since then all paths pass it, unless it is in an irreducible cycle
//! around the branch or (not LLVM) in one where other blocks have labels: there paths may return to those; 4. compare
//! labels of exits and headers for irreducible cycles around the branch.
//!
//! If only joins are needed (not in the sound mode, which needs labels of edges), blocks that the current one dominates
//! are skipped, by its dominance frontier in the graph with edges from headers to exits: otherwise each of many
//! branches with a path to the end of the function would be followed there block by block.
//!
//! Threads that exit a cycle and reach its header again have new iteration counts in it and never reconverge with those
//! that stayed. LLVM assumes that for nests of reducible cycles; here it holds as well for a reducible cycle in
//! irreducible ones if it is *firm*: it is a cycle for all choices of their headers. Labels are propagated into one
//! that is not.
//!
//! Labels are propagated out of the irreducible cycles around the branch when they reached a fixed point there (not
//! LLVM): a label propagated too early would join itself.

use std::collections::BinaryHeap;

use super::possible::PossibleCycle;
use super::{Context, Mode};
use crate::cfg::{CycleId, Cycles, Node};

/// The label of an unlabelled block.
const NONE: Node = Node::MAX;

/// The joins and divergent exits of a branch.
#[derive(Clone, Default, Debug)]
pub struct Joins {
    /// Blocks at which paths join.
    pub joins: Vec<Node>,
    /// Blocks after a cycle around the branch that threads reach in different iterations.
    pub exits: Vec<Node>,
}

/// Headers that threads may reach again, and the exits that they take in other iterations than the threads that do not.
pub struct Round<'a> {
    /// The headers: one of them is that of the cycle.
    pub headers: &'a [Node],
    /// The blocks after the cycle.
    pub exits: Vec<Node>,
}

/// The labels of the current branch.
pub struct Labels {
    branch: Node,
    labels: Vec<Node>,
    /// The labelled blocks.
    labelled: Vec<Node>,
    /// The worklist: the numbers of blocks whose label is new.
    fresh: BinaryHeap<u32>,
    is_fresh: Vec<bool>,
    /// By block: whether it is in `found` already.
    is_join: Vec<bool>,
    is_exit: Vec<bool>,
    /// By cycle: the number of labelled blocks, for outermost irreducible cycles.
    n_labelled: Vec<u32>,
    /// By cycle: whether it is firm, computed on demand.
    is_firm: Vec<Option<bool>>,
    /// The cycle that labels are not propagated out of yet: a label that still changes there would become another one
    /// outside.
    held: Option<CycleId>,
    found: Joins,
}

impl Labels {
    /// The state for the graph of `context`, without labels.
    pub fn new(context: &Context) -> Self {
        let (n_blocks, n_cycles) = (context.flow.cfg.n_blocks(), context.cycles.ids().len());
        Self {
            branch: NONE,
            labels: vec![NONE; n_blocks],
            labelled: Vec::new(),
            fresh: BinaryHeap::new(),
            is_fresh: vec![false; n_blocks],
            is_join: vec![false; n_blocks],
            is_exit: vec![false; n_blocks],
            n_labelled: vec![0; n_cycles],
            is_firm: vec![None; n_cycles],
            held: None,
            found: Joins::default(),
        }
    }

    /// The label of `block`.
    pub fn label(&self, block: Node) -> Option<Node> {
        Some(self.labels[block as usize]).filter(|&label| label != NONE)
    }

    /// The label with which threads reach `block`: that of the header of the largest reducible cycle that contains the
    /// block and not the branch.
    pub fn label_at(&self, context: &Context, block: Node) -> Option<Node> {
        let cycles = &context.cycles;
        let apart = cycles.around(block).take_while(|&cycle| !cycles.contains(cycle, self.branch));
        let unlabelled = apart.filter(|&cycle| cycles[cycle].is_reducible()).last();
        self.label(unlabelled.map_or(block, |cycle| cycles[cycle].header()))
    }

    /// The labelled blocks, in the order in which they were labelled.
    pub fn labelled(&self) -> &[Node] {
        &self.labelled
    }

    /// Labels the blocks that are reachable from the branch at the end of `branch`. In LLVM's mode a branch in the
    /// header of a reducible cycle does not propagate labels that reach it again. Labels of headers of `rounds` are
    /// propagated to their exits.
    pub fn spread(&mut self, context: &Context, branch: Node, rounds: &[Round]) -> Joins {
        self.clear(context);
        self.branch = branch;
        let cycles = &context.cycles;
        let around = cycles.innermost(branch);
        for (&to, number) in context.flow.cfg.successors(branch).iter().zip(0..) {
            if context.decisions.is_dead(branch, number) {
                continue;
            }
            if around.is_some_and(|cycle| !cycles.contains(cycle, to)) {
                self.add_exit(to);
            }
            self.push(context, branch, to, to);
        }
        self.go_on(context, rounds);
        if context.mode != Mode::Sound {
            for cycle in cycles.around(branch).filter(|&cycle| !cycles[cycle].is_reducible()) {
                let header = self.label(cycles[cycle].header());
                for exit in context.exits(cycle) {
                    if self.label(exit) != header {
                        self.add_exit(exit);
                    }
                }
            }
        }
        std::mem::take(&mut self.found)
    }

    /// Propagates the labels of the headers of `round` to the exits that satisfy `is_so`. Returns whether one is new
    /// there.
    fn go_round(&mut self, context: &Context, round: &Round, is_so: impl Fn(Node) -> bool) -> bool {
        let mut is_new = false;
        for &header in round.headers {
            let Some(label) = self.label_at(context, header) else { continue };
            for &exit in round.exits.iter().filter(|&&exit| is_so(exit)) {
                let old = self.label(exit);
                if old != Some(label) {
                    self.add_exit(exit);
                    self.push(context, header, exit, label);
                    is_new |= self.label(exit) != old;
                }
            }
        }
        is_new
    }

    /// Propagates labels until the worklist is empty or one block remains.
    fn go_on(&mut self, context: &Context, rounds: &[Round]) {
        let (cycles, branch) = (&context.cycles, self.branch);
        let irreducible = outermost_irreducible(cycles, cycles.innermost(branch));
        self.held = context.largest_irreducible(branch).filter(|_| context.mode == Mode::Sound);
        let mut is_settled = context.mode == Mode::Llvm;
        loop {
            let next = self.fresh.peek().map(|&number| context.order.block(number));
            let is_inside =
                |block: Node| context.largest_irreducible(branch).is_some_and(|it| cycles.contains(it, block));
            if !is_settled && !next.is_some_and(is_inside) {
                if !rounds.iter().any(|round| self.go_round(context, round, is_inside)) {
                    is_settled = true;
                    self.let_go(context);
                    rounds.iter().for_each(|round| _ = self.go_round(context, round, |exit| !is_inside(exit)));
                }
                continue;
            }
            let Some(block) = next else { break };
            if self.fresh.len() == 1 && !self.goes_on(context, irreducible, block) {
                break;
            }
            self.fresh.pop();
            self.is_fresh[block as usize] = false;
            let is_header = context.order.is_reducible_header(block);
            if self.is_passed_whole(context, block) {
                self.pass_over(context, block);
            } else if block != branch || (is_header && context.mode != Mode::Llvm) {
                let held = self.held;
                self.pass_on(context, block, is_header, |to| held.is_none_or(|cycle| cycles.contains(cycle, to)));
            }
        }
    }

    /// Propagates the labels that were held.
    fn let_go(&mut self, context: &Context) {
        let Some(cycle) = self.held.take() else { return };
        for number in 0..self.labelled.len() {
            let block = self.labelled[number];
            let is_header = context.order.is_reducible_header(block);
            let passes_on = (block != self.branch || is_header) && self.label(block).is_some();
            if passes_on && context.cycles.contains(cycle, block) {
                self.pass_on(context, block, is_header, |to| !context.cycles.contains(cycle, to));
            }
        }
    }

    /// Whether labels are propagated from `block` though the worklist is empty otherwise; `irreducible` is around the
    /// branch.
    fn goes_on(&self, context: &Context, irreducible: Option<CycleId>, block: Node) -> bool {
        if context.mode != Mode::Sound {
            return irreducible.is_some_and(|cycle| context.cycles.contains(cycle, block));
        }
        // Some paths through an irreducible cycle may be dead, and then its header need not be on all others; and
        // another walk may make it a header of other cycles.
        let largest = context.largest_irreducible(block);
        let is_around = |cycle| context.cycles.contains(cycle, self.branch);
        largest.is_some_and(|cycle| is_around(cycle) || self.n_labelled[cycle as usize] > 1)
    }

    /// Resets the state of the last branch.
    fn clear(&mut self, context: &Context) {
        for &number in &self.fresh {
            self.is_fresh[context.order.block(number) as usize] = false;
        }
        self.fresh.clear();
        for block in self.labelled.drain(..) {
            self.labels[block as usize] = NONE;
            context.largest_irreducible(block).into_iter().for_each(|cycle| self.n_labelled[cycle as usize] = 0);
            self.is_join[block as usize] = false;
            self.is_exit[block as usize] = false;
        }
    }

    /// Whether no block that `block` dominates can be a join, and no label there is needed: labels reach it through
    /// `block` only. Irreducible cycles around are traversed block by block, since there the order matters to LLVM.
    fn is_passed_whole(&self, context: &Context, block: Node) -> bool {
        let cycles = &context.cycles;
        let is_apart = |cycle: CycleId| cycles[cycle].header() != block || !cycles.contains(cycle, self.branch);
        context.frontiers.is_some()
            && block != self.branch
            && cycles.innermost(block).is_none_or(is_apart)
            && context.largest_irreducible(block).is_none()
            && context.largest_irreducible(self.branch).is_none()
    }

    /// Propagates the label of `block` to its dominance frontier.
    fn pass_over(&mut self, context: &Context, block: Node) {
        let label = self.labels[block as usize];
        for &to in context.frontiers.iter().flat_map(|frontiers| &frontiers[block as usize]) {
            if self.push(context, block, to, label) {
                self.add_join(to);
            }
        }
    }

    /// Propagates the label of `block` to its successors in the propagation that satisfy `is_so`.
    fn pass_on(&mut self, context: &Context, block: Node, is_reducible_header: bool, is_so: impl Fn(Node) -> bool) {
        let label = self.labels[block as usize];
        let cycle = context.cycles.innermost(block).filter(|_| is_reducible_header);
        if cycle.is_none() || self.goes_in(context, block) {
            for (&to, successor) in context.flow.cfg.successors(block).iter().zip(0..).filter(|&(&to, _)| is_so(to)) {
                if context.decisions.is_dead(block, successor) {
                    continue;
                }
                if self.push(context, block, to, label) {
                    self.add_join(to);
                }
            }
        }
        let Some(cycle) = cycle else { return };
        let is_inside = context.cycles.contains(cycle, self.branch);
        for to in context.exits(cycle).filter(|&to| is_so(to)) {
            match self.push(context, block, to, label) {
                true if is_inside => self.add_exit(to),
                true => self.add_join(to),
                false => {}
            }
        }
    }

    /// Whether the label of `header` is also propagated into its cycle, which is around the branch: in hierarchies that
    /// do not have the cycle, threads continue there together with those that did not reach the header.
    pub fn goes_in(&mut self, context: &Context, header: Node) -> bool {
        let cycles = &context.cycles;
        let Some(cycle) = cycles.innermost(header).filter(|&cycle| cycles.contains(cycle, self.branch)) else {
            return false;
        };
        context.mode == Mode::Sound
            && header != self.branch
            && context.largest_irreducible(header).is_some()
            && !self.is_firm(context, cycle)
    }

    /// Propagates `label` from `from` to `block`. Returns whether it joins another one there.
    fn push(&mut self, context: &Context, from: Node, block: Node, label: Node) -> bool {
        let old = self.labels[block as usize];
        if old == label || (context.mode == Mode::Sound && self.comes_back(context, from, block)) {
            return false;
        }
        if old != block && !std::mem::replace(&mut self.is_fresh[block as usize], true) {
            self.fresh.push(context.order.number(block));
        }
        if old == NONE {
            self.labels[block as usize] = label;
            self.labelled.push(block);
            context.largest_irreducible(block).into_iter().for_each(|cycle| self.n_labelled[cycle as usize] += 1);
            return false;
        }
        self.labels[block as usize] = block;
        true
    }

    /// Whether the edge reenters a firm cycle around the branch at its header, from outside.
    pub fn comes_back(&mut self, context: &Context, from: Node, to: Node) -> bool {
        let cycles = &context.cycles;
        let Some(cycle) = cycles.innermost(to).filter(|_| context.order.is_reducible_header(to)) else { return false };
        if cycles.contains(cycle, from) || !cycles.contains(cycle, self.branch) {
            return false;
        }
        self.is_firm(context, cycle)
    }

    /// Whether `label` is that of a successor of the branch that is no join.
    pub fn is_way(&self, context: &Context, label: Node) -> bool {
        context.flow.cfg.successors(self.branch).contains(&label) && !self.is_join[label as usize]
    }

    /// Whether the edge leads back to a block that is no join and labelled the threads on the edge: they reached the
    /// block since the branch, and return in another iteration than threads that reach it for the first time.
    pub fn comes_again(&self, from: Node, to: Node) -> bool {
        from != self.branch && self.label(from) == Some(to) && !self.is_join[to as usize]
    }

    /// Whether the edge leads back to the only block by which paths from the branch enter an irreducible cycle, which
    /// does not contain the branch: as at a header, the blocks after it are new to all threads that reach it, at any
    /// time.
    pub fn comes_round(&self, context: &Context, from: Node, to: Node) -> bool {
        let cycles = &context.cycles;
        let is_inside = |cycle: CycleId| cycles.contains(cycle, from) && !cycles.contains(cycle, self.branch);
        let Some(cycle) = context.largest_irreducible(to).filter(|&cycle| is_inside(cycle)) else { return false };
        let is_labelled =
            |&from: &Node| !cycles.contains(cycle, from) && (from == self.branch || self.label(from).is_some());
        let is_entered = |entry: Node| context.flow.cfg.predecessors(entry).iter().any(is_labelled);
        cycles[cycle].entries.iter().all(|&entry| entry == to || !is_entered(entry))
    }

    fn is_firm(&mut self, context: &Context, cycle: CycleId) -> bool {
        *self.is_firm[cycle as usize].get_or_insert_with(|| is_firm(context, cycle))
    }

    fn add_join(&mut self, block: Node) {
        if !std::mem::replace(&mut self.is_join[block as usize], true) {
            self.found.joins.push(block);
        }
    }

    fn add_exit(&mut self, block: Node) {
        if !std::mem::replace(&mut self.is_exit[block as usize], true) {
            self.found.exits.push(block);
            // Blocks without label are reset as well.
            if self.labels[block as usize] == NONE {
                self.labelled.push(block);
            }
        }
    }
}

/// The largest cycle around `cycle` such that none up to it is reducible.
fn outermost_irreducible(cycles: &Cycles, cycle: Option<CycleId>) -> Option<CycleId> {
    cycles.outward(cycle).take_while(|&cycle| !cycles[cycle].is_reducible()).last()
}

/// The cycle that is assumed to be divergent because paths from a divergent branch at `branch` join at `join`.
///
/// Whether threads are converged in an irreducible cycle depends on how they entered it: they have to reach it
/// converged, or diverge and join after its header only ("diverged entry").
pub fn divergent_cycle(context: &Context, branch: Node, join: Node) -> Option<CycleId> {
    let cycles = &context.cycles;
    internal_divergent_cycle(context, branch, join).or_else(|| cycle_entered_apart(cycles, branch, join))
}

/// The largest cycle around both `branch` and `join` whose header does not strictly dominate the join.
fn internal_divergent_cycle(context: &Context, branch: Node, join: Node) -> Option<CycleId> {
    let (cycles, tree) = (&context.cycles, context.dominators());
    if tree.strictly_dominates(branch, join) {
        return None;
    }
    let common = cycles.common(cycles.innermost(join), cycles.innermost(branch))?;
    if cycles[common].is_reducible() {
        return None;
    }
    let is_unordered = |&cycle: &CycleId| !tree.strictly_dominates(cycles[cycle].header(), join);
    cycles.outward(Some(common)).take_while(is_unordered).last()
}

/// The cycle that is assumed to be divergent, in some hierarchy, because paths from a divergent branch at `branch` join
/// at `join`: the largest one that does not contain the branch, if it has several entries.
///
/// Paths that join in a cycle that contains the branch do not make it divergent, though LLVM has it so, see
/// [`super::sound`].
pub fn cycle_entered_apart(cycles: &Cycles, branch: Node, join: Node) -> Option<CycleId> {
    let apart = cycles.around(join).take_while(|&cycle| !cycles.contains(cycle, branch));
    apart.last().filter(|&cycle| !cycles[cycle].is_reducible())
}

/// Whether the reducible cycle `inner` is in irreducible ones and is a cycle for all choices of their headers.
fn is_firm(context: &Context, inner: CycleId) -> bool {
    let cycles = &context.cycles;
    let Some(outer) = context.largest_irreducible(cycles[inner].header()) else { return false };
    if let Some(from) = only_way_in(context, inner) {
        return cycles.contains(outer, from);
    }
    let (n_blocks, header) = (cycles[inner].blocks.len(), cycles[inner].header());
    let is_around = |cycle: &&PossibleCycle| cycle.blocks.len() > n_blocks && cycle.contains(header);
    let has_entry_inside = |cycle: &PossibleCycle| cycle.entries.iter().any(|&entry| cycles.contains(inner, entry));
    let possible = context.possible_inside(outer);
    possible.is_some_and(|possible| !possible.iter().filter(is_around).any(has_entry_inside))
}

/// The only predecessor of `cycle` from outside, if there is exactly one.
fn only_way_in(context: &Context, cycle: CycleId) -> Option<Node> {
    let (flow, cycles) = (context.flow, &context.cycles);
    let from = flow.cfg.predecessors(cycles[cycle].header()).iter().copied();
    let mut from = from.filter(|&from| context.order.is_numbered(from) && !cycles.contains(cycle, from));
    let first = from.next()?;
    from.all(|from| from == first).then_some(first)
}
