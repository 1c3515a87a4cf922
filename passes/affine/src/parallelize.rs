//! Conversion of parallel loops to `affine.parallel`.

use rmlir::pass::{Pass, PassCx, PassResult, Remark};
use rmlir::prelude::*;
use rmlir_affine::analysis::parallel::{Reduction, is_parallel, reductions};
use rmlir_affine::{ForOp, ParallelOp};

/// Convert affine.for ops into 1-D affine.parallel.
///
/// ```mlir
/// affine.for %i = 0 to 10 {               // affine.parallel (%i) = (0) to (10) {
///   affine.store %v, %m[%i] : memref<10xf32>  //   affine.store %v, %m[%i] : memref<10xf32>
/// }                                       // }
/// ```
#[pass(name = "affine-parallelize", anchor = "func.func")]
pub struct AffineParallelize {
    /// Maximum number of nested parallel loops to produce. Defaults to unlimited (UINT_MAX).
    #[option(default = 4294967295)]
    max_nested: u32,
    /// Whether to parallelize reduction loops. Defaults to false.
    #[option(default = false)]
    parallel_reductions: bool,
}

impl Pass for AffineParallelize {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let remarks = parallelize_all(&mut Rewriter::new(cx.body_mut()), self.max_nested, self.parallel_reductions);
        remarks.into_iter().for_each(|remark| cx.remark(remark));
        Ok(())
    }
}

/// Converts the parallel loops of a function, with at most `max_nested` nested in each other; those with reductions,
/// too, if requested. Returns a remark on each loop.
pub fn parallelize_all(rw: &mut Rewriter, max_nested: u32, parallel_reductions: bool) -> Vec<Remark> {
    let (candidates, others) = candidates(rw, parallel_reductions);
    let missed = |op: &ForOp| {
        let reason = "its iterations are not known to be independent";
        Remark::missed(rw.loc(op.id()), "affine").reason(reason)
    };
    let mut remarks: Vec<Remark> = others.iter().map(missed).collect();
    remarks.extend(convert(rw, &candidates, max_nested, "affine"));
    remarks
}

/// Converts parallel loops, outer before inner, each with its reductions, to `affine.parallel`: at most `max_nested`
/// nested in each other. Returns a remark of `category` on each.
pub fn convert(rw: &mut Rewriter, loops: &[(ForOp, Vec<Reduction>)], max_nested: u32, category: &str) -> Vec<Remark> {
    let mut remarks = Vec::new();
    for (op, found) in loops {
        let mut n_around = 0;
        let mut next = rw.parent_op(op.id());
        while let Some(outer) = next.filter(|&outer| !rw.has_trait(outer, TraitSet::AFFINE_SCOPE)) {
            n_around += u32::from(OpRef::new(rw, outer).is::<ParallelOp>());
            next = rw.parent_op(outer);
        }
        let loc = rw.loc(op.id());
        if n_around < max_nested {
            parallelize(rw, *op, found);
            let passed = Remark::passed(loc, category).text("converted to 'affine.parallel'");
            remarks.push(passed.arg("Reductions", found.len()));
        } else {
            let reason = format!("it is nested in {n_around} parallel loops, and 'max-nested' is {max_nested}");
            remarks.push(Remark::missed(loc, category).reason(reason));
        }
    }
    remarks
}

/// The parallel loops with their reductions, outer before inner, and the other loops. (In LLVM 22 loops with reductions
/// that `affine.parallel` does not support are converted, too: the result is invalid.)
fn candidates(body: &Body, parallel_reductions: bool) -> (Vec<(ForOp, Vec<Reduction>)>, Vec<ForOp>) {
    let mut loops = Vec::new();
    body.walk_preorder(body.root(), |op| loops.extend(OpRef::new(body, op).cast::<ForOp>()));
    let (mut parallel, mut others) = (Vec::new(), Vec::new());
    for op in loops {
        let found = if parallel_reductions { reductions(body, op) } else { Vec::new() };
        let can_reduce = |found: &Reduction| ParallelOp::can_reduce(body.cx(), found.kind, body.ty(found.value));
        match found.iter().all(can_reduce) && is_parallel(body, op, Some(&found)) {
            true => parallel.push((op, found)),
            false => others.push(op),
        }
    }
    (parallel, others)
}

/// Converts a parallel loop, all of whose loop-carried variables are these reductions.
fn parallelize(rw: &mut Rewriter, op: ForOp, reductions: &[Reduction]) {
    let (loc, inits) = (rw.loc(op.id()), op.inits(rw));
    rw.before(op.id());
    let types: Vec<Type> = reductions.iter().map(|reduction| rw.ty(reduction.value)).collect();
    let kinds: Vec<_> = reductions.iter().map(|reduction| reduction.kind).collect();
    let (lower, upper) = (op.lower_bound(rw), op.upper_bound(rw));
    let new = ParallelOp::create(rw, loc, &types, &kinds, [&lower, &upper], op.step(rw));
    let (from, to) = (op.region(rw), new.region(rw));
    rw.take_blocks(from, to);
    let block = new.body(rw);
    let terminator = rw.last_op(block).expect("a loop's body ends with a yield");
    // A parallel loop starts from the neutral element: the initial value is combined with the result.
    for (index, &init) in inits.iter().enumerate() {
        let combiner = rw.defining_op(rw.operand(terminator, index)).expect("a reduction is made by an operation");
        rw.move_before(combiner, op.id());
        let (old, reduced) = (rw.result(op.id(), index), rw.result(new.id(), index));
        rw.set_operands(combiner, &[init, reduced]);
        let combined = rw.result(combiner, 0);
        rw.replace_all_uses(old, combined);
    }
    let values: Vec<Value> = reductions.iter().map(|reduction| reduction.value).collect();
    rw.set_operands(terminator, &values);
    for _ in reductions {
        rw.erase_arg(block, 1);
    }
    rw.erase(op);
}
