//! Where paths that part at a branch meet again.
//!
//! Each successor of the branch is given a *label*, itself, and labels are pushed along edges. A block that two labels
//! come to is a *join*, and its label is itself from then on: as if a variable were assigned differently in each
//! successor, and a phi for it placed. Blocks are visited from the largest number of the modified post-order to the
//! smallest. The header of a reducible cycle passes its label to the exits of the cycle and not into it: threads that
//! come to the header with one label stay together, and leave the cycle some time later. An exit that this label and
//! another one come to is a *divergent exit* if the branch is inside the cycle. In irreducible cycles labels go round
//! until nothing changes.
//!
//! Plan: 1. label the successors; 2. take the block with the largest number whose label is new, and push; 3. stop when
//! there is one such block left, through which all paths go then, unless it is in an irreducible cycle around the branch
//! or (not LLVM) in one where other blocks have labels: there paths may come back to those; 4. compare labels of exits
//! and headers for irreducible cycles around the branch.
//!
//! Where only joins are asked for (not in the sound mode, which asks for labels of edges), blocks that are dominated by
//! the one looked at are passed over, by its dominance frontier in the graph with edges from headers to exits: else each
//! of many branches with a way to the end of the function would lead there step by step.
//!
//! Threads that leave a cycle and come back to its header have new counts in it and never meet those that stayed. LLVM
//! has that for nests of reducible cycles; here it holds as well for a reducible cycle in irreducible ones if it is *firm*:
//! it stays a cycle whatever headers those have.

use std::collections::BinaryHeap;

use super::possible::is_firm;
use super::{Context, Mode};
use crate::cfg::{CycleId, Cycles, Node};

/// What is not labelled.
const NONE: Node = Node::MAX;

/// What the paths from a branch lead to.
#[derive(Clone, Default, Debug)]
pub struct Joins {
    /// Blocks where paths meet.
    pub joins: Vec<Node>,
    /// Blocks after a cycle around the branch that threads come to at different times.
    pub exits: Vec<Node>,
}

/// Headers that threads may come to again, and where they go from there at another time than those that did not.
pub struct Round<'a> {
    /// The headers: one of them is that of the cycle.
    pub headers: &'a [Node],
    /// The blocks after the cycle.
    pub exits: Vec<Node>,
}

/// The labels of the branch looked at last.
pub struct Labels {
    branch: Node,
    labels: Vec<Node>,
    /// The blocks with labels.
    labelled: Vec<Node>,
    /// The numbers of blocks whose label is new.
    fresh: BinaryHeap<u32>,
    is_fresh: Vec<bool>,
    /// By block: whether it is in `found` already.
    is_join: Vec<bool>,
    is_exit: Vec<bool>,
    /// By cycle: how many blocks with labels there are, for largest irreducible cycles.
    n_labelled: Vec<u32>,
    /// By cycle: whether it is firm, if that was asked.
    is_firm: Vec<Option<bool>>,
    /// The cycle that labels are not passed out of yet: one that may be passed on again there would be another one.
    held: Option<CycleId>,
    found: Joins,
}

impl Labels {
    /// For the graph of `context`.
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

    /// The label with which threads come to `block`: that of the header of the largest reducible cycle around it, without
    /// the branch.
    pub fn label_at(&self, context: &Context, block: Node) -> Option<Node> {
        let cycles = &context.cycles;
        let apart = cycles.around(block).take_while(|&cycle| !cycles.contains(cycle, self.branch));
        let unlabelled = apart.filter(|&cycle| cycles[cycle].is_reducible()).last();
        self.label(unlabelled.map_or(block, |cycle| cycles[cycle].header()))
    }

    /// The blocks with labels, in the order in which they got them.
    pub fn labelled(&self) -> &[Node] {
        &self.labelled
    }

    /// Labels the blocks that the branch at the end of `branch` leads to. In LLVM's mode a branch in the header of a
    /// reducible cycle does not pass on what comes back to it. What comes to headers of `rounds` goes on to their exits.
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

    /// Pushes the labels of the headers of `round` to those exits that are so; whether one is new there.
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

    /// Pushes labels as long as there are new ones.
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

    /// Pushes the labels that were held.
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

    /// Whether labels are passed on from `block` though there is no other new one; `irreducible` is around the branch.
    fn goes_on(&self, context: &Context, irreducible: Option<CycleId>, block: Node) -> bool {
        if context.mode != Mode::Sound {
            return irreducible.is_some_and(|cycle| context.cycles.contains(cycle, block));
        }
        // Of the ways through an irreducible cycle some may be dead, and then its header need not be on all others; and
        // another walk may make it a header of other cycles.
        let largest = context.largest_irreducible(block);
        let is_around = |cycle| context.cycles.contains(cycle, self.branch);
        largest.is_some_and(|cycle| is_around(cycle) || self.n_labelled[cycle as usize] > 1)
    }

