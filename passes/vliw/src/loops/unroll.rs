//! Unrolling before scheduling.
//!
//! An initiation interval is an integer number of cycles, but its bound need not be: three operations on two units take
//! one and a half cycles, as does a circuit of three cycles with distance two, and no interval is less than the latency
//! of the machine's branch. The bound of an unrolled loop is rounded only once. The first nodes of the unrolled loop
//! are those of the first iteration, followed by those of the next ones; there is one branch.

use rmlir_modulo::{Edge, Machine, mii};
use rmlir_vliw::Model;

use crate::loops::loop_body::{LoopBody, Node, Operand};
use crate::schedule::dependences::graph;

/// The maximum number of nodes of an unrolled loop: registers and code grow with it.
const MAX_NODES: usize = 96;

/// The unroll factors, up to `most`, that are worth trying: the one with the minimum bound per iteration first, then 1.
pub fn factors(of: &LoopBody, model: &Model, machine: &Machine, most: usize) -> Vec<usize> {
    let may = of.goes_on.is_none() && of.slots.is_empty();
    let most = if may { most.min(MAX_NODES / of.nodes.len().max(1)) } else { 1 };
    let bound = |factor: usize| mii::mii(&graph(&unrolled(of, factor), model), machine).ok();
    let known: Vec<(usize, i64)> = (1..=most.max(1)).filter_map(|factor| Some((factor, bound(factor)?))).collect();
    // The bounds per iteration, compared as fractions.
    let is_less = |a: (usize, i64), b: (usize, i64)| a.1 * (b.0 as i64) < b.1 * (a.0 as i64);
    let best = known.iter().copied().reduce(|best, next| if is_less(next, best) { next } else { best });
    let mut factors: Vec<usize> = best.iter().map(|best| best.0).chain([1]).collect();
    factors.dedup();
    factors
}

/// Unrolls a loop by `factor`. It is a counted loop without spills.
pub fn unrolled(of: &LoopBody, factor: usize) -> LoopBody {
    if factor == 1 {
        return of.clone();
    }
    let places = Places::new(of, factor);
    let mut nodes = Vec::new();
    for turn in 0..factor {
        let own = of.nodes.iter().enumerate().filter(|(number, _)| *number != of.branch);
        nodes.extend(own.map(|(_, node)| places.moved(node, turn)));
    }
    let branch = nodes.len();
    nodes.push(of.nodes[of.branch].clone());
    let mut changed = LoopBody { nodes, branch, unrolled: factor as i64, ..of.clone() };
    changed.carried.iter_mut().for_each(|carried| carried.node = places.at(carried.node, factor - 1));
    changed.memory = of.memory.iter().flat_map(|edge| (0..factor).map(|turn| places.edge(edge, turn))).collect();
    changed
}

/// The mapping of nodes to the unrolled loop.
struct Places {
    /// The number of nodes of an iteration, without the branch.
    n_nodes: usize,
    branch: usize,
    factor: i64,
}

impl Places {
    fn new(of: &LoopBody, factor: usize) -> Self {
        Self { n_nodes: of.nodes.len() - 1, branch: of.branch, factor: factor as i64 }
    }

    fn at(&self, node: usize, turn: usize) -> usize {
        turn * self.n_nodes + node - usize::from(node > self.branch)
    }

    /// The iteration at `distance` after (or, if it is negative, before) iteration `turn` of an unrolled iteration: its
    /// index there, and the distance in unrolled iterations.
    fn beyond(&self, turn: usize, distance: i64) -> (usize, i64) {
        let iteration = turn as i64 + distance;
        (iteration.rem_euclid(self.factor) as usize, iteration.div_euclid(self.factor))
    }

    fn moved(&self, node: &Node, turn: usize) -> Node {
        let mut moved = node.clone();
        for operand in moved.operands.iter_mut().chain(&mut moved.guard) {
            if let Operand::Node { node, distance } = operand {
                let (of, behind) = self.beyond(turn, -i64::from(*distance));
                *operand = Operand::Node { node: self.at(*node, of), distance: behind.unsigned_abs() as u32 };
            }
        }
        moved
    }

    fn edge(&self, edge: &Edge, turn: usize) -> Edge {
        let (to, distance) = self.beyond(turn, i64::from(edge.distance));
        Edge { from: self.at(edge.from, turn), to: self.at(edge.to, to), distance: distance as u32, ..*edge }
    }
}
