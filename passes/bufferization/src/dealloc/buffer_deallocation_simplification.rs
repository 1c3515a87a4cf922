//! `buffer-deallocation-simplification`: static alias information for buffers that `bufferization.dealloc` would
//! otherwise compare at run time.

use std::sync::Arc;

use rmlir::analysis::alias::{is_allocation, view_base};
use rmlir::core::fold::constant_value;
use rmlir::prelude::*;
use rmlir::rewrite::{FrozenPatterns, GreedyConfig, SimplifyRegions};
use rmlir_arith::{Arith, ConstantOp, OrIOp};
use rmlir_bufferization::canonicalize::dealloc::{patterns, update_if_changed};
use rmlir_bufferization::{Bufferization, DeallocOp};
use rmlir_memref::{ExtractStridedMetadataOp, MemRef};

use super::ViewFlow;

/// Simplify `bufferization.dealloc`.
///
/// Buffers that must alias a retained one are not freed, and those that alias no other buffer are freed by a
/// deallocation of their own.
///
/// ```mlir
/// %m = memref.alloc() : memref<2xi32>
/// %0 = bufferization.dealloc (%m : memref<2xi32>) if (%true) retain (%arg : memref<2xi32>)
/// // becomes
/// %m = memref.alloc() : memref<2xi32>
/// bufferization.dealloc (%m : memref<2xi32>) if (%true)
/// ```
#[pass(
    name = "buffer-deallocation-simplification",
    title = "BufferDeallocationSimplificationPass",
    summary = "Optimizes `bufferization.dealloc` operation for more efficient codegen",
    depends(Arith, Bufferization, MemRef)
)]
pub fn buffer_deallocation_simplification(cx: &mut PassCx) -> PassResult {
    let mut flows = Flows::default();
    flows.add(cx.body());
    let flows = Arc::new(flows);
    let rows: [(&'static str, Rule); 4] = [
        ("drop_retained_buffers", drop_retained_buffers),
        ("drop_apart_retained", drop_apart_retained),
        ("split_apart_buffers", split_apart_buffers),
        ("drop_always_freed", drop_always_freed),
    ];
    let mut set = PatternSet::new();
    for (name, rule) in rows {
        let flows = flows.clone();
        set.add(Pattern::of(name, move |op: DeallocOp, rw: &mut Rewriter| match flows.of(rw) {
            Some(flow) => rule(op, rw, flow),
            None => Match::No,
        }));
    }
    let set = FrozenPatterns::new(cx.cx(), set);
    let config = GreedyConfig { fold: false, simplify_regions: SimplifyRegions::Normal, ..GreedyConfig::default() };
    cx.apply_patterns(&set, &config).map_err(|_| rmlir::pass::PassFailed(None))?;
    let set = FrozenPatterns::new(cx.cx(), patterns());
    let config = GreedyConfig { simplify_regions: SimplifyRegions::Normal, ..GreedyConfig::default() };
    cx.apply_patterns(&set, &config).map_err(|_| rmlir::pass::PassFailed(None))?;
    Ok(())
}

type Rule = fn(DeallocOp, &mut Rewriter, &ViewFlow) -> Match;

/// The alias information of each body, by the body's number.
#[derive(Default)]
struct Flows(Vec<(u32, ViewFlow)>);

impl Flows {
    fn add(&mut self, body: &Body) {
        self.0.push((body.number(), ViewFlow::new(body)));
        for op in body.proxies() {
            self.add(body.nested(op).expect("a proxy has a body"));
        }
    }

    fn of(&self, body: &Body) -> Option<&ViewFlow> {
        self.0.iter().find(|(number, _)| *number == body.number()).map(|(_, flow)| flow)
    }
}

/// The memref whose base buffer `memref` is, if there is one.
fn based_on(body: &Body, memref: Value) -> Option<Value> {
    body.defined_by::<ExtractStridedMetadataOp>(memref).map(|metadata| metadata.source(body))
}

/// Whether one buffer is allocated in a block that the other is an argument of.
fn is_new_in_block_of(body: &Body, left: Value, right: Value) -> bool {
    let (left, right) = (view_base(body, left), view_base(body, right));
    let is_new = |new: Value, arg: Value| {
        let (Some(op), None) = (body.defining_op(new), body.defining_op(arg)) else { return false };
        let block = body.value_block(arg).expect("an argument is in a block");
        is_allocation(body, new) && body.ancestor_in_block(op, block).is_some()
    };
    is_new(left, right) || is_new(right, left)
}

fn may_alias(body: &Body, flow: &ViewFlow, others: &[Value], memref: Value) -> bool {
    let may = |&other: &Value| {
        !is_new_in_block_of(body, other, memref) && flow.is_same_allocation(body, other, memref) != Some(false)
    };
    others.iter().any(may)
}

/// Removes a buffer that must alias a retained one; the ownership of the retained buffers that it aliases includes its
/// condition.
fn drop_retained_buffers(op: DeallocOp, rw: &mut Rewriter, flow: &ViewFlow) -> Match {
    let retained = op.retained(rw);
    if (1..retained.len()).any(|index| retained[..index].contains(&retained[index])) {
        return Match::No;
    }
    let (mut memrefs, mut conditions) = (Vec::new(), Vec::new());
    for (memref, condition) in op.memrefs(rw).into_iter().zip(op.conditions(rw)) {
        let is_dropped = drop_one(op, rw, flow, memref, condition)
            || based_on(rw, memref).is_some_and(|base| drop_one(op, rw, flow, base, condition));
        if !is_dropped {
            memrefs.push(memref);
            conditions.push(condition);
        }
    }
    update_if_changed(op, &memrefs, &conditions, rw)
}

fn drop_one(op: DeallocOp, rw: &mut Rewriter, flow: &ViewFlow, memref: Value, condition: Value) -> bool {
    let retained = op.retained(rw);
    let known: Option<Vec<bool>> =
        retained.iter().map(|&retained| flow.is_same_allocation(rw, retained, memref)).collect();
    let Some(known) = known.filter(|known| known.contains(&true)) else { return false };
    rw.after(op.id());
    for (index, _) in known.iter().enumerate().filter(|(_, same)| **same) {
        let result = rw.result(op.id(), index);
        let either = rw.create(OrIOp::build(result, condition));
        let value = rw.result(either.id(), 0);
        rw.replace_uses_if(result, value, |_, user, _| user != either.id());
    }
    true
}

/// Removes a retained buffer that aliases no buffer that may be freed.
fn drop_apart_retained(op: DeallocOp, rw: &mut Rewriter, flow: &ViewFlow) -> Match {
    let (memrefs, conditions, retained) = (op.memrefs(rw), op.conditions(rw), op.retained(rw));
    let kept: Vec<bool> = retained.iter().map(|&retained| may_alias(rw, flow, &memrefs, retained)).collect();
    if kept.iter().all(|&kept| kept) {
        return Match::No;
    }
    rw.before(op.id());
    let mut values: Vec<Option<Value>> = Vec::new();
    for &kept in &kept {
        values.push(if kept { None } else { Some(rw.value(ConstantOp::build(Attr::FALSE))) });
    }
    let left: Vec<Value> = retained.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(&value, _)| value).collect();
    let new = rw.create(DeallocOp::of(&memrefs, &conditions, &left));
    let mut results = rw.results(new.id()).to_vec().into_iter();
    let values: Vec<Value> = values
        .into_iter()
        .map(|value| value.unwrap_or_else(|| results.next().expect("there is a result for each retained buffer")))
        .collect();
    rw.replace(op, values)
}

