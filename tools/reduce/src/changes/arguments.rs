//! Removal of arguments and results.

use std::ops::Range;

use rmlir::core::arena::{BlockId, OpId, Value};
use rmlir::core::interfaces::BranchOp;
use rmlir::core::types::{Type, TypeData};
use rmlir::core::{Body, OpRef};
use rmlir_func::{FuncOp, ReturnOp};

use super::change::Change;
use super::stand_in::stand_in;

/// Replaces uses of a block argument by a stand-in.
pub struct Forget;

/// Drops unused arguments of functions, and of blocks that are successors.
pub struct DropUnused;

/// Drops the results of a function.
pub struct ReturnNothing;

fn blocks(body: &Body) -> Vec<BlockId> {
    let mut found = Vec::new();
    body.walk_preorder(body.root(), |op| {
        found.extend(body.regions(op).iter().flat_map(|&region| body.blocks(region)));
    });
    found
}

fn args(body: &Body, wanted: impl Fn(&Body, Value) -> bool) -> Vec<(BlockId, Value)> {
    let of_block = |block: BlockId| body.args(block).iter().map(move |&arg| (block, arg));
    blocks(body).into_iter().flat_map(of_block).filter(|&(_, arg)| wanted(body, arg)).collect()
}

fn used(body: &Body) -> Vec<(BlockId, Value)> {
    args(body, |body, arg| !body.is_unused(arg))
}

fn unused(body: &Body) -> Vec<(BlockId, Value)> {
    args(body, |body, arg| body.is_unused(arg))
}

impl Change for Forget {
    fn count(&self, body: &Body) -> usize {
        used(body).len()
    }

    fn apply(&self, body: &mut Body, which: Range<usize>) {
        for (_, arg) in used(body).drain(which) {
            if let Some(other) = stand_in(body, body.ty(arg)) {
                body.replace_all_uses(arg, other);
            }
        }
    }
}

impl Change for DropUnused {
    fn count(&self, body: &Body) -> usize {
        unused(body).len()
    }

    fn apply(&self, body: &mut Body, which: Range<usize>) {
        for (block, arg) in unused(body).drain(which).rev() {
            drop_arg(body, block, arg);
        }
    }
}

fn drop_arg(body: &mut Body, block: BlockId, arg: Value) {
    let Some(index) = body.args(block).iter().position(|&other| other == arg) else { return };
    if !body.is_entry(block) {
        return drop_passed(body, block, index);
    }
    let root = body.root();
    let is_function = OpRef::root(body).is::<FuncOp>() && body.block_parent_op(block) == Some(root);
    let attributes = [FuncOp::ARG_ATTRS, FuncOp::RES_ATTRS];
    if is_function && attributes.iter().all(|&slot| body.prop(root, slot).is_none()) {
        body.erase_arg(block, index);
        let inputs: Vec<Type> = body.args(block).iter().map(|&arg| body.ty(arg)).collect();
        let results = function_results(body);
        set_type(body, &inputs, &results);
    }
}

/// Drops argument `index` of `block`, and the operands that branches forward to it.
fn drop_passed(body: &mut Body, block: BlockId, index: usize) {
    let mut passing: Vec<(OpId, usize, Vec<Value>)> = Vec::new();
    for predecessor in body.predecessors(block).collect::<Vec<_>>() {
        let Some(end) = body.last_op(predecessor) else { return };
        let view = OpRef::new(body, end);
        let Some(branch) = view.interface::<dyn BranchOp>() else { return };
        for way in (0..body.n_successors(end)).filter(|&way| body.successor(end, way) == block) {
            let operands = branch.successor_operands(view, way);
            if operands.n_produced != 0 {
                return;
            }
            let mut values: Vec<Value> = operands.forwarded.map(|at| body.operand(end, at)).collect();
            values.remove(index);
            if !passing.iter().any(|(known, other, _)| (*known, *other) == (end, way)) {
                passing.push((end, way, values));
            }
        }
    }
    for (end, way, values) in passing {
        if let Some(branch) = body.interface::<dyn BranchOp>(end) {
            branch.set_successor_operands(body, end, way, &values);
        }
    }
    body.erase_arg(block, index);
}

fn function_results(body: &Body) -> Vec<Type> {
    let ty = body.prop(body.root(), FuncOp::FUNCTION_TYPE).and_then(|attr| attr.as_type(body.cx()));
    match ty.map(|ty| ty.data(body.cx())) {
        Some(TypeData::Function { results, .. }) => results.to_vec(),
        _ => Vec::new(),
    }
}

fn set_type(body: &mut Body, inputs: &[Type], results: &[Type]) {
    let ty = body.cx().function_type(inputs, results);
    let attr = body.cx().type_attr(ty);
    body.set_prop(body.root(), FuncOp::FUNCTION_TYPE, attr);
}

impl Change for ReturnNothing {
    fn count(&self, body: &Body) -> usize {
        usize::from(OpRef::root(body).is::<FuncOp>() && !function_results(body).is_empty())
    }

    fn apply(&self, body: &mut Body, _: Range<usize>) {
        let Some(entry) = body.entry(body.region(body.root(), 0)) else { return };
        let mut ends = Vec::new();
        body.walk_preorder(body.root(), |op| {
            if OpRef::new(body, op).is::<ReturnOp>() {
                ends.push(op);
            }
        });
        ends.into_iter().for_each(|end| body.set_operands(end, &[]));
        let inputs: Vec<Type> = body.args(entry).iter().map(|&arg| body.ty(arg)).collect();
        set_type(body, &inputs, &[]);
    }
}
