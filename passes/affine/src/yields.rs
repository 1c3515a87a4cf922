//! Addition of loop-carried variables to loops.

use rmlir::prelude::*;
use rmlir_affine::ForOp;

/// Replaces a loop by one with additional loop-carried variables, with the initial values `inits` and the next values
/// `yielded`. The operations of the body are moved.
pub(crate) fn with_additional_yields(rw: &mut Rewriter, op: ForOp, inits: &[Value], yielded: &[Value]) -> ForOp {
    if inits.is_empty() {
        return op;
    }
    let all_inits = [op.inits(rw), inits.to_vec()].concat();
    let (lower, upper) = (op.lower_bound(rw), op.upper_bound(rw));
    rw.before(op.id());
    let new = ForOp::create(rw, rw.loc(op.id()), &lower, &upper, op.step(rw), &all_inits);
    let terminator = op.terminator(rw);
    let all_yielded: Vec<Value> = rw.operands(terminator).chain(yielded.iter().copied()).collect();
    rw.set_operands(terminator, &all_yielded);
    let (from, to) = (op.body(rw), new.body(rw));
    let args = rw.args(to)[..rw.args(from).len()].to_vec();
    rw.merge_blocks(from, to, &args);
    let results = rw.results(new.id())[..rw.n_results(op.id())].to_vec();
    rw.replace(op, results);
    new
}
