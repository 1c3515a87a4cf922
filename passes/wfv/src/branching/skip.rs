//! Branches around blocks without active lanes: BOSCC, "branch on superword condition code" (Shin, Hall, Chame, 2009).
//!
//! Candidates are nodes whose only incoming edge is from a divergent branch: such a node dominates a contiguous part of
//! the linear order, which is skipped as a whole if no lane waits at the node. It is profitable if that part is
//! expensive; the costs of operations are those of the Region Vectorizer.

use rmlir::analysis::cfg::Node;

use crate::analysis::blocks::Blocks;
use crate::analysis::graph::Graph;
use crate::analysis::lanes::Lanes;
use crate::cost::operations;

/// Finds the nodes that are skipped with all nodes that they dominate: those with a cost of at least `least`.
pub fn find_skipped(graph: &Graph, lanes: &Lanes, blocks: &mut Blocks, least: u64) {
    let mut costs: Vec<u64> = graph.cfg.blocks().map(|node| operations::of_node(graph, lanes, node)).collect();
    let order: Vec<Node> = graph.dominators.preorder().collect();
    for &node in order.iter().rev() {
        if let Some(parent) = graph.dominators.parent(node) {
            costs[parent as usize] += costs[node as usize];
        }
    }
    for &node in &order {
        blocks.is_skipped[node as usize] = is_candidate(graph, lanes, blocks, node) && costs[node as usize] >= least;
    }
}

fn is_candidate(graph: &Graph, lanes: &Lanes, blocks: &Blocks, node: Node) -> bool {
    let [(from, _)] = graph.incoming[node as usize][..] else { return false };
    lanes.is_divergent[from as usize]
        && node != graph.end
        && !blocks.is_by_all[node as usize]
        && blocks.same_mask[node as usize].is_none()
        && lanes.cycles.innermost(from) == lanes.cycles.innermost(node)
}
