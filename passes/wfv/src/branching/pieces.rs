//! Pieces: parts of a function that only some lanes execute.
//!
//! A *piece* is a single-entry single-exit part behind one successor of a divergent branch: it begins at a block with
//! one predecessor, consists of all blocks that this block dominates, and all its exit edges lead to one block outside,
//! its *exit*. Its live-out values are the arguments of the exit. Pieces do not overlap; of nested ones the outermost
//! that is expensive enough is chosen.

use rmlir::analysis::cfg::Node;
use rmlir::prelude::*;
use rustc_hash::FxHashSet;

use crate::analysis::graph::{Condition, Graph};
use crate::analysis::lanes::Lanes;
use crate::analysis::plan::Plan;
use crate::cost::operations;

/// A piece, by the blocks of the function.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The block with the divergent branch.
    pub from: BlockId,
    /// The index of the successor that begins the piece: 0 if it is taken on a set bit.
    pub way: usize,
    /// Its blocks, in an order in which dominators come first.
    pub blocks: Vec<BlockId>,
    /// The exit block.
    pub exit: BlockId,
    /// By argument of the exit: the value from outside that every exit edge passes, if it is the same one.
    pub passed: Vec<Option<Value>>,
}

impl Piece {
    /// The first block.
    pub fn first(&self) -> BlockId {
        self.blocks[0]
    }
}

/// The pieces of a function with a cost of at least `least`, weighted by assumed trip counts.
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
        if operations::of_nodes(graph, lanes, &nodes, lanes.cycles.innermost(from)) < least {
            continue;
        }
        // A piece that contains the end of the function has no exit.
        let Some((exit, passed)) = exit(graph, lanes, &nodes).filter(|_| !nodes.contains(&graph.end)) else { continue };
        let block = |node: Node| graph.block(node).expect("the end is in no piece");
        let blocks = nodes.iter().map(|&node| block(node)).collect();
        found.push(Piece { from: block(from), way, blocks, exit: block(exit), passed });
        taken.extend(nodes);
    }
    found
}

/// The conditional branch to `first`, if it is the only predecessor edge and divergent.
fn entry(graph: &Graph, lanes: &Lanes, first: Node) -> Option<(Node, usize)> {
    let [(from, way)] = graph.incoming[first as usize][..] else { return None };
    let is_on_bit = matches!(graph.edges[from as usize][way].condition, Condition::Bit(..));
    (is_on_bit && first != graph.end && lanes.is_divergent[from as usize]).then_some((from, way))
}

/// The unique exit node of `nodes`, with the values from outside passed to it, if all its arguments may vary and have
/// element types of vectors.
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
