//! Register pressure: the number of vector registers needed at a time.

use rmlir::analysis::cfg::Node;
use rmlir::prelude::*;
use rustc_hash::FxHashSet;

use crate::analysis::plan::Plan;
use crate::targets::Target;

/// The maximum number of vector registers of live-in varying values of any node, each with as many registers as its
/// lanes fill; temporaries inside of a node are not counted.
pub fn n_registers(plan: &Plan, n_lanes: i64, target: Target) -> u64 {
    let graph = &plan.graph;
    let mut at_start: Vec<u64> = vec![0; graph.cfg.n_blocks()];
    for node in graph.reachable() {
        let Some(block) = graph.block(node) else { continue };
        let made = graph.ops(node).flat_map(|op| graph.body.results(op));
        for &value in graph.body.args(block).iter().chain(made) {
            if graph.constant(value).is_some() || !plan.lanes.shape(value).is_varying() {
                continue;
            }
            let n = of_value(graph.body, value, n_lanes, target);
            let is_argument = graph.body.defining_op(value).is_none();
            if is_argument {
                at_start[node as usize] += n;
            }
            live(plan, value, node).into_iter().for_each(|node| at_start[node as usize] += n);
        }
    }
    at_start.into_iter().max().unwrap_or(0)
}

/// The number of registers of a value with an element for each lane.
pub fn of_value(body: &Body, value: Value, n_lanes: i64, target: Target) -> u64 {
    of_type(body.cx(), body.ty(value), n_lanes, target)
}

/// The number of registers of a vector of this element type.
pub fn of_type(cx: &Context, ty: Type, n_lanes: i64, target: Target) -> u64 {
    let width = ty.int_or_index_width(cx).or(ty.float_kind(cx).map(|kind| kind.width())).unwrap_or(64);
    // Bits are kept as wide as the values computed beside them.
    let width = if width == 1 { target.mask_bits } else { width };
    let lanes = target.lanes(width);
    (n_lanes.unsigned_abs()).div_ceil(lanes.unsigned_abs()).max(1)
}

/// The live range of a value defined in `made`: the nodes that it is live-in at.
fn live(plan: &Plan, value: Value, made: Node) -> FxHashSet<Node> {
    let graph = &plan.graph;
    let mut found: FxHashSet<Node> = FxHashSet::default();
    let users = graph.body.users(value).filter_map(|user| graph.region.number(graph.body.block_of(user)?));
    let mut work: Vec<Node> = users.filter(|&user| user != made).collect();
    while let Some(node) = work.pop() {
        if found.insert(node) {
            work.extend(graph.cfg.predecessors(node).iter().copied().filter(|&before| before != made));
        }
    }
    found
}
