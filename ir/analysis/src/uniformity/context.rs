//! The graph of a program with the analyses that the propagation needs.

use super::decisions::Decisions;
use super::flow::Flow;
use super::order::ModifiedPostOrder;
use super::possible::{PossibleCycle, PossibleCycles};
use crate::cfg::frontiers::dominance_frontiers;
use crate::cfg::{Cfg, CycleId, Cycles, DfsOrder, DominatorTree, Node};

/// The rules of the analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// Sound: a value reported as uniform is uniform.
    #[default]
    Sound,
    /// The results of LLVM 22.1.8.
    Llvm,
    /// LLVM's rules with their known faults corrected: the reference for the precision of the sound mode.
    Repaired,
}

/// The graph of a program with the analyses that the propagation needs.
pub struct Context<'a> {
    /// The program.
    pub flow: &'a Flow,
    /// The rules of the analysis.
    pub mode: Mode,
    /// Its cycles.
    pub cycles: Cycles,
    /// Its blocks, cycles as units.
    pub order: ModifiedPostOrder,
    /// By cycle: the largest irreducible cycle around it, or itself.
    largest_irreducible: Vec<Option<CycleId>>,
    /// The cycles of all hierarchies.
    possible: PossibleCycles,
    /// By block: its dominance frontier for labels; `None` in the mode that needs the labels of edges.
    pub(super) frontiers: Option<Vec<Vec<Node>>>,
    /// Dead edges, and the dominators along the others. For LLVM no edge is dead.
    pub decisions: Decisions,
}

impl<'a> Context<'a> {
    /// The context of `flow`, with the hierarchy of cycles that `order` leads to.
    pub fn new(flow: &'a Flow, order: DfsOrder, mode: Mode) -> Self {
        let cycles = Cycles::new(&flow.cfg, order);
        let order = ModifiedPostOrder::new(&flow.cfg, &cycles);
        let decisions = match mode {
            Mode::Sound => Decisions::new(flow, &cycles),
            Mode::Llvm | Mode::Repaired => Decisions::undecided(flow),
        };
        let mut largest_irreducible = vec![None; cycles.ids().len()];
        for cycle in cycles.preorder() {
            let around = cycles[cycle].parent.and_then(|parent| largest_irreducible[parent as usize]);
            largest_irreducible[cycle as usize] = around.or((!cycles[cycle].is_reducible()).then_some(cycle));
        }
        let frontiers = (mode != Mode::Sound).then(|| label_frontiers(flow, &cycles));
        let possible = PossibleCycles::new(cycles.ids().len());
        Self { flow, mode, cycles, order, largest_irreducible, possible, frontiers, decisions }
    }

    /// The largest cycle around `block` that has several entries.
    pub fn largest_irreducible(&self, block: Node) -> Option<CycleId> {
        self.cycles.innermost(block).and_then(|cycle| self.largest_irreducible[cycle as usize])
    }

    /// The possible cycles in `outer`, an outermost irreducible cycle, including itself; `None` if they are too many.
    pub(super) fn possible_inside(&self, outer: CycleId) -> Option<&[PossibleCycle]> {
        self.possible.inside(&self.flow.cfg, &self.order, &self.cycles, outer)
    }

    /// The blocks outside of `cycle` that have a predecessor inside.
    pub fn exits(&self, cycle: CycleId) -> impl Iterator<Item = Node> + '_ {
        let is_left_to = move |&to: &Node| {
            let is_taken = |&from: &Node| {
                self.cycles.contains(cycle, from) && !self.decisions.is_dead_between(self.flow, from, to)
            };
            !self.decisions.has_dead_edges() || self.flow.cfg.predecessors(to).iter().any(is_taken)
        };
        self.cycles[cycle].exits.iter().copied().filter(is_left_to)
    }

    /// The dominators of the reachable blocks.
    pub fn dominators(&self) -> &DominatorTree {
        self.decisions.dominators()
    }
}

/// Dominance frontiers in the graph that labels propagate in: headers of reducible cycles lead to the exits as well.
fn label_frontiers(flow: &Flow, cycles: &Cycles) -> Vec<Vec<Node>> {
    let mut lists: Vec<Vec<Node>> = flow.cfg.blocks().map(|block| flow.cfg.successors(block).to_vec()).collect();
    for cycle in cycles.ids().filter(|&cycle| cycles[cycle].is_reducible()) {
        lists[cycles[cycle].header() as usize].extend(&cycles[cycle].exits);
    }
    let graph = Cfg::new(&lists);
    dominance_frontiers(&graph, &DominatorTree::new(&graph))
}
