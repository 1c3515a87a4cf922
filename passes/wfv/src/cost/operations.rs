//! The cost model of operations, in the unit of the Region Vectorizer: one for an arithmetic operation.

use rmlir::analysis::cfg::{CycleId, Node};
use rmlir::core::effects::is_memory_effect_free;
use rmlir::prelude::*;
use rmlir_memref::{LoadOp, StoreOp};

use crate::analysis::graph::Graph;
use crate::analysis::lanes::Lanes;

/// The cost of a non-contiguous access, a call, or an unknown operation.
const DEAR: u64 = 8;

/// The cost of a contiguous access.
const ROW: u64 = 2;

/// The assumed trip count of a loop whose trip count is unknown.
pub const TURNS: u64 = 8;

/// The cost of the operations of a node for all lanes, executed once.
pub fn of_node(graph: &Graph, lanes: &Lanes, node: Node) -> u64 {
    graph.ops(node).map(|op| of_op(graph, lanes, op)).sum()
}

/// The cost of an operation for all lanes.
pub fn of_op(graph: &Graph, lanes: &Lanes, op: OpId) -> u64 {
    let view = OpRef::new(graph.body, op);
    let n_data = match () {
        () if view.is::<LoadOp>() => 1,
        () if view.is::<StoreOp>() => 2,
        () if is_memory_effect_free(view) => return 1,
        () => return DEAR,
    };
    let mut indices = graph.body.operands(op).skip(n_data);
    match indices.all(|index| lanes.shape(index).stride.is_some()) {
        true => ROW,
        false => DEAR,
    }
}

/// The cost of nodes for all lanes, weighted by the assumed trip counts of their cycles; only cycles inside `around`
/// count.
pub fn of_nodes(graph: &Graph, lanes: &Lanes, nodes: &[Node], around: Option<CycleId>) -> u64 {
    let depth = |node: Node| lanes.cycles.around(node).take_while(|&cycle| Some(cycle) != around).count() as u32;
    let of = |&node: &Node| of_node(graph, lanes, node).saturating_mul(TURNS.saturating_pow(depth(node)));
    nodes.iter().map(of).fold(0, u64::saturating_add)
}
