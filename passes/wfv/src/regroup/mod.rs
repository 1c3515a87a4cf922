//! Instances regrouped by where they go: of several calls of a variant at most one is for lanes that part.
//!
//! A marked loop with a branch in its body that costs much is taken apart, so many turns at a time: what stands before the
//! branch runs for all of them, their numbers are put in two lists by the bit that decides, one from its start for each
//! way, and each way runs for the numbers of its list: all lanes go the same way, and only the last call of each list has
//! lanes that are off. What stands behind the branch runs for all turns in order again. What turns need later is kept in
//! memory, an element for each of them; integers that follow from the variable of the loop are computed once more.
//!
//! A group has more iterations than the mark says are independent, so it is proved that they are ([`crate::conflict`]); a
//! group is made smaller, or the loop stays as it is, where that fails. It pays if both ways cost much, since elements are
//! taken from places that are apart.
//!
//! In reading order: this file finds loops, [`split`] takes them apart; the pass is at the end.

mod split;

use rmlir::core::effects::{is_memory_effect_free, is_pure};
use rmlir::prelude::*;
use rmlir_scf::{ForOp, IfOp};
use rustc_hash::FxHashSet;

use crate::conflict::{Facts, possible};
use crate::cost::TURNS;
use crate::declined::Declined;
use crate::loops::MARK;
use crate::normal::{is_normal, normalize};
use crate::remarks::Remarks;

/// A marked loop that is taken apart at a branch.
#[derive(Clone, Debug)]
pub struct Parted {
    /// The loop.
    pub op: OpId,
    /// How many lanes its body runs for.
    pub width: i64,
    /// How many vectors of iterations are a group.
    pub n_vectors: i64,
    /// The step of the loop.
    pub step: i64,
    /// The branch, an operation of its body.
    pub branch: OpId,
    /// What is kept for each turn, in the order in which it is made: results of operations of the body.
    pub kept: Vec<Value>,
}

/// What is to be taken apart.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// How many lanes bodies run for; 0 for what marks say.
    pub width: i64,
    /// How many vectors of iterations are a group at most.
    pub n_vectors: i64,
    /// How much both ways of a branch cost at least.
    pub least: u64,
    /// What is known of memory.
    pub facts: Facts<'a>,
}

/// How the marked loop `op` is taken apart.
fn parted(body: &Body, op: OpId, wanted: Wanted) -> Result<Parted, Declined> {
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

/// Takes the marked loops of a function apart; how many.
pub fn regroup(body: &mut Body, wanted: Wanted, remarks: &mut Remarks) -> usize {
    let mut marked = Vec::new();
    body.walk_postorder(body.root(), |op| marked.extend(body.attr(op, MARK).map(|_| op)));
    let mut n_parted = 0;
    for op in marked {
        let found = normalize(body, op).and_then(|op| parted(body, op, wanted));
        match found {
            Ok(parted) => {
                remarks.regrouped(body.loc(parted.op), parted.n_vectors);
                split::split(&mut Rewriter::new(body), &parted);
                n_parted += 1;
            }
            Err(Declined { place, name, why }) => remarks.missed(place, &format!("regroup: '{name}' {why}")),
        }
    }
    n_parted
}

/// Whether what stands in a body behind the branch does nothing.
fn is_idle(body: &Body, op: OpId) -> bool {
    let view = OpRef::new(body, op);
    is_memory_effect_free(view) && view.n_results() > 0
}

/// Take marked loops apart at a branch, and run each way of it for the iterations that go there.
///
/// Of the body of a loop with `pvec.vectorize_calls`, what stands before a
/// branch runs for several vectors of iterations. Then each way runs for the iterations that take it,
/// and what stands behind it for all of them. All of these are loops with the same mark. The iterations of several
/// vectors have to be proved independent, as the mark says so of one vector only.
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
    /// How many vectors of iterations are taken together at most
    #[option(default = "8")]
    vectors: i64,
    /// How much both ways of the branch cost at least, in operations, loops taken to run 8 times
    #[option(default = "64")]
    least: u64,
    /// Different arguments of a function are different memory
    #[option(default = "false")]
    noalias_arguments: bool,
    /// How many pairs of accesses of a loop are compared
    #[option(default = 20000)]
    max_pairs: u64,
}

impl Pass for WfvRegroup {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        if !(2..=MOST_VECTORS).contains(&self.vectors) {
            let root = cx.body().root();
            return cx.fail(root, format!("cannot regroup so many vectors: 'vectors' is 2 to {MOST_VECTORS}"));
        }
        let facts = Facts { free: None, noalias_arguments: self.noalias_arguments, max_pairs: self.max_pairs };
        let wanted = Wanted { width: 0, n_vectors: self.vectors, least: self.least, facts };
        let mut remarks = Remarks::default();
        regroup(cx.body_mut(), wanted, &mut remarks);
        remarks.list.into_iter().for_each(|remark| cx.remark(remark));
        Ok(())
    }
}

/// The most vectors that are taken together: what is kept of them is to stay in the nearest cache.
pub const MOST_VECTORS: i64 = 64;

/// What both ways of a branch cost at least, unless it is said otherwise.
pub const LEAST: u64 = 64;
