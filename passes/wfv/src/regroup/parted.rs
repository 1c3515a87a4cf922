//! A marked loop that is split at a branch.

use rmlir::core::effects::{is_memory_effect_free, is_pure};
use rmlir::prelude::*;
use rmlir_scf::{ForOp, IfOp};
use rustc_hash::FxHashSet;

use crate::cost::operations::TURNS;
use crate::declined::Declined;
use crate::loops::conflict::{Facts, possible};
use crate::loops::normal::is_normal;
use crate::marks::MARK;

/// The options of regrouping.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// The number of lanes of bodies; 0 for that of the marks.
    pub width: i64,
    /// The maximum number of vectors of iterations in a group.
    pub n_vectors: i64,
    /// The minimum cost of both successors of a branch.
    pub least: u64,
    /// The facts about memory.
    pub facts: Facts<'a>,
}

/// A marked loop that is split at a branch.
#[derive(Clone, Debug)]
pub struct Parted {
    /// The loop.
    pub op: OpId,
    /// The number of lanes that its body is executed for.
    pub width: i64,
    /// The number of vectors of iterations in a group.
    pub n_vectors: i64,
    /// The step of the loop.
    pub step: i64,
    /// The branch, an operation of its body.
    pub branch: OpId,
    /// The values that are live across parts, in order of definition: results of operations of the body.
    pub kept: Vec<Value>,
}

/// Analyzes how the marked loop `op` is split.
pub(super) fn parted(body: &Body, op: OpId, wanted: Wanted) -> Result<Parted, Declined> {
    let declined = |why: &str| Declined::at(body, op, why);
    let view = OpRef::new(body, op);
    let found = view.cast::<ForOp>().ok_or_else(|| declined("is no 'scf.for'"))?;
    if view.n_results() > 0 {
        return Err(declined("carries a value from iteration to iteration"));
    }
    let marked = body.attr(op, MARK).and_then(|attr| attr.as_i64(body.cx())).filter(|width| (1..=64).contains(width));
    let marked = marked.ok_or_else(|| declined("requires a number of lanes as 'pvec.vectorize_calls'"))?;
    let width = if wanted.width == 0 { marked } else { wanted.width };
    let step = rmlir::core::fold::constant_value(body, body.operand(op, 2)).and_then(|step| step.as_i64(body.cx()));
    let step = step.filter(|&step| step > 0 && is_normal(body, op)).ok_or_else(|| declined("is not in normal form"))?;
    let block = found.body(body);
    let is_inner = |inner: OpId| inner != op && body.attr(inner, MARK).is_some();
    let mut has_marks = false;
    body.walk_preorder(op, |inner| has_marks |= is_inner(inner));
    if has_marks {
        return Err(declined("has a marked loop in it"));
    }
    let is_branch = |&inner: &OpId| {
        let bit = || body.operand(inner, 0);
        OpRef::new(body, inner).is::<IfOp>() && body.value_block(bit()) == Some(block) && !is_again(body, block, bit())
    };
    let costs = body.ops(block).filter(is_branch).map(|inner| (cost(body, inner), inner));
    let most = costs.max_by_key(|&(cost, inner)| (cost, std::cmp::Reverse(inner)));
    let (cost, branch) = most.ok_or_else(|| declined("has no branch at which lanes part"))?;
    if cost < wanted.least {
        let why = format!("costs {cost} for both ways, which is less than {}", wanted.least);
        return Err(Declined::at(body, branch, why));
    }
    let kept = kept(body, block, branch);
    let is_kept = |&value: &Value| {
        let ty = body.ty(value);
        ty.int_or_index_width(body.cx()).is_some_and(|width| width == 1 || width % 8 == 0 && width <= 64)
            || ty.float_kind(body.cx()).is_some()
    };
    if !kept.iter().all(is_kept) {
        return Err(Declined::at(body, branch, "has values around it that are not kept in memory"));
    }
    let size = width * wanted.n_vectors;
    let conflict = possible(body, op, [marked, size - 1], wanted.facts, &mut |_| false);
    let n_vectors = conflict.map_or(wanted.n_vectors, |conflict| conflict.distance / width);
    match conflict.filter(|_| n_vectors < 2) {
        Some(conflict) => Err(Declined::at(body, conflict.first, conflict.why_not_more(body, size, marked))),
        None => Ok(Parted { op, width, n_vectors, step, branch, kept }),
    }
}

/// The approximate cost of an operation with its regions, weighted by assumed trip counts.
pub(super) fn cost(body: &Body, op: OpId) -> u64 {
    let view = OpRef::new(body, op);
    let inner: u64 = view
        .regions()
        .flat_map(|region| region.blocks())
        .flat_map(|block| block.ops())
        .map(|inner| cost(body, inner.id))
        .sum();
    let is_loop = view.interface::<dyn LoopLike>().is_some();
    1 + if is_loop { inner.saturating_mul(TURNS) } else { inner }
}

/// Whether a value is recomputed where it is used: an integer computed from the induction variable by speculatable
/// arithmetic.
pub(super) fn is_again(body: &Body, block: BlockId, value: Value) -> bool {
    let (mut waiting, mut seen) = (vec![value], FxHashSet::default());
    while let Some(value) = waiting.pop() {
        let op = body.defining_op(value).filter(|_| body.value_block(value) == Some(block));
        let Some(op) = op.filter(|&op| !body.has_trait(op, TraitSet::CONSTANT_LIKE) && seen.insert(op)) else {
            continue;
        };
        let view = OpRef::new(body, op);
        let is_integer = view.results().all(|result| result.ty().int_or_index_width(body.cx()).is_some());
        if !is_integer || !body.regions(op).is_empty() || !is_pure(view) {
            return false;
        }
        waiting.extend(body.operands(op));
    }
    true
}

/// The values defined in `block` that are live across parts: defined before `branch` or in it and used in a later part.
pub(super) fn kept(body: &Body, block: BlockId, branch: OpId) -> Vec<Value> {
    let mut needed: FxHashSet<Value> = FxHashSet::default();
    let mut is_before = true;
    let mut made_before: FxHashSet<Value> = FxHashSet::default();
    for op in body.ops(block) {
        is_before &= op != branch;
        if is_before {
            made_before.extend(body.results(op));
            continue;
        }
        // The branch condition is kept separately.
        body.walk_preorder(op, |inner| needed.extend(body.operands(inner).filter(|_| inner != branch)));
    }
    let is_kept = |value: &Value| {
        needed.contains(value) && (body.defining_op(*value) == Some(branch) || made_before.contains(value))
    };
    let results = body.ops(block).flat_map(|op| body.results(op).to_vec());
    results.filter(|value| is_kept(value) && !is_again(body, block, *value)).collect()
}

/// Whether an operation of a body after the branch has no effect.
pub(super) fn is_idle(body: &Body, op: OpId) -> bool {
    let view = OpRef::new(body, op);
    is_memory_effect_free(view) && view.n_results() > 0
}
