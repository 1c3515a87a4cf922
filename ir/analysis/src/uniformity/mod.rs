//! Uniformity analysis: values that are the same for all converged threads.
//!
//! Threads execute the same program; those that are at the same instruction, in the same iteration of every cycle
//! around it, are *converged* there. A value is *uniform* if it is always the same for converged threads, else
//! *divergent*; a branch is divergent if they may take different edges. The terms and the rules of convergence are
//! LLVM's ("Convergence and Uniformity"); the propagation extends Rosemann, Moll and Hack ("An Abstract Interpretation
//! for SPMD Divergence on Reducible Control Flow Graphs", 2021) to irreducible graphs.
//!
//! [`flow`] is the representation of a program that is analysed: blocks, and per block its phis, instructions and
//! terminator. Structured operations become blocks and edges of it, so that both kinds of control flow have the same
//! results. [`from_ir`] converts a function to it, and [`source`] has the interfaces by which operations declare their
//! uniformity. [`order`] numbers blocks so that nested cycles are units; [`sync`] finds the joins of a divergent
//! branch, and `possible` the cycles that some walk finds; [`llvm`] and [`sound`] propagate divergence with these: the
//! first reproduces LLVM 22.1.8 with its faults, the second is sound and more precise; it uses `variance` for values
//! that vary between iterations, `leaving` for the exits of cycles, and [`decisions`] for dead edges. [`result`] holds
//! the results. [`convergence`] has the rules of convergence control tokens.

pub mod convergence;
pub mod decisions;
pub mod flow;
pub mod from_ir;
mod leaving;
pub mod llvm;
pub mod order;
mod possible;
pub mod result;
pub mod sound;
pub mod source;
pub mod sync;
mod variance;

pub use self::flow::{Flow, FlowBuilder, Input, Item, ItemId, ItemKind, Nature};
pub use self::from_ir::FunctionFlow;
pub use self::result::{Cause, Uniformity};
pub use self::source::{InferArgumentUniformity, InferUniformity, Target};

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
    pub order: order::ModifiedPostOrder,
    /// By cycle: the largest irreducible cycle around it, or itself.
    largest_irreducible: Vec<Option<CycleId>>,
    /// The cycles of all hierarchies.
    possible: possible::PossibleCycles,
    /// By block: its dominance frontier for labels; `None` in the mode that needs the labels of edges.
    frontiers: Option<Vec<Vec<Node>>>,
    /// Dead edges, and the dominators along the others. For LLVM no edge is dead.
    pub decisions: decisions::Decisions,
}

impl<'a> Context<'a> {
    /// The context of `flow`, with the hierarchy of cycles that `order` leads to.
    pub fn new(flow: &'a Flow, order: DfsOrder, mode: Mode) -> Self {
        let cycles = Cycles::new(&flow.cfg, order);
        let order = order::ModifiedPostOrder::new(&flow.cfg, &cycles);
        let decisions = match mode {
            Mode::Sound => decisions::Decisions::new(flow, &cycles),
            Mode::Llvm | Mode::Repaired => decisions::Decisions::undecided(flow),
        };
        let mut largest_irreducible = vec![None; cycles.ids().len()];
        for cycle in cycles.preorder() {
            let around = cycles[cycle].parent.and_then(|parent| largest_irreducible[parent as usize]);
            largest_irreducible[cycle as usize] = around.or((!cycles[cycle].is_reducible()).then_some(cycle));
        }
        let frontiers = (mode != Mode::Sound).then(|| label_frontiers(flow, &cycles));
        let possible = possible::PossibleCycles::new(cycles.ids().len());
        Self { flow, mode, cycles, order, largest_irreducible, possible, frontiers, decisions }
    }

    /// The largest cycle around `block` that has several entries.
    pub fn largest_irreducible(&self, block: Node) -> Option<CycleId> {
        self.cycles.innermost(block).and_then(|cycle| self.largest_irreducible[cycle as usize])
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

/// Analyses `flow`.
pub fn analyze(flow: &Flow, mode: Mode) -> Uniformity {
    analyze_with(Context::new(flow, DfsOrder::LastFirst, mode))
}

/// As [`analyze`], by the hierarchy of cycles in `context`.
pub fn analyze_with(context: Context) -> Uniformity {
    match context.mode {
        Mode::Llvm | Mode::Repaired => llvm::analyze(context),
        Mode::Sound => sound::analyze(context),
    }
}
