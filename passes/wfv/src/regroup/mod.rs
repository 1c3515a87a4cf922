//! Instances regrouped by where they go: of several calls of a variant at most one is for lanes that part.
//!
//! A marked loop with a branch in its body that costs much is taken apart, so many turns at a time: what stands before the
//! branch runs for all of them, their numbers are put in two lists by the bit that decides, one from its start for each
//! way, and each way runs for the numbers of its list: all lanes go the same way, and only the last call of each list has
//! lanes that are off. What stands behind the branch runs for all turns in order again. What turns need later is kept in
//! memory, an element for each of them; integers that follow from the variable of the loop are computed once more.
//!
//! Turns do not depend on one another, as the mark says, so they may run in any order; a loop with turns that are proved to
//! meet stays as it is. It pays if both ways cost much,
//! since elements are taken from places that are apart.
//!
//! In reading order: this file finds loops, [`split`] takes them apart; the pass is at the end.

mod split;

use rmlir::core::effects::{is_memory_effect_free, is_pure};
use rmlir::prelude::*;
use rmlir_scf::{ForOp, IfOp};
use rustc_hash::FxHashSet;

use crate::conflict::nearest;
use crate::cost::TURNS;
use crate::loops::MARK;

/// A marked loop that is taken apart at a branch.
#[derive(Clone, Debug)]
pub struct Parted {
    /// The loop.
    pub op: OpId,
    /// How many lanes its body runs for.
    pub width: i64,
    /// By how much its variable grows.
    pub step: i64,
    /// The branch, an operation of its body.
    pub branch: OpId,
    /// What is kept for each turn, in the order in which it is made: results of operations of the body.
    pub kept: Vec<Value>,
}

/// The marked loops of a function that cost at least `least` for both ways of a branch together, and may be taken apart.
pub fn find(body: &Body, least: u64) -> Vec<Parted> {
    let mut found = Vec::new();
    body.walk_postorder(body.root(), |op| {
        if body.attr(op, MARK).is_some() {
            found.extend(parted(body, op, least));
        }
    });
    found
}

fn parted(body: &Body, op: OpId, least: u64) -> Option<Parted> {
    let view = OpRef::new(body, op);
    let found = view.cast::<ForOp>().filter(|_| view.n_results() == 0)?;
    let width = body.attr(op, MARK).and_then(|attr| attr.as_i64(body.cx())).filter(|width| (1..=64).contains(width))?;
    let step = rmlir::core::fold::constant_value(body, body.operand(op, 2)).and_then(|step| step.as_i64(body.cx()));
    let step = step.filter(|&step| step > 0 && body.ty(found.induction_var(body)).is_index())?;
    let block = found.body(body);
    let is_inner = |inner: OpId| inner != op && body.attr(inner, MARK).is_some();
    let mut has_marks = false;
    body.walk_preorder(op, |inner| has_marks |= is_inner(inner));
    if has_marks || nearest(body, op, width * MOST_VECTORS).is_some() {
        return None;
    }
    let is_branch = |&inner: &OpId| {
        let bit = || body.operand(inner, 0);
        OpRef::new(body, inner).is::<IfOp>() && body.value_block(bit()) == Some(block) && !is_again(body, block, bit())
    };
    let costs = body.ops(block).filter(is_branch).map(|inner| (cost(body, inner), inner));
    let (cost, branch) = costs.max_by_key(|&(cost, inner)| (cost, std::cmp::Reverse(inner)))?;
    if cost < least {
        return None;
    }
    let kept = kept(body, block, branch);
    let is_kept = |&value: &Value| {
        let ty = body.ty(value);
        ty.int_or_index_width(body.cx()).is_some_and(|width| width == 1 || width % 8 == 0 && width <= 64)
            || ty.float_kind(body.cx()).is_some()
    };
    kept.iter().all(is_kept).then_some(Parted { op, width, step, branch, kept })
}

/// What an operation with all that is in it costs about, loops taken to run some turns.
fn cost(body: &Body, op: OpId) -> u64 {
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

/// Whether a value is computed again where it is needed: an integer that follows from the variable of the loop by
/// arithmetic that may always be done.
fn is_again(body: &Body, block: BlockId, value: Value) -> bool {
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

/// What is made in `block` and needed beyond where it is made: before `branch`, in it and behind it.
fn kept(body: &Body, block: BlockId, branch: OpId) -> Vec<Value> {
    let mut needed: FxHashSet<Value> = FxHashSet::default();
    let mut is_before = true;
    let mut made_before: FxHashSet<Value> = FxHashSet::default();
    for op in body.ops(block) {
        is_before &= op != branch;
        if is_before {
            made_before.extend(body.results(op));
            continue;
        }
        // The bit that decides is kept apart.
        body.walk_preorder(op, |inner| needed.extend(body.operands(inner).filter(|_| inner != branch)));
    }
    let is_kept = |value: &Value| {
        needed.contains(value) && (body.defining_op(*value) == Some(branch) || made_before.contains(value))
    };
    let results = body.ops(block).flat_map(|op| body.results(op).to_vec());
    results.filter(|value| is_kept(value) && !is_again(body, block, *value)).collect()
}

/// Takes all loops apart that `find` gives; how many.
pub fn regroup(body: &mut Body, n_vectors: i64, least: u64) -> usize {
    let found = find(body, least);
    for parted in &found {
        split::split(&mut Rewriter::new(body), parted, n_vectors);
    }
    found.len()
}

/// Whether what stands in a body behind the branch does nothing.
fn is_idle(body: &Body, op: OpId) -> bool {
    let view = OpRef::new(body, op);
    is_memory_effect_free(view) && view.n_results() > 0
}

/// Take marked loops apart at a branch, and run each way of it for the turns that go there.
///
/// Of the body of a loop with `pvec.vectorize_calls`, what stands before a
/// branch runs for several vectors of turns. Then each way runs for the turns that take it,
/// and what stands behind it for all turns. All of these are loops with the same mark.
///
/// ```mlir
/// scf.for %i = %c0 to %n step %c1 {
///   %x = memref.load %a[%i] : memref<?xf32>
///   %b = arith.cmpf olt, %x, %zero : f32
///   scf.if %b { "much"(%x) : (f32) -> () } else { "other"(%x) : (f32) -> () }
/// } {pvec.vectorize_calls = 8 : i64}
/// ```
#[pass(
    name = "wfv-regroup",
    title = "WholeFunctionVectorizationRegroup",
    anchor = "func.func",
    depends(rmlir_arith::Arith, rmlir_memref::MemRef, rmlir_scf::Scf)
)]
pub struct WfvRegroup {
    /// How many vectors of turns are taken together
    #[option(default = "8")]
    vectors: i64,
    /// How much both ways of the branch cost at least, in operations, loops taken to run 8 times
    #[option(default = "64")]
    least: u64,
}

impl Pass for WfvRegroup {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        if !(2..=MOST_VECTORS).contains(&self.vectors) {
            let root = cx.body().root();
            return cx.fail(root, format!("cannot regroup so many vectors: 'vectors' is 2 to {MOST_VECTORS}"));
        }
        regroup(cx.body_mut(), self.vectors, self.least);
        Ok(())
    }
}

/// The most vectors that are taken together: what is kept of them is to stay in the nearest cache.
pub const MOST_VECTORS: i64 = 64;

/// What both ways of a branch cost at least, unless it is said otherwise.
pub const LEAST: u64 = 64;
