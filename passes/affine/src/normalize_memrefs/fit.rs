//! The functions whose memref layouts can be removed.
//!
//! A memref is *settled* if its definition can be changed to another type: a function argument, an allocation, a call,
//! or an affine operation that yields it. A function is fit for normalization if every settled memref with a removable
//! layout is only accessed, freed, passed to functions of the module, returned, or yielded, and no other memref is
//! mixed with it there. If a function is not fit, its callees and callers are not either.

use rmlir::analysis::symbols::symbol_uses;
use rmlir::core::effects::has_single_effect_on;
use rmlir::prelude::*;
use rmlir_affine::scope::{is_valid_dim, is_valid_symbol};
use rmlir_affine::{AffineAccess, IfOp, ParallelOp, YieldOp};
use rmlir_func::{CallOp, FuncOp, ReturnOp};
use rmlir_memref::{AllocOp, AllocaOp, LoadOp, StoreOp};
use rustc_hash::FxHashMap;

use super::types::normalized;
use crate::replace_memref::is_map_access_to;

/// A function of the module.
struct Function {
    op: OpId,
    is_fit: bool,
    /// The indices of its callees.
    callees: Vec<usize>,
}

/// The functions of the module that are fit, in program order. `None` if their references are unknown.
pub fn fit_functions(module: &Body) -> Option<Vec<OpId>> {
    let ops: Vec<OpRef> = OpRef::root(module).region(0).blocks().flat_map(|block| block.ops()).collect();
    let mut numbers: FxHashMap<Ident, usize> = FxHashMap::default();
    let mut functions: Vec<Function> = Vec::new();
    for op in ops.iter().filter(|op| op.is::<FuncOp>()) {
        numbers.insert(op.symbol_name()?, functions.len());
        functions.push(Function { op: op.id, is_fit: true, callees: Vec::new() });
    }
    for &op in &ops {
        let caller = functions.iter().position(|function| function.op == op.id);
        for found in symbol_uses(op).ok()? {
            let named = found.symbol.flat().and_then(|name| numbers.get(&name).copied());
            let Some(callee) = named else { continue };
            let own_body = module.nested(op.id).is_some_and(|own| own.number() == found.user.body.number());
            match caller.filter(|_| own_body && found.user.is::<CallOp>()) {
                Some(caller) => functions[caller].callees.push(callee),
                None => functions[callee].is_fit = false,
            }
        }
    }
    for function in &mut functions {
        let body = module.nested(function.op).filter(|body| !OpRef::root(body).region(0).is_empty());
        function.is_fit &= body.is_none_or(|body| is_body_fit(body, &numbers));
    }
    spread(&mut functions);
    Some(functions.into_iter().filter(|function| function.is_fit).map(|function| function.op).collect())
}

/// Marks callers and callees of functions that are not fit, up to a fixed point.
fn spread(functions: &mut [Function]) {
    loop {
        let edges = functions.iter().enumerate().flat_map(|(caller, function)| {
            function.callees.iter().flat_map(move |&callee| [(caller, callee), (callee, caller)])
        });
        let infected: Vec<usize> =
            edges.filter(|&(from, to)| !functions[from].is_fit && functions[to].is_fit).map(|(_, to)| to).collect();
        if infected.is_empty() {
            return;
        }
        infected.into_iter().for_each(|number| functions[number].is_fit = false);
    }
}

fn is_body_fit(body: &Body, functions: &FxHashMap<Ident, usize>) -> bool {
    let mut ops = Vec::new();
    body.walk_preorder(body.root(), |op| ops.push(op));
    let settled = settled_memrefs(body);
    let may_change = |value: Value| normalized(body, body.ty(value)).is_some();
    let calls_known = |op: OpRef| {
        let callee = op.cast::<CallOp>().map(|call| call.callee(body));
        callee.is_none_or(|callee| functions.contains_key(&callee))
    };
    ops.iter().all(|&op| {
        let view = OpRef::new(body, op);
        let hands_on = view.is::<CallOp>() || view.is::<ReturnOp>() || view.is::<YieldOp>();
        let has_any = || view.operands().chain(view.results()).any(|value| may_change(value.id));
        !hands_on
            || !has_any()
            || (calls_known(view)
                && view.operands().all(|operand| !may_change(operand.id) || settled.contains(&operand.id)))
    }) && settled
        .iter()
        .all(|&memref| !may_change(memref) || body.users(memref).all(|user| is_use_fit(body, memref, user)))
}

/// The settled memrefs of a body, in program order.
pub fn settled_memrefs(body: &Body) -> Vec<Value> {
    let entry = body.entry(body.region(body.root(), 0));
    let mut found: Vec<Value> = entry.map_or_else(Vec::new, |entry| body.args(entry).to_vec());
    body.walk_preorder(body.root(), |op| {
        let view = OpRef::new(body, op);
        let is_yielding = view.is::<IfOp>() || view.is::<ParallelOp>();
        if is_allocation(view) || view.is::<CallOp>() || is_yielding {
            found.extend(body.results(op));
        }
    });
    found.retain(|&value| body.ty(value).is_memref(body));
    found
}

fn is_use_fit(body: &Body, memref: Value, user: OpId) -> bool {
    let view = OpRef::new(body, user);
    if is_free(view, memref) {
        return true;
    }
    // Symbols of a layout are known only at an allocation.
    let has_symbols = normalized(body, body.ty(memref)).is_some_and(|new| new.layout.n_symbols() > 0);
    let is_allocated = || body.defining_op(memref).is_some_and(|op| is_allocation(OpRef::new(body, op)));
    if has_symbols && !is_allocated() {
        return false;
    }
    let n_uses = view.operands().filter(|operand| operand.id == memref).count();
    if view.interface::<dyn AffineAccess>().is_some() {
        return is_map_access_to(view, memref);
    }
    if let Some(place) = plain_memref_operand(view) {
        let is_index = |index: &Value| is_valid_dim(body, *index) || is_valid_symbol(body, *index);
        let indices: Vec<Value> = body.operands(user).skip(place + 1).collect();
        return n_uses == 1 && view.operand(place).id == memref && indices.iter().all(is_index);
    }
    let is_yield = || view.is::<YieldOp>() && view.parent().is_some_and(|op| op.is::<IfOp>() || op.is::<ParallelOp>());
    !has_symbols && (view.is::<CallOp>() || view.is::<ReturnOp>() || is_yield())
}

/// Whether `op` is an allocation.
pub fn is_allocation(op: OpRef) -> bool {
    op.is::<AllocOp>() || op.is::<AllocaOp>()
}

/// Whether freeing `memref` is the only effect of `op`.
fn is_free(op: OpRef, memref: Value) -> bool {
    has_single_effect_on(op, EffectKind::Free, memref)
}

/// The index of the memref operand of `memref.load` and `memref.store`.
pub fn plain_memref_operand(op: OpRef) -> Option<usize> {
    if op.is::<LoadOp>() {
        return Some(0);
    }
    op.is::<StoreOp>().then_some(1)
}
