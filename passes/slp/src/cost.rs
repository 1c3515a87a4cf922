//! The cost model: the number of operations that are removed, and of those that are added.
//!
//! Each scalar operation has cost one, and so does each operation on a vector register. An operation with other users
//! remains and does not count.

use rmlir::prelude::*;
use rmlir_wfv_passes::targets::Target;
use rustc_hash::FxHashSet;

use crate::tree::{Kind, Node, Tree};

/// The number of operations that the vectors of `tree` save; less than 0 if there are more.
pub fn gain(body: &Body, tree: &Tree, target: Target) -> i64 {
    let gone = gone(body, tree);
    let n_stores = tree.width() as i64;
    let made: i64 = tree.nodes.iter().map(|node| cost(body, node, target)).sum();
    let store = n_registers(body, &tree.nodes[tree.nodes.len() - 1], target);
    n_stores + gone.len() as i64 - made - store
}

/// The operations that become dead: those whose users are all removed.
fn gone(body: &Body, tree: &Tree) -> FxHashSet<OpId> {
    let mut gone: FxHashSet<OpId> = tree.stores.iter().copied().collect();
    // Nodes are in topological order, so users come first from the end.
    for node in tree.nodes.iter().rev() {
        if !matches!(node.kind, Kind::Together(_) | Kind::Row { .. }) {
            continue;
        }
        for &value in &node.values {
            if body.users(value).all(|user| gone.contains(&user)) {
                gone.extend(body.defining_op(value));
            }
        }
    }
    tree.stores.iter().for_each(|store| _ = gone.remove(store));
    gone
}

fn n_registers(body: &Body, node: &Node, target: Target) -> i64 {
    let ty = body.ty(node.values[0]);
    let n_bits = ty.int_or_index_width(body.cx()).or_else(|| ty.float_kind(body.cx()).map(|kind| kind.width()));
    let lanes = target.lanes(n_bits.unwrap_or(64));
    (node.values.len() as i64 + lanes - 1) / lanes
}

fn cost(body: &Body, node: &Node, target: Target) -> i64 {
    let n_registers = n_registers(body, node, target);
    match &node.kind {
        // Constants are in registers, or folded into their users.
        Kind::Constant(_) => 0,
        Kind::Same(_) | Kind::Together(_) => n_registers,
        Kind::Row { lanes, .. } if is_in_order(lanes) => n_registers,
        Kind::Row { .. } => 2 * n_registers,
        Kind::Apart => node.values.len() as i64,
    }
}

/// Whether elements are in the order of lanes.
pub fn is_in_order(lanes: &[i64]) -> bool {
    lanes.iter().zip(0..).all(|(&lane, at)| lane == at)
}
