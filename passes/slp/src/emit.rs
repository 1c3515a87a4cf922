//! Code generation for a tree.

use rmlir::core::effects::is_trivially_dead;
use rmlir::prelude::*;
use rmlir_arith::ConstantOp;
use rmlir_vector::{BroadcastOp, FromElementsOp, LoadOp, ShuffleOp, StoreOp};

use crate::cost::is_in_order;
use crate::place::subscripts;
use crate::tree::{Kind, Node, Tree};

/// Inserts vector operations before `last`, the last store of the tree, and erases dead operations.
pub fn emit(rw: &mut Rewriter, tree: &Tree, last: OpId) {
    rw.before(last);
    let loc = rw.loc(last);
    rw.set_loc(loc);
    let mut made: Vec<Value> = Vec::with_capacity(tree.nodes.len());
    for node in &tree.nodes {
        let vector = vector(rw, node, &made);
        made.push(vector);
    }
    let (memref, indices) = subscripts(rw, tree.stores[0]).expect("a seed is of stores");
    let stored = *made.last().expect("something is stored");
    rw.create(StoreOp::build(stored, memref, &indices));
    let mut old: Vec<OpId> = tree.ops(rw).collect();
    for &store in &tree.stores {
        rw.erase(store);
    }
    // Users come later.
    old.sort();
    old.dedup();
    loop {
        let dead: Vec<OpId> = old.iter().copied().filter(|&op| is_trivially_dead(OpRef::new(rw, op))).collect();
        if dead.is_empty() {
            break;
        }
        old.retain(|op| !dead.contains(op));
        dead.into_iter().for_each(|op| _ = rw.erase(op));
    }
}

fn vector(rw: &mut Rewriter, node: &Node, made: &[Value]) -> Value {
    let cx = rw.cx();
    let ty = cx.vector_type(&[node.values.len() as i64], rw.ty(node.values[0]));
    match &node.kind {
        Kind::Constant(attr) => rw.value(ConstantOp::build(*attr)),
        Kind::Same(value) => rw.value(BroadcastOp::build(ty, *value)),
        Kind::Apart => rw.value(FromElementsOp::build(ty, &node.values)),
        Kind::Row { first, lanes } => {
            let (memref, indices) = subscripts(rw, *first).expect("a row is of loads");
            let row = rw.value(LoadOp::build(ty, memref, &indices));
            match is_in_order(lanes) {
                true => row,
                false => rw.value(ShuffleOp::build(row, row, cx.i64_array(lanes))),
            }
        }
        Kind::Together(nodes) => {
            let op = rw.defining_op(node.values[0]).expect("it is made by an operation");
            let operands: Vec<Value> = nodes.iter().map(|&node| made[node]).collect();
            let mut state = OpState::new(rw.name(op)).at(rw.loc(op)).operands(&operands).results(&[ty]);
            state.no_inference = true;
            state.props = rw.props(op).to_vec().into();
            let made = rw.create_state(state);
            rw.result(made, 0)
        }
    }
}
