//! Reference counting of runtime objects.
//!
//! The definition of a token, a value or a group has one reference to it: the operation whose result it is, or the
//! predecessor of a block whose argument it is. Operations of the runtime do not change it. A function whose argument
//! it is drops the reference; the reference of a returned object passes to the caller.
//!
//! Files: [`runtime_ref_counting`] counts by liveness, [`runtime_policy_based_ref_counting`] by the kind of uses, [`runtime_ref_counting_opt`] removes matching additions and
//! drops.

pub mod runtime_policy_based_ref_counting;
pub mod runtime_ref_counting;
pub mod runtime_ref_counting_opt;

use rmlir::pass::output::{Texts, with_operation};
use rmlir::prelude::*;
use rmlir_async::{AnyAsync, AwaitAllOp, AwaitOp, ExecuteOp, RuntimeAddRefOp, RuntimeDropRefOp, YieldOp};

/// Calls `count` for each reference-counted value: block arguments first, then results, in the body and in nested
/// bodies.
fn count_all(cx: &mut PassCx, count: &dyn Fn(&mut Body, Value) -> Checked) -> PassResult {
    let texts = cx.texts();
    let body = cx.body_mut();
    let counted = check_lowered(body, texts)
        .and_then(|()| for_each(body, counted_arguments, count))
        .and_then(|()| for_each(body, counted_results, count));
    counted.map_err(|error| {
        cx.emit(error);
        rmlir::pass::PassFailed(None)
    })
}

/// Asynchronous regions may outlive the operation, so they must have been lowered.
fn check_lowered(body: &Body, texts: &dyn Texts) -> Checked {
    let mut result = Ok(());
    body.walk_postorder(body.root(), |op| {
        if result.is_err() {
            return;
        }
        let view = OpRef::new(body, op);
        if view.is::<ExecuteOp>() || view.is::<AwaitOp>() || view.is::<AwaitAllOp>() || view.is::<YieldOp>() {
            let error = view.plain_error("async operations must be lowered to async runtime operations");
            result = Err(Box::new(with_operation(texts, view, *error)));
        } else if let Some(nested) = body.nested(op) {
            result = check_lowered(nested, texts);
        }
    });
    result
}

/// Calls `work` for each of the values that `list` finds.
fn for_each(body: &mut Body, list: fn(&Body) -> Vec<Value>, work: &dyn Fn(&mut Body, Value) -> Checked) -> Checked {
    for value in list(body) {
        work(body, value)?;
    }
    for op in body.proxies() {
        for_each(body.nested_mut(op).expect("a proxy has a body"), list, work)?;
    }
    Ok(())
}

fn is_counted(body: &Body, value: Value) -> bool {
    (AnyAsync.check)(body.cx(), body.ty(value))
}

/// The reference-counted block arguments, those of inner blocks first.
fn counted_arguments(body: &Body) -> Vec<Value> {
    let mut found = Vec::new();
    body.walk_postorder(body.root(), |op| {
        for block in body.regions(op).iter().flat_map(|&region| body.blocks(region)) {
            found.extend(body.args(block).iter().copied().filter(|&arg| is_counted(body, arg)));
        }
    });
    found
}

/// The reference-counted results, those of inner operations first.
fn counted_results(body: &Body) -> Vec<Value> {
    let mut found = Vec::new();
    body.walk_postorder(body.root(), |op| {
        if op != body.root() {
            found.extend(body.results(op).iter().copied().filter(|&result| is_counted(body, result)));
        }
    });
    found
}

/// Drops an unused value right after its definition; returns whether it was unused.
fn drop_unused(body: &mut Body, value: Value) -> bool {
    if !body.is_unused(value) {
        return false;
    }
    let loc = body.value_loc(value);
    let mut rw = Rewriter::new(body);
    rw.after_value(value);
    drop_reference(&mut rw, value, loc);
    true
}

fn add_reference(rw: &mut Rewriter, value: Value, loc: Loc) {
    let one = rw.cx().i64_attr(1);
    rw.create(RuntimeAddRefOp::build(value, one).at(loc));
}

fn drop_reference(rw: &mut Rewriter, value: Value, loc: Loc) {
    let one = rw.cx().i64_attr(1);
    rw.create(RuntimeDropRefOp::build(value, one).at(loc));
}
