//! The legality of fusing a nest into another one at a depth, and the slice to insert.

use rmlir::prelude::*;
use rmlir_affine::analysis::access::MemRefAccess;
use rmlir_affine::analysis::alias::alias_analysis;
use rmlir_affine::analysis::dependence::{Dependence, check_dependence};
use rmlir_affine::analysis::effects::{have_conflicting_effects, other_effect};
use rmlir_affine::analysis::nest::{enclosing_fors, innermost_common_loops, n_common_surrounding_loops};
use rmlir_affine::analysis::slice::{Slice, SliceRequest, slice_union};
use rmlir_affine::{ForOp, IfOp};

/// The accesses for which nests are fused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// One writes memrefs that the other one reads.
    ProducerConsumer,
    /// Both read this memref.
    Sibling(Value),
}

/// The memrefs that `sources` write and `targets` read, without duplicates.
pub fn produced_and_consumed(sources: &[MemRefAccess], targets: &[MemRefAccess]) -> Vec<Value> {
    let mut found = Vec::new();
    for target in targets.iter().filter(|target| !target.is_write) {
        let is_written = sources.iter().any(|source| source.is_write && source.memref == target.memref);
        if is_written && !found.contains(&target.memref) {
            found.push(target.memref);
        }
    }
    found
}

/// The slice of `source` to insert into `target` at a depth, counted from the outermost loop; `None` if fusion is
/// illegal there.
pub fn fusible_slice(body: &Body, source: ForOp, target: ForOp, depth: usize, strategy: Strategy) -> Option<Slice> {
    if depth == 0 || body.block_of(source.id()) != body.block_of(target.id()) || !has_place(body, source, target) {
        return None;
    }
    let is_source_first = body.is_before_in_block(source.id(), target.id());
    let (first, second) = if is_source_first { (source, target) } else { (target, source) };
    if has_condition(body, first) || has_condition(body, second) {
        return None;
    }
    let (accesses, others) = (MemRefAccess::all_in(body, first.id()), MemRefAccess::all_in(body, second.id()));
    if other_effect(body, source.id()).is_some() || have_conflicting_effects(body, source.id(), target.id()) {
        return None;
    }
    if strategy == Strategy::ProducerConsumer && max_depth(body, &accesses, &others) < depth {
        return None;
    }
    let matters = |access: &&MemRefAccess| match strategy {
        Strategy::ProducerConsumer => access.is_write,
        Strategy::Sibling(memref) => !access.is_write && access.memref == memref,
    };
    let chosen: Vec<MemRefAccess> = accesses.iter().filter(matters).cloned().collect();
    let n_common = n_common_surrounding_loops(body, source.id(), target.id());
    let request = SliceRequest { depth, n_common, is_backward: is_source_first };
    slice_union(body, &chosen, &others, request).ok()
}

fn has_condition(body: &Body, op: ForOp) -> bool {
    let mut found = false;
    body.walk_postorder(op.id(), |inner| found |= OpRef::new(body, inner).is::<IfOp>());
    found
}

/// Whether there is a legal position between the nests for the fused nest.
fn has_place(body: &Body, source: ForOp, target: ForOp) -> bool {
    let is_source_first = body.is_before_in_block(source.id(), target.id());
    let (first, second) = if is_source_first { (source, target) } else { (target, source) };
    let mut between = Vec::new();
    let mut next = body.next_op(first.id());
    while let Some(op) = next.filter(|&op| op != second.id()) {
        between.push(op);
        next = body.next_op(op);
    }
    let analysis = alias_analysis(body);
    let conflicts = |op: OpId, nest: ForOp| {
        let (inside, accesses) = (MemRefAccess::all_in(body, op), MemRefAccess::all_in(body, nest.id()));
        let meet =
            |a: &MemRefAccess, b: &MemRefAccess| (a.is_write || b.is_write) && analysis.may_alias(a.memref, b.memref);
        inside.iter().any(|a| accesses.iter().any(|b| meet(a, b))) || have_conflicting_effects(body, op, nest.id())
    };
    let Some(first_user) = between.iter().position(|&op| conflicts(op, first)) else { return true };
    let is_needed = |op: OpId| conflicts(op, second) || makes_value_used_in(body, op, second);
    let last_maker = between.iter().rposition(|&op| is_needed(op));
    last_maker.is_none_or(|last_maker| last_maker < first_user)
}

/// Whether an operation in `op` that is no access defines a value that is used in the loop.
fn makes_value_used_in(body: &Body, op: OpId, user: ForOp) -> bool {
    let mut found = false;
    body.walk_postorder(op, |inner| {
        if found || MemRefAccess::new(body, inner).is_some() {
            return;
        }
        let mut users = body.results(inner).iter().flat_map(|&value| body.users(value));
        found = users.any(|inside| enclosing_fors(body, inside).contains(&user));
    });
    found
}

/// The depth of the loops of the consumer down to which none carries a dependence among accesses to produced memrefs.
fn max_depth(body: &Body, sources: &[MemRefAccess], targets: &[MemRefAccess]) -> usize {
    let memrefs = produced_and_consumed(sources, targets);
    let concerned: Vec<&MemRefAccess> = targets.iter().filter(|target| memrefs.contains(&target.memref)).collect();
    if concerned.is_empty() {
        return 0;
    }
    let ops: Vec<OpId> = concerned.iter().map(|access| access.op).collect();
    let mut depth = innermost_common_loops(body, &ops).len();
    if concerned.iter().all(|access| !access.is_write) {
        return depth;
    }
    for source in &concerned {
        for target in &concerned {
            let n_common = n_common_surrounding_loops(body, source.op, target.op);
            let carries =
                |depth: &usize| matches!(check_dependence(body, source, target, *depth, false), Dependence::Yes(_));
            if let Some(carrying) = (1..=n_common + 1).find(carries) {
                depth = depth.min(carrying - 1);
            }
        }
    }
    depth
}
