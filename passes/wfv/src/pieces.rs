//! Pieces of a function that only some lanes run.
//!
//! A *piece* is what one way of a branch at which lanes part leads to, and nothing else does: it begins at a block with one
//! predecessor, has all blocks that this one dominates, and all of it goes on to one block outside, its *exit*. What it
//! computes for others are the arguments of the exit. Pieces do not overlap; of nested ones the outermost that costs enough
//! is taken.

use rmlir::analysis::cfg::Node;
use rmlir::prelude::*;
use rustc_hash::FxHashSet;

use crate::cost;
use crate::graph::{Condition, Graph};
use crate::lanes::Lanes;
use crate::plan::Plan;

/// A piece, by the blocks of the function.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The block with the branch.
    pub from: BlockId,
    /// The way of the branch that leads to the piece: 0 if its bit is set.
    pub way: usize,
    /// Its blocks, each after those that dominate it.
    pub blocks: Vec<BlockId>,
    /// Where all of it goes on.
    pub exit: BlockId,
    /// By argument of the exit: the value from outside that every way out of the piece passes, if it is the same one.
    pub passed: Vec<Option<Value>>,
}

impl Piece {
    /// The first block.
    pub fn first(&self) -> BlockId {
        self.blocks[0]
    }
}

/// The pieces of a function that cost at least `least`, loops in them taken to run some turns.
pub fn pieces(plan: &Plan, least: u64) -> Vec<Piece> {
    let Plan { graph, lanes, .. } = plan;
    let mut found = Vec::new();
    let mut taken: FxHashSet<Node> = FxHashSet::default();
    for first in graph.dominators.preorder() {
        if taken.contains(&first) {
            continue;
        }
        let Some((from, way)) = entry(graph, lanes, first) else { continue };
        let nodes: Vec<Node> =
            graph.dominators.preorder().filter(|&node| graph.dominators.dominates(first, node)).collect();
        if cost::of_nodes(graph, lanes, &nodes, lanes.cycles.innermost(from)) < least {
            continue;
        }
        // What ends in the piece does not go on to its exit.
        let Some((exit, passed)) = exit(graph, lanes, &nodes).filter(|_| !nodes.contains(&graph.end)) else { continue };
        let block = |node: Node| graph.block(node).expect("the end is in no piece");
        let blocks = nodes.iter().map(|&node| block(node)).collect();
        found.push(Piece { from: block(from), way, blocks, exit: block(exit), passed });
        taken.extend(nodes);
    }
    found
}

/// The branch on a bit that leads to `first`, if that is the only way there and lanes part at it.
fn entry(graph: &Graph, lanes: &Lanes, first: Node) -> Option<(Node, usize)> {
    let [(from, way)] = graph.incoming[first as usize][..] else { return None };
    let is_on_bit = matches!(graph.edges[from as usize][way].condition, Condition::Bit(..));
    (is_on_bit && first != graph.end && lanes.is_divergent[from as usize]).then_some((from, way))
}

/// The one node that `nodes` lead to, with what is passed to it from outside, if all that lanes bring may be different in
/// each of them and vectors hold it.
fn exit(graph: &Graph, lanes: &Lanes, nodes: &[Node]) -> Option<(Node, Vec<Option<Value>>)> {
    let inside: FxHashSet<Node> = nodes.iter().copied().collect();
    let ways = || nodes.iter().flat_map(|&node| &graph.edges[node as usize]).filter(|edge| !inside.contains(&edge.to));
    let exit = ways().next()?.to;
    let block = graph.block(exit).filter(|_| ways().all(|edge| edge.to == exit))?;
    let mut passed = Vec::new();
    for (at, &argument) in graph.body.args(block).iter().enumerate() {
        let first = ways().next()?.passed[at];
        let is_outside = !inside.contains(&graph.node_of(first));
        let common = Some(first).filter(|_| is_outside && ways().all(|edge| edge.passed[at] == first));
        let ty = graph.body.ty(argument);
        let is_held = lanes.shape(argument).is_varying()
            && (ty.int_or_index_width(graph.body.cx()).is_some() || ty.float_kind(graph.body.cx()).is_some());
        if common.is_none() && !is_held {
            return None;
        }
        passed.push(common);
    }
    Some((exit, passed))
}
