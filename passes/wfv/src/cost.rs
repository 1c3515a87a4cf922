//! What operations cost, in the unit of the Region Vectorizer: one for arithmetic.

use rmlir::analysis::cfg::{CycleId, Node};
use rmlir::core::effects::is_memory_effect_free;
use rmlir::prelude::*;
use rmlir_memref::{LoadOp, StoreOp};

use crate::graph::Graph;
use crate::lanes::Lanes;

/// An access to elements that are apart, a call, or what nothing is known of.
const DEAR: u64 = 8;

/// An access to elements that follow each other.
const ROW: u64 = 2;

/// How often a loop is taken to run that is not known to run in another way.
pub const TURNS: u64 = 8;

/// What the operations of a node cost for all lanes, once.
pub fn of_node(graph: &Graph, lanes: &Lanes, node: Node) -> u64 {
    graph.ops(node).map(|op| of_op(graph, lanes, op)).sum()
}

/// What an operation costs for all lanes.
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

/// What nodes cost for all lanes, those in cycles as often as these are taken to run; only cycles below `around` count.
pub fn of_nodes(graph: &Graph, lanes: &Lanes, nodes: &[Node], around: Option<CycleId>) -> u64 {
    let depth = |node: Node| lanes.cycles.around(node).take_while(|&cycle| Some(cycle) != around).count() as u32;
    let of = |&node: &Node| of_node(graph, lanes, node).saturating_mul(TURNS.saturating_pow(depth(node)));
    nodes.iter().map(of).fold(0, u64::saturating_add)
}
