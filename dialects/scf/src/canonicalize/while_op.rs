//! Canonicalization of `scf.while`: facts that the condition implies, and the order of loop-carried values.

use super::region_branch::add_region_branch_patterns;
use rmlir::prelude::*;
use rmlir_arith::{CmpIOp, ConstantOp};

use crate::{ConditionOp, IfOp, WhileOp};

impl Canonicalizer for WhileOp {
    fn add_patterns(set: &mut PatternSet) {
        set.extend(patterns![condition_is_true, comparison_is_known, align_before_args, move_if_down]);
        add_region_branch_patterns(set, WhileOp::DEF.name);
    }
}

/// Replaces the condition by true in the "after" region.
#[pattern]
pub(crate) fn condition_is_true(op: WhileOp, rw: &mut Rewriter) -> Match {
    let end = op.condition_op(rw);
    let condition = end.condition(rw);
    let args = rw.args(op.after_block(rw)).to_vec();
    let mut constant = None;
    for (passed, arg) in end.args(rw).into_iter().zip(args) {
        if passed != condition || rw.is_unused(arg) {
            continue;
        }
        let value = *constant.get_or_insert_with(|| rw.value(ConstantOp::build(Attr::TRUE)));
        rw.replace_all_uses(arg, value);
    }
    if constant.is_some() { Match::Yes } else { rw.no_match(op, "the condition is not passed on") }
}

/// Replaces the comparison that is the condition by true in the "after" region, and the inverse comparison by false.
#[pattern]
pub(crate) fn comparison_is_known(op: WhileOp, rw: &mut Rewriter) -> Match {
    let end = op.condition_op(rw);
    let Some(cmp) = rw.defined_by::<CmpIOp>(end.condition(rw)) else {
        return rw.no_match(op, "the condition is no comparison");
    };
    let args = rw.args(op.after_block(rw)).to_vec();
    let mut changed = false;
    for (passed, arg) in end.args(rw).into_iter().zip(args) {
        for side in 0..2 {
            if passed == rw.operand(cmp.id(), side) {
                changed |= replace_comparisons(rw, cmp, side, arg);
            }
        }
    }
    if changed { Match::Yes } else { rw.no_match(op, "no comparison is known") }
}

/// Replaces comparisons of `arg`, which is operand `side` of `cmp`, with the other operand.
fn replace_comparisons(rw: &mut Rewriter, cmp: CmpIOp, side: usize, arg: Value) -> bool {
    let known = cmp.predicate(rw);
    let other = rw.operand(cmp.id(), 1 - side);
    let mut changed = false;
    for user in rw.users(arg).collect::<Vec<_>>() {
        if !rw.contains_op(user) {
            continue;
        }
        let Some(again) = OpRef::new(rw, user).cast::<CmpIOp>() else { continue };
        if rw.operand(user, 1 - side) != other {
            continue;
        }
        let asked = again.predicate(rw);
        if asked != known && asked != known.inverted() {
            continue;
        }
        let value = rw.bool_attr(asked == known);
        let constant = rw.value(ConstantOp::build(value).at(rw.loc(user)));
        rw.replace(user, [constant]);
        changed = true;
    }
    changed
}

/// Reorders the forwarded values if they are a permutation of the arguments of the "before" region.
#[pattern]
pub(crate) fn align_before_args(op: WhileOp, rw: &mut Rewriter) -> Match {
    let end = op.condition_op(rw);
    let args = rw.args(op.before_block(rw)).to_vec();
    let passed = end.args(rw);
    if args == passed {
        return rw.no_match(op, "they are in order");
    }
    let Some(order) = permutation(&args, &passed) else {
        return rw.no_match(op, "the arguments are not exactly what is passed on");
    };
    rw.before(end.id());
    rw.replace_with(end, ConditionOp::build(end.condition(rw), &args));
    rw.before(op.id());
    let mut types = vec![Type::NONE; args.len()];
    for (old, &new) in order.iter().enumerate() {
        types[new] = rw.ty(rw.result(op.id(), old));
    }
    let aligned = create_while(rw, op, &types);
    let (before, after) = (aligned.before_block(rw), aligned.after_block(rw));
    let new_before_args = rw.args(before).to_vec();
    let new_after_args: Vec<Value> = order.iter().map(|&new| rw.arg(after, new)).collect();
    rw.merge_blocks(op.before_block(rw), before, &new_before_args);
    rw.merge_blocks(op.after_block(rw), after, &new_after_args);
    let results: Vec<Value> = order.iter().map(|&new| rw.result(aligned.id(), new)).collect();
    rw.replace(op, results)
}

/// The index in `args` of each of `passed`, if both hold the same values without duplicates.
fn permutation(args: &[Value], passed: &[Value]) -> Option<Vec<usize>> {
    let is_repeated = |index: usize| passed[..index].contains(&passed[index]);
    if args.len() != passed.len() || (0..passed.len()).any(is_repeated) {
        return None;
    }
    passed.iter().map(|value| args.iter().position(|arg| arg == value)).collect()
}