/// Splits off the deallocation of a buffer that aliases no other.
fn split_apart_buffers(op: DeallocOp, rw: &mut Rewriter, flow: &ViewFlow) -> Match {
    let (memrefs, conditions, retained) = (op.memrefs(rw), op.conditions(rw), op.retained(rw));
    if memrefs.len() <= 1 {
        return Match::No;
    }
    let is_apart = |index: usize| {
        let others: Vec<Value> =
            memrefs.iter().enumerate().filter(|(at, _)| *at != index).map(|(_, &other)| other).collect();
        !may_alias(rw, flow, &others, memrefs[index])
    };
    let apart: Vec<bool> = (0..memrefs.len()).map(is_apart).collect();
    if !apart.contains(&true) {
        return Match::No;
    }
    rw.before(op.id());
    let mut split = Vec::new();
    for index in (0..memrefs.len()).filter(|&index| apart[index]) {
        split.push(rw.create(DeallocOp::of(&[memrefs[index]], &[conditions[index]], &retained)));
    }
    let rest = |list: &[Value]| -> Vec<Value> {
        list.iter().zip(&apart).filter(|(_, apart)| !**apart).map(|(&value, _)| value).collect()
    };
    let new = rw.create(DeallocOp::of(&rest(&memrefs), &rest(&conditions), &retained));
    let mut values = rw.results(new.id()).to_vec();
    for one in split {
        for (index, value) in values.iter_mut().enumerate() {
            let other = rw.result(one.id(), index);
            *value = rw.value(OrIOp::build(*value, other));
        }
    }
    rw.replace(op, values)
}

/// If each retained buffer is one that would always be freed, removes all of those.
fn drop_always_freed(op: DeallocOp, rw: &mut Rewriter, flow: &ViewFlow) -> Match {
    let retained = op.retained(rw);
    let mut found = vec![false; retained.len()];
    let (mut memrefs, mut conditions) = (Vec::new(), Vec::new());
    for (memref, condition) in op.memrefs(rw).into_iter().zip(op.conditions(rw)) {
        let mut is_dropped = false;
        if constant_value(rw, condition) == Some(Attr::TRUE) {
            for (index, &retained) in retained.iter().enumerate() {
                let is_same = flow.is_same_allocation(rw, retained, memref) == Some(true)
                    || based_on(rw, memref)
                        .is_some_and(|base| flow.is_same_allocation(rw, retained, base) == Some(true));
                if is_same {
                    let result = rw.result(op.id(), index);
                    rw.replace_all_uses(result, condition);
                    found[index] = true;
                    is_dropped = true;
                }
            }
        }
        if !is_dropped {
            memrefs.push(memref);
            conditions.push(condition);
        }
    }
    if !found.iter().all(|&found| found) {
        return Match::No;
    }
    update_if_changed(op, &memrefs, &conditions, rw)
}