    /// Forgets the last branch.
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

    /// Whether nothing of what `block` dominates can be a join, and no label there is asked for: labels come into it by
    /// `block` alone. Irreducible cycles around are left to the long way, since there the order matters to LLVM.
    fn is_passed_whole(&self, context: &Context, block: Node) -> bool {
        let cycles = &context.cycles;
        let is_apart = |cycle: CycleId| cycles[cycle].header() != block || !cycles.contains(cycle, self.branch);
        context.frontiers.is_some()
            && block != self.branch
            && cycles.innermost(block).is_none_or(is_apart)
            && context.largest_irreducible(block).is_none()
            && context.largest_irreducible(self.branch).is_none()
    }

    /// Pushes the label of `block` to where edges lead from all that it dominates.
    fn pass_over(&mut self, context: &Context, block: Node) {
        let label = self.labels[block as usize];
        for &to in context.frontiers.iter().flat_map(|frontiers| &frontiers[block as usize]) {
            if self.push(context, block, to, label) {
                self.add_join(to);
            }
        }
    }

    /// Pushes the label of `block` to where it goes next, to blocks that are so.
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

    /// Whether the label of `header` goes into its cycle as well, which is around the branch: where other hierarchies do
    /// not have the cycle, threads go on there together with those that did not come to the header.
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

    /// Brings `label` from `from` to `block`; whether it meets another one there.
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

    /// Whether the edge leads back to the header of a firm cycle around the branch, from outside.
    pub fn comes_back(&mut self, context: &Context, from: Node, to: Node) -> bool {
        let cycles = &context.cycles;
        let Some(cycle) = cycles.innermost(to).filter(|_| context.order.is_reducible_header(to)) else { return false };
        if cycles.contains(cycle, from) || !cycles.contains(cycle, self.branch) {
            return false;
        }
        self.is_firm(context, cycle)
    }

    /// Whether `label` is that of one way of the branch, where no other one comes to.
    pub fn is_way(&self, context: &Context, label: Node) -> bool {
        context.flow.cfg.successors(self.branch).contains(&label) && !self.is_join[label as usize]
    }

    /// Whether the edge leads back to a block that is no join and gave its label to those that come by the edge: they were
    /// there since the branch, and come at another time than those that come for the first time.
    pub fn comes_again(&self, from: Node, to: Node) -> bool {
        from != self.branch && self.label(from) == Some(to) && !self.is_join[to as usize]
    }

    /// Whether the edge leads back to the one block by which paths from the branch come into an irreducible cycle, which
    /// the branch is not in: what is ahead of it is new to all that come there, at whatever time, as at a header.
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
            // What has no label is forgotten as well.
            if self.labels[block as usize] == NONE {
                self.labelled.push(block);
            }
        }
    }
}

/// The largest cycle around `cycle` with no reducible one up to it.
fn outermost_irreducible(cycles: &Cycles, cycle: Option<CycleId>) -> Option<CycleId> {
    cycles.outward(cycle).take_while(|&cycle| !cycles[cycle].is_reducible()).last()
}

/// The cycle that has to be taken for divergent because paths from a divergent branch at `branch` meet at `join`.
///
/// Whether threads are converged in an irreducible cycle depends on how they entered it: they have to come to it
/// together, or part and meet after its header only ("diverged entry").
pub fn divergent_cycle(context: &Context, branch: Node, join: Node) -> Option<CycleId> {
    let cycles = &context.cycles;
    internal_divergent_cycle(context, branch, join).or_else(|| cycle_entered_apart(cycles, branch, join))
}

/// The largest cycle around both `branch` and `join` whose header does not come before the join.
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

/// The cycle that is taken for divergent, by whatever hierarchy, because paths from a divergent branch at `branch` meet at
/// `join`: the largest one that the branch is not in, if it has several entries.
///
/// Paths that meet in a cycle that the branch is in do not make it divergent, though LLVM has it so, see
/// [`super::sound`].
pub fn cycle_entered_apart(cycles: &Cycles, branch: Node, join: Node) -> Option<CycleId> {
    let apart = cycles.around(join).take_while(|&cycle| !cycles.contains(cycle, branch));
    apart.last().filter(|&cycle| !cycles[cycle].is_reducible())
}