/// A loop with the initial values of `op`, results of these types, and empty blocks.
fn create_while(rw: &mut Rewriter, op: WhileOp, types: &[Type]) -> WhileOp {
    let loc = rw.loc(op.id());
    let inits = op.inits(rw);
    let new = rw.create(WhileOp::build(types, &inits).at(loc));
    let init_types: Vec<Type> = inits.iter().map(|&init| rw.ty(init)).collect();
    let init_locs: Vec<Loc> = inits.iter().map(|&init| rw.value_loc(init)).collect();
    let (before, after) = (new.before(rw), new.after(rw));
    let body = rw.body_mut();
    let block = body.create_block(&init_types, &init_locs);
    body.append_block(before, block);
    let block = body.create_block(types, &vec![loc; types.len()]);
    body.append_block(after, block);
    new
}

/// Moves an `scf.if` on the condition from the end of the "before" region to the start of the "after" region.
#[pattern]
pub(crate) fn move_if_down(op: WhileOp, rw: &mut Rewriter) -> Match {
    let end = op.condition_op(rw);
    let last = rw.prev_op(end.id()).and_then(|last| OpRef::new(rw, last).cast::<IfOp>());
    let Some(inner) = last.filter(|last| last.condition(rw) == end.condition(rw) && !does_more(rw, *last)) else {
        return rw.no_match(op, "no `scf.if` of the condition stands before it");
    };
    use_yielded_values(rw, op, inner);
    let needed = values_needed(rw, op, inner);
    let needed_types: Vec<Type> = needed.iter().map(|&value| rw.ty(value)).collect();
    let n_results = rw.n_results(op.id());
    let mut types: Vec<Type> = rw.result_types(op.id()).collect();
    types.extend(&needed_types);
    let loc = rw.loc(op.id());
    let new = rw.create(WhileOp::build(&types, &op.inits(rw)).at(loc));
    rw.take_blocks(op.before(rw), new.before(rw));
    rw.take_blocks(op.after(rw), new.after(rw));
    let after = new.after_block(rw);
    let new_args: Vec<Value> = needed_types.iter().map(|&ty| rw.add_arg(after, ty, loc)).collect();
    rw.modified(new.id());
    let operands: Vec<Value> = rw.operands(end.id()).chain(needed.iter().copied()).collect();
    rw.set_operands(end, &operands);
    // The "then" block, and the "after" region, which uses the values it yields.
    let regions = [inner.thenRegion(rw), new.after(rw)];
    for (&value, &arg) in needed.iter().zip(&new_args) {
        let is_inside = |body: &Body, user: OpId, _: u32| {
            let block = body.block_of(user);
            block.is_some_and(|block| regions.iter().any(|&region| body.region_contains_block(region, block)))
        };
        rw.replace_uses_if(value, arg, is_inside);
    }
    rw.erase(inner.then_yield(rw));
    let first = rw.first_op(after).expect("the second block ends with a yield");
    rw.inline_block_before(inner.then_block(rw), first, &[]);
    rw.erase(inner);
    let results = rw.results(new.id())[..n_results].to_vec();
    rw.replace(op, results)
}

/// Whether the else block has operations besides the yield.
fn does_more(body: &Body, op: IfOp) -> bool {
    op.else_block(body).is_some_and(|block| body.first_op(block) != body.last_op(block))
}

/// Replaces results of `inner` that are forwarded by the values its blocks yield: after the loop and in the "after"
/// region it is known which block was executed. A result may be forwarded several times, so all arguments of the
/// "after" region are replaced before the result is.
fn use_yielded_values(rw: &mut Rewriter, op: WhileOp, inner: IfOp) {
    let passed = op.condition_op(rw).args(rw);
    let results = rw.results(inner.id()).to_vec();
    for (index, passed) in passed.into_iter().enumerate() {
        let Some(number) = results.iter().position(|&result| result == passed) else { continue };
        let on_true = rw.operand(inner.then_yield(rw), number);
        let arg = rw.arg(op.after_block(rw), index);
        rw.replace_all_uses(arg, on_true);
    }
    for (number, result) in results.into_iter().enumerate() {
        let else_yield = inner.else_yield(rw).expect("an `scf.if` with results has two blocks");
        let on_false = rw.operand(else_yield, number);
        rw.replace_all_uses(result, on_false);
    }
}

/// The values defined in the "before" region that the "then" block of `inner` uses, without duplicates.
fn values_needed(body: &Body, op: WhileOp, inner: IfOp) -> Vec<Value> {
    let before = op.before(body);
    let mut needed: Vec<Value> = Vec::new();
    for top in body.ops(inner.then_block(body)) {
        body.walk_postorder(top, |user| {
            for value in body.operands(user) {
                if body.value_region(value) == Some(before) && !needed.contains(&value) {
                    needed.push(value);
                }
            }
        });
    }
    needed
}
