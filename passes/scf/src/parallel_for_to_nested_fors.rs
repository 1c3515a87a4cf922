//! Conversion of `scf.parallel` to nests of `scf.for`.

use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_scf::{ForOp, ParallelOp};

use crate::walk::rewrite_each;

/// Convert SCF parallel for loops to nested SCF for loops.
///
/// Loops with reductions are not converted.
///
/// ```mlir
/// scf.parallel (%i, %j) = (%a, %b) to (%c, %d) step (%s, %t) {
///   "f"(%i, %j) : (index, index) -> ()
/// }
/// // becomes
/// scf.for %i = %a to %c step %s {
///   scf.for %j = %b to %d step %t {
///     "f"(%i, %j) : (index, index) -> ()
///   }
/// }
/// ```
#[pass(name = "scf-parallel-for-to-nested-fors", title = "SCFParallelForToNestedFors")]
pub fn scf_parallel_for_to_nested_fors(cx: &mut PassCx) -> PassResult {
    rewrite_each::<ParallelOp>(cx.body_mut(), &|rw, op| {
        if rw.n_results(op.id()) == 0 {
            parallel_to_fors(rw, op);
        }
    });
    Ok(())
}

/// Replaces a loop without reductions by nested one-dimensional loops; returns them from the outermost on.
pub fn parallel_to_fors(rw: &mut Rewriter, op: ParallelOp) -> Vec<OpId> {
    rw.before(op.id());
    let bounds = [op.lowerBound(rw), op.upperBound(rw), op.step(rw)];
    unnest(rw, op.id(), op.body(rw), &bounds)
}

/// Replaces `op` by nested one-dimensional loops around the operations of `block`, its body, without the terminator.
pub(crate) fn unnest(rw: &mut Rewriter, op: OpId, block: BlockId, [lower, upper, step]: &[Vec<Value>; 3]) -> Vec<OpId> {
    let loc = rw.loc(op);
    let (mut loops, mut induction_vars) = (Vec::new(), Vec::new());
    for dim in 0..lower.len() {
        let inner = ForOp::create(rw, loc, [lower[dim], upper[dim], step[dim]], &[]);
        loops.push(inner.id());
        induction_vars.push(inner.induction_var(rw));
        rw.at_start(inner.body(rw));
    }
    let terminator = rw.last_op(block).expect("the body has a terminator");
    rw.erase(terminator);
    let innermost = rw.insert_block().expect("the insertion point is in the innermost loop");
    let last = rw.last_op(innermost).expect("a loop's body ends with a yield");
    rw.inline_block_before(block, last, &induction_vars);
    rw.erase(op);
    loops
}
