//! Fusion of adjacent parallel loops.
//!
//! Steps, for each block: 1. collect sequences of loops with only pure operations in between; 2. fuse two neighbours if
//! they have the same bounds (the same values), and there are no dependences between them except within the same
//! iteration on the same element; 3. continue with the result and the next neighbour.
//!
//! Files: `depend` has the dependences of step 2, `alias` the aliasing of memrefs.
//!
//! Deviation: loops with operations other than `memref.store` that may write memory, and loops that write the same
//! memory at different indices, are not fused. Upstream ignores these cases.

mod alias;
mod depend;

use rmlir::core::dominance::Dominance;
use rmlir::core::effects::is_memory_effect_free;
use rmlir::pass::over_bodies;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_scf::{ParallelOp, ReduceOp};

use self::depend::{Accesses, are_independent};

/// Fuse adjacent parallel loops.
///
/// ```mlir
/// scf.parallel (%i) = (%c0) to (%n) step (%c1) {
///   "a"(%i) : (index) -> ()
/// }
/// scf.parallel (%i) = (%c0) to (%n) step (%c1) {
///   "b"(%i) : (index) -> ()
/// }
/// // becomes
/// scf.parallel (%i) = (%c0) to (%n) step (%c1) {
///   "a"(%i) : (index) -> ()
///   "b"(%i) : (index) -> ()
/// }
/// ```
#[pass(name = "scf-parallel-loop-fusion", title = "SCFParallelLoopFusion")]
pub fn scf_parallel_loop_fusion(cx: &mut PassCx) -> PassResult {
    over_bodies(cx.body_mut(), &|body| {
        let mut regions = Vec::new();
        body.walk_postorder(body.root(), |op| regions.extend_from_slice(body.regions(op)));
        let mut rw = Rewriter::new(body);
        for region in regions {
            for block in rw.blocks(region).collect::<Vec<_>>() {
                fuse_in(&mut rw, block);
            }
        }
    });
    Ok(())
}

fn fuse_in(rw: &mut Rewriter, block: BlockId) {
    for run in runs(rw, block) {
        let mut loops = run.into_iter();
        let Some(mut first) = loops.next() else { continue };
        for second in loops {
            first = if may_fuse(rw, first, second) { fuse(rw, first, second) } else { second };
        }
    }
}

/// The loops of `block`, in sequences without side effects in between.
fn runs(body: &Body, block: BlockId) -> Vec<Vec<ParallelOp>> {
    let mut runs: Vec<Vec<ParallelOp>> = vec![Vec::new()];
    let mut is_broken = false;
    for op in body.ops(block) {
        let view = OpRef::new(body, op);
        if let Some(parallel) = view.cast::<ParallelOp>() {
            if is_broken {
                runs.push(Vec::new());
                is_broken = false;
            }
            runs.last_mut().expect("there is a run from the start").push(parallel);
        } else {
            is_broken |= view.n_regions() != 0 || !is_memory_effect_free(view);
        }
    }
    runs
}

fn may_fuse(body: &Body, first: ParallelOp, second: ParallelOp) -> bool {
    let has_inner = |op: ParallelOp| {
        body.ops_under(op.id()).into_iter().any(|inner| inner != op.id() && OpRef::new(body, inner).is::<ParallelOp>())
    };
    let bounds = |op: ParallelOp| (op.lowerBound(body), op.upperBound(body), op.step(body));
    if has_inner(first) || has_inner(second) || bounds(first) != bounds(second) {
        return false;
    }
    let (Some(a), Some(b)) = (Accesses::of(body, first), Accesses::of(body, second)) else { return false };
    if !are_independent(body, [first, second], [&a, &b]) || !are_independent(body, [second, first], [&b, &a]) {
        return false;
    }
    // The first loop moves down to the second, past operations that must not use its results.
    let dominance = Dominance::new(body);
    let mut users = body.results(first.id()).iter().flat_map(|&result| body.users(result));
    users.all(|user| dominance.properly_dominates_op(second.id(), user, false))
}

/// Fuses both loops, at the position of the second one.
fn fuse(rw: &mut Rewriter, first: ParallelOp, second: ParallelOp) -> ParallelOp {
    let loc = rw.loc(second.id());
    rw.before(second.id());
    let both = [first, second];
    let inits: Vec<Value> = both.iter().flat_map(|op| op.initVals(rw)).collect();
    let types: Vec<Type> = inits.iter().map(|&init| rw.ty(init)).collect();
    let (lower, upper, step) = (second.lowerBound(rw), second.upperBound(rw), second.step(rw));
    let new = rw.create(ParallelOp::build(&types, &lower, &upper, &step, &inits).at(loc));
    let block = rw.create_block(new.region(rw), &vec![Type::INDEX; step.len()], &vec![loc; step.len()]);
    let reduces = both.map(|op| op.reduce_op(rw));
    let reduced: Vec<Value> = reduces.iter().flat_map(|op| rw.operands(op.id()).collect::<Vec<_>>()).collect();
    let reduce = rw.create(ReduceOp::build(&reduced).regions(reduced.len()).at(rw.loc(reduces[1].id())));
    let old_regions: Vec<RegionId> = reduces.iter().flat_map(|op| op.reductions(rw)).collect();
    for (from, to) in old_regions.into_iter().zip(reduce.reductions(rw)) {
        rw.take_blocks(from, to);
    }
    let induction_vars = rw.args(block).to_vec();
    for (op, old_reduce) in both.into_iter().zip(reduces) {
        rw.erase(old_reduce);
        rw.inline_block_before(op.body(rw), reduce.id(), &induction_vars);
    }
    let old_results: Vec<Value> = both.iter().flat_map(|op| rw.results(op.id()).to_vec()).collect();
    let results = rw.results(new.id()).to_vec();
    for (old, new) in old_results.into_iter().zip(results) {
        rw.replace_all_uses(old, new);
    }
    rw.erase(first);
    rw.erase(second);
    new
}
