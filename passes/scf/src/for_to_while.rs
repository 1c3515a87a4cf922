//! Conversion of `scf.for` to `scf.while`: the induction variable becomes the first loop-carried value.

use rmlir::core::arena::RegionId;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::{FrozenPatterns, GreedyConfig};
use rmlir_arith::{AddIOp, CmpIOp, CmpIPredicate};
use rmlir_scf::{ConditionOp, ForOp, WhileOp};

/// Convert SCF for loops to SCF while loops.
///
/// The before region compares the induction variable with the upper bound; the after region increments it and has the
/// body of the loop.
///
/// ```mlir
/// scf.for %i = %lb to %ub step %step {
///   "f"(%i) : (index) -> ()
/// }
/// // becomes
/// %last = scf.while (%i = %lb) : (index) -> index {
///   %goes_on = arith.cmpi slt, %i, %ub : index
///   scf.condition(%goes_on) %i : index
/// } do {
/// ^bb0(%i: index):
///   %next = arith.addi %i, %step : index
///   "f"(%i) : (index) -> ()
///   scf.yield %next : index
/// }
/// ```
#[pass(name = "scf-for-to-while", title = "SCFForToWhileLoop", depends(rmlir_arith::Arith))]
pub fn scf_for_to_while(cx: &mut PassCx) -> PassResult {
    let patterns = FrozenPatterns::new(cx.cx(), patterns![for_to_while]);
    // Not reaching a fixed point is no failure, as in upstream.
    let _ = cx.apply_patterns(&patterns, &GreedyConfig::default());
    Ok(())
}

#[pattern]
fn for_to_while(op: ForOp, rw: &mut Rewriter) -> Match {
    let loc = rw.loc(op.id());
    let old_args = rw.args(op.body(rw)).to_vec();
    let (upper, step) = (op.upperBound(rw), op.step(rw));
    let mut inits = vec![op.lowerBound(rw)];
    inits.extend(op.initArgs(rw));
    let types: Vec<Type> = inits.iter().map(|&init| rw.ty(init)).collect();
    let mut locs: Vec<Loc> = inits.iter().map(|&init| rw.value_loc(init)).collect();
    locs[0] = rw.value_loc(old_args[0]);

    let mut state = WhileOp::build(&types, &inits).at(loc).finish(rw.cx());
    // All attributes are kept, including the one of unsigned comparison.
    state.attrs = rw.all_attrs(op.id());
    let new = WhileOp::from_id(rw.create_state(state));

    let before = begin_region(rw, new.before(rw), &types, &locs);
    let is_unsigned = op.unsignedCmp(rw);
    let predicate = if is_unsigned { CmpIPredicate::Ult } else { CmpIPredicate::Slt }.attr(rw.cx());
    let goes_on = rw.value(CmpIOp::build(rw.arg(before, 0), upper, predicate).at(loc));
    let carried = rw.args(before).to_vec();
    rw.create(ConditionOp::build(goes_on, &carried).at(loc));

    let after = begin_region(rw, new.after(rw), &types, &locs);
    let next = rw.value(AddIOp::build(rw.arg(after, 0), step).at(loc));
    for (old, new) in old_args.into_iter().zip(rw.args(after).to_vec()) {
        rw.replace_all_uses(old, new);
    }
    for inner in rw.ops(op.body(rw)).collect::<Vec<_>>() {
        rw.move_to_end(inner, after);
    }
    let last = rw.last_op(after).expect("a loop's body ends with a yield");
    let mut yielded = vec![next];
    yielded.extend(rw.operands(last));
    rw.set_operands(last, &yielded);

    let results = rw.results(new.id())[1..].to_vec();
    for (old, new) in rw.results(op.id()).to_vec().into_iter().zip(results) {
        rw.replace_all_uses(old, new);
    }
    rw.erase(op)
}

/// Creates the block of `region`, and moves the insertion point into it.
fn begin_region(rw: &mut Rewriter, region: RegionId, types: &[Type], locs: &[Loc]) -> BlockId {
    rw.create_block(region, types, locs)
}
