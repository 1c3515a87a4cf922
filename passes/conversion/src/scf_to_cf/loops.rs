//! `scf.for` and `scf.while`.

use rmlir::prelude::*;
use rmlir_arith::{AddIOp, CmpIOp, CmpIPredicate};
use rmlir_cf::{BrOp, CondBrOp};
use rmlir_scf::{ForOp, WhileOp};

use super::split::split_before;

/// The first block of the body, split after its arguments, becomes the header with the condition; the last one
/// increments the induction variable and branches back to it.
#[pattern]
pub(super) fn lower_for(op: ForOp, rw: &mut Rewriter) -> Match {
    let loc = rw.loc(op.id());
    let Some((before, end)) = split_before(rw, op.id()) else { return Match::No };
    let condition = op.body(rw);
    let first = rw.first_op(condition);
    let body = rw.split_block(condition, first);
    let region = op.region(rw);
    let last_block = rw.last_block(region).expect("the body has blocks");
    rw.inline_region_before(region, end);
    let induction_var = rw.arg(condition, 0);

    let terminator = rw.last_op(last_block).expect("the body ends with a yield");
    rw.at_end(last_block);
    let stepped = rw.value(AddIOp::build(induction_var, op.step(rw)).at(loc));
    let mut next = vec![stepped];
    next.extend(rw.operands(terminator));
    let latch = rw.create(BrOp::build(&next, condition).at(loc));
    copy_loop_attributes(rw, op.id(), latch.id());
    rw.erase(terminator);

    rw.at_end(before);
    let mut inits = vec![op.lowerBound(rw)];
    inits.extend(op.initArgs(rw));
    rw.create(BrOp::build(&inits, condition).at(loc));

    rw.at_end(condition);
    let predicate = if op.unsignedCmp(rw) { CmpIPredicate::Ult } else { CmpIPredicate::Slt };
    let goes_on = CmpIOp::build(induction_var, op.upperBound(rw), predicate.attr(rw));
    let goes_on = rw.value(goes_on.at(loc));
    rw.create(CondBrOp::build(goes_on, &[], &[], body, end).at(loc));
    let results = rw.args(condition)[1..].to_vec();
    rw.replace(op, results)
}

/// Copies the attributes of the LLVM dialect, which describe the loop, to the branch of the back edge.
fn copy_loop_attributes(rw: &mut Rewriter, from: OpId, to: OpId) {
    let is_for_llvm = |entry: &NamedAttr| match entry.value.data(rw.cx()) {
        AttrData::Dialect { def, .. } => def.dialect() == "llvm",
        AttrData::Opaque { dialect, .. } => dialect.str(rw.cx()) == "llvm",
        _ => false,
    };
    let kept: Vec<NamedAttr> = rw.all_attrs(from).into_iter().filter(is_for_llvm).collect();
    if !kept.is_empty() {
        let dict = rw.dict(kept);
        rw.set_attr_dict(to, dict);
    }
}

/// Both regions become blocks; the condition branches to the second or to the exit.
#[pattern]
pub(super) fn lower_while(op: WhileOp, rw: &mut Rewriter) -> Match {
    let loc = rw.loc(op.id());
    let Some((current, end)) = split_before(rw, op.id()) else { return Match::No };
    let (before, after) = (op.before_block(rw), op.after_block(rw));
    let (condition, last) = (op.condition_op(rw), op.yield_op(rw));
    rw.inline_region_before(op.after(rw), end);
    rw.inline_region_before(op.before(rw), after);

    rw.at_end(current);
    rw.create(BrOp::build(&op.inits(rw), before).at(loc));

    rw.at_end(before);
    let passed = condition.args(rw);
    let branch = CondBrOp::build(condition.condition(rw), &passed, &[], after, end);
    rw.create(branch.at(rw.loc(condition.id())));
    rw.erase(condition);

    rw.at_end(after);
    let latch = rw.create(BrOp::build(&last.results(rw), before).at(rw.loc(last.id())));
    rw.erase(last);
    copy_loop_attributes(rw, op.id(), latch.id());
    rw.replace(op, passed)
}

/// A second region that only forwards its arguments is omitted.
#[pattern(benefit = 2)]
pub(super) fn lower_do_while(op: WhileOp, rw: &mut Rewriter) -> Match {
    let after = op.after_block(rw);
    let last = op.yield_op(rw);
    if rw.first_op(after) != Some(last.id()) || last.results(rw) != rw.args(after) {
        return rw.no_match(op, "the second region does something");
    }
    let loc = rw.loc(op.id());
    let Some((current, end)) = split_before(rw, op.id()) else { return Match::No };
    let (before, condition) = (op.before_block(rw), op.condition_op(rw));
    rw.inline_region_before(op.before(rw), end);

    rw.at_end(current);
    rw.create(BrOp::build(&op.inits(rw), before).at(loc));

    rw.at_end(before);
    let passed = condition.args(rw);
    let branch = CondBrOp::build(condition.condition(rw), &passed, &[], before, end);
    let latch = rw.create(branch.at(rw.loc(condition.id())));
    copy_loop_attributes(rw, op.id(), latch.id());
    rw.replace(op, &passed);
    rw.erase(condition)
}
