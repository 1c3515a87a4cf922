//! Loops with a condition at the end become counted loops.
//!
//! `recurrence` finds the induction variable and derives the trip count from the exit condition, `rewrite` creates the
//! new loop.

mod recurrence;
mod rewrite;

use rmlir::pass::remark::Remark;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_scf::WhileOp;

use self::recurrence::CountedLoop;

/// Raise `scf.while` to `scf.for` where the trip count can be computed before the loop.
///
/// The loop must be a `do` loop: the second region only forwards its arguments, as `lift-cf-to-scf` creates it from the
/// rotated loops of a C compiler. An induction variable is incremented by a constant and compared with a value that is
/// defined outside. That the increment cannot overflow must be known from its flags; as the first iteration is always
/// executed, the bound is the maximum with the first value, unless a condition around the loop implies that. Loops for
/// which that fails are left unchanged, with a remark. The new induction variable has the type `index`.
///
/// ```mlir
/// %0 = scf.while (%i = %c0) : (i64) -> i64 {
///   "body"(%i) : (i64) -> ()
///   %next = arith.addi %i, %c1 overflow<nsw> : i64
///   %goes_on = arith.cmpi ne, %next, %n : i64
///   scf.condition(%goes_on) %next : i64
/// } do {
/// ^bb0(%j: i64):
///   scf.yield %j : i64
/// }
/// // becomes
/// %ub = arith.index_cast %n : i64 to index
/// scf.for %k = %zero to %ub step %one {
///   %i = arith.index_cast %k : index to i64
///   "body"(%i) : (i64) -> ()
/// }
/// ```
#[pass(
    name = "raise-scf-while-to-for",
    anchor = "func.func",
    depends(rmlir_scf::Scf, rmlir_arith::Arith, rmlir_ub::Ub)
)]
pub fn raise_scf_while_to_for(cx: &mut PassCx) -> PassResult {
    let mut loops = Vec::new();
    let body = cx.body();
    body.walk_postorder(body.root(), |op| loops.extend(OpRef::new(body, op).cast::<WhileOp>()));
    for op in loops {
        match CountedLoop::of(cx.body(), op) {
            Ok(counted) => {
                cx.remark(Remark::passed(cx.body().loc(op.id()), "raise").text("counted loop"));
                rewrite::replace(&mut cx.rewriter(), op, &counted);
            }
            Err(reason) => cx.missed(op.id(), "raise", reason),
        }
    }
    rewrite::simplify_bounds(&mut cx.rewriter());
    Ok(())
}
