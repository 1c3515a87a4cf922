//! How many registers vectors need at a time.

use rmlir::analysis::cfg::Node;
use rmlir::prelude::*;
use rustc_hash::FxHashSet;

use crate::plan::Plan;
use crate::targets::Target;

/// The most vector registers that values which vary take at the start of a node, each as many as its lanes fill; those in
/// which operations work in between are not counted.
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

/// How many registers a value for each lane takes.
pub fn of_value(body: &Body, value: Value, n_lanes: i64, target: Target) -> u64 {
    of_type(body.cx(), body.ty(value), n_lanes, target)
}

/// How many registers a value of this type for each lane takes.
pub fn of_type(cx: &Context, ty: Type, n_lanes: i64, target: Target) -> u64 {
    let width = ty.int_or_index_width(cx).or(ty.float_kind(cx).map(|kind| kind.width())).unwrap_or(64);
    // Bits are kept as long as what is computed beside them.
    let width = if width == 1 { target.mask_bits } else { width };
    let lanes = target.lanes(width);
    (n_lanes.unsigned_abs()).div_ceil(lanes.unsigned_abs()).max(1)
}

/// The nodes at whose start a value made in `made` is needed.
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
