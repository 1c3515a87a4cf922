//! Canonicalization of `scf.if`: constant conditions, adjacent and nested operations with related conditions, and
//! results that are independent of the branch.

use super::region_branch::add_region_branch_patterns;
use rmlir::core::clone::CloneMap;
use rmlir::core::fold::constant_value;
use rmlir::core::poison::is_never_poison;
use rmlir::prelude::*;
use rmlir_arith::{AndIOp, ConstantOp, SelectOp, XOrIOp};
use smallvec::SmallVec;

use super::replace_with_region;
use crate::{IfOp, YieldOp};

impl Canonicalizer for IfOp {
    fn add_patterns(set: &mut PatternSet) {
        set.extend(patterns![
            combine_ifs,
            combine_nested_ifs,
            propagate_condition,
            convert_trivial_if_to_select,
            remove_empty_else_branch,
            remove_static_condition,
            replace_yield_with_condition_or_value
        ]);
        add_region_branch_patterns(set, IfOp::DEF.name);
    }
}

/// `if not c A else B -> if c B else A`
#[fold(IfOp)]
pub(crate) fn fold_if(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let op = IfOp::from_id(cx.op());
    if op.else_block(cx).is_none() {
        return Fold::No;
    }
    let Some(condition) = negated(cx, op.condition(cx)) else { return Fold::No };
    cx.set_operand(0, condition);
    cx.swap_regions(0, 1);
    Fold::InPlace
}

/// The value that `value` is the negation of.
fn negated(body: &Body, value: Value) -> Option<Value> {
    let not = body.defined_by::<XOrIOp>(value)?;
    let is_one = constant_value(body, not.rhs(body))?.int_or_splat(body)?.is_one();
    is_one.then(|| not.lhs(body))
}

/// A few values.
type Values = SmallVec<[Value; 4]>;

/// The operands of the yields of both blocks; empty for a missing block.
fn yielded(body: &Body, op: IfOp) -> (Values, Values) {
    let on_true = body.operands(op.then_yield(body)).collect();
    (on_true, op.else_yield(body).map_or(Values::new(), |last| body.operands(last).collect()))
}

/// Replaces `old`, the yield at the end of its block, by a yield of `values`.
fn replace_yield(rw: &mut Rewriter, old: OpId, values: &[Value]) {
    let block = rw.block_of(old).expect("a yield stands in a block");
    rw.at_end(block);
    rw.create(YieldOp::build(values).at(rw.loc(old)));
    rw.erase(old);
}

/// Merges two adjacent operations with the same condition, or with opposite ones.
#[pattern]
pub(crate) fn combine_ifs(next: IfOp, rw: &mut Rewriter) -> Match {
    let prev = rw.prev_op(next.id()).and_then(|prev| OpRef::new(rw, prev).cast::<IfOp>());
    let Some(prev) = prev else { return rw.no_match(next, "no `scf.if` stands before") };
    let Some([next_then, next_else]) = blocks_under_condition_of(rw, prev, next) else {
        return rw.no_match(next, "the conditions are not related");
    };
    use_yielded_values(rw, prev, [next_then, next_else]);
    let mut types: Vec<Type> = rw.result_types(prev.id()).collect();
    let n_prev = types.len();
    types.extend(rw.result_types(next.id()));
    let combined = rw.create(IfOp::build(&types, prev.condition(rw)).at(rw.loc(next.id())));
    rw.take_blocks(prev.thenRegion(rw), combined.thenRegion(rw));
    if let Some(block) = next_then {
        append_block(rw, combined.then_block(rw), block);
    }
    rw.take_blocks(prev.elseRegion(rw), combined.elseRegion(rw));
    match (next_else, combined.else_block(rw)) {
        (Some(block), Some(target)) => append_block(rw, target, block),
        (Some(block), None) => {
            let region = rw.region_of(block).expect("a block of an `scf.if` stands in a region");
            rw.take_blocks(region, combined.elseRegion(rw));
        }
        (None, _) => {}
    }
    let results = rw.results(combined.id()).to_vec();
    rw.replace(prev, &results[..n_prev]);
    rw.replace(next, &results[n_prev..])
}

/// The blocks of `next` that are executed when the condition of `prev` is true and when it is false; `None` if the
/// conditions are unrelated.
fn blocks_under_condition_of(body: &Body, prev: IfOp, next: IfOp) -> Option<[Option<BlockId>; 2]> {
    let (first, second) = (prev.condition(body), next.condition(body));
    let (then_block, else_block) = (Some(next.then_block(body)), next.else_block(body));
    let opposite = negated(body, second) == Some(first) || negated(body, first) == Some(second);
    if opposite {
        Some([else_block, then_block])
    } else if first == second {
        Some([then_block, else_block])
    } else {
        None
    }
}

/// In the blocks that will be appended to the blocks of `prev`, replaces its results by the values
/// that the respective block yields.
fn use_yielded_values(rw: &mut Rewriter, prev: IfOp, following: [Option<BlockId>; 2]) {
    let (on_true, on_false) = yielded(rw, prev);
    let results = rw.results(prev.id()).to_vec();
    for (result, values) in results.into_iter().zip(on_true.into_iter().zip(on_false)) {
        for (user, index) in rw.uses(result).collect::<Vec<_>>() {
            let user_block = rw.block_of(user).expect("a user stands in a block");
            let is_inside = |block: Option<BlockId>| {
                let region = block.and_then(|block| rw.region_of(block));
                region.is_some_and(|region| rw.region_contains_block(region, user_block))
            };
            if is_inside(following[0]) {
                rw.set_operand(user, index as usize, values.0);
            } else if is_inside(following[1]) {
                rw.set_operand(user, index as usize, values.1);
            }
        }
    }
}

/// Moves the operations of `block` to the end of `target`, and merges the yields.
fn append_block(rw: &mut Rewriter, target: BlockId, block: BlockId) {
    let last = |rw: &Rewriter, block| rw.last_op(block).expect("blocks of an `scf.if` end with a yield");
    let (first, second) = (last(rw, target), last(rw, block));
    rw.merge_blocks(block, target, &[]);
    rw.at_end(target);
    let values: Vec<Value> = rw.operands(first).chain(rw.operands(second)).collect();
    rw.create(YieldOp::build(&values).at(rw.loc(second)));
    rw.erase(first);
    rw.erase(second);
}

/// `if a { if b { .. } } -> if (a and b) { .. }`
///
/// If b may be poison, it is evaluated only if a is true: `a ? b : false`. (In upstream the result is poison then.)
#[pattern]
pub(crate) fn combine_nested_ifs(op: IfOp, rw: &mut Rewriter) -> Match {
    let Some(nested) = only_nested_if(rw, op) else {
        return rw.no_match(op, "it does not hold just another `scf.if`");
    };
    let Some((then_values, else_values, selected)) = combined_yields(rw, op, nested) else {
        return rw.no_match(op, "its results depend on which condition fails");
    };
    let loc = rw.loc(op.id());
    let condition = both_conditions(rw, op, nested, loc);
    let types: Vec<Type> = rw.result_types(op.id()).collect();
    let combined = rw.create(IfOp::build(&types, condition).at(loc));
    let then_block = rw.create_block(combined.thenRegion(rw), &[], &[]);
    let mut results = rw.results(combined.id()).to_vec();
    rw.before(combined.id());
    for index in selected {
        let select = SelectOp::build(op.condition(rw), then_values[index], else_values[index]);
        results[index] = rw.value(select.at(loc));
    }
    rw.merge_blocks(nested.then_block(rw), then_block, &[]);
    replace_yield(rw, combined.then_yield(rw), &then_values);
    if !else_values.is_empty() {
        rw.create_block(combined.elseRegion(rw), &[], &[]);
        rw.create(YieldOp::build(&else_values).at(loc));
    }
    rw.replace(op, results)
}

fn both_conditions(rw: &mut Rewriter, op: IfOp, nested: IfOp, loc: Loc) -> Value {
    let (outer, inner) = (op.condition(rw), nested.condition(rw));
    if is_never_poison(ValueRef::new(rw, inner)) {
        return rw.value(AndIOp::build(outer, inner).at(loc));
    }
    let never = rw.value(ConstantOp::build(Attr::FALSE).at(loc));
    rw.value(SelectOp::build(outer, inner, never).at(loc))
}

/// The `scf.if` that is the only operation in `op` besides the yield, if the else blocks of both
/// are empty except for the yield.
fn only_nested_if(body: &Body, op: IfOp) -> Option<IfOp> {
    let only_yields = |op: IfOp| {
        let block = op.else_block(body);
        block.is_none_or(|block| body.first_op(block) == body.last_op(block))
    };
    let first = body.first_op(op.then_block(body))?;
    let is_alone = body.next_op(first).is_some() && body.next_op(first) == body.last_op(op.then_block(body));
    let nested = OpRef::new(body, first).cast::<IfOp>().filter(|_| is_alone)?;
    (only_yields(op) && only_yields(nested)).then_some(nested)
}

/// The values that the combined operation yields if the condition is true and if it is false, and the results that are
/// selected by the outer condition alone.
fn combined_yields(body: &Body, op: IfOp, nested: IfOp) -> Option<(Values, Values, Vec<usize>)> {
    let (mut then_values, else_values) = yielded(body, op);
    let mut selected = Vec::new();
    for (index, value) in then_values.iter_mut().enumerate() {
        match body.value_def(*value) {
            ValueDefinition::Result(by, number) if by == nested.id() => {
                let (inner_then, inner_else) = yielded(body, nested);
                if inner_else[number as usize] != else_values[index] {
                    return None;
                }
                *value = inner_then[number as usize];
            }
            _ if body.value_region(*value) == Some(op.thenRegion(body)) => return None,
            _ => selected.push(index),
        }
    }
    Some((then_values, else_values, selected))
}

/// Replaces uses of the condition in each block by a constant.
#[pattern]
pub(crate) fn propagate_condition(op: IfOp, rw: &mut Rewriter) -> Match {
    let condition = op.condition(rw);
    if constant_value(rw, condition).is_some() {
        return rw.no_match(op, "the condition is constant");
    }
    let loc = rw.loc(op.id());
    let mut constants: [Option<Value>; 2] = [None, None];
    for (user, index) in rw.uses(condition).collect::<Vec<_>>() {
        let Some(holds) = block_around(rw, op, user) else { continue };
        let constant = constants[usize::from(holds)].unwrap_or_else(|| {
            let value = rw.bool_attr(holds);
            rw.value(ConstantOp::build(value).at(loc))
        });
        constants[usize::from(holds)] = Some(constant);
        rw.set_operand(user, index as usize, constant);
    }
    if constants == [None, None] { rw.no_match(op, "no block uses the condition") } else { Match::Yes }
}

/// Whether `user` is nested in the then region of `op`; `None` if it is in neither region.
fn block_around(body: &Body, op: IfOp, user: OpId) -> Option<bool> {
    let mut region = body.parent_region(user);
    while let Some(at) = region {
        let owner = body.region_owner(at);
        if owner == op.id() {
            return Some(at == op.thenRegion(body));
        }
        region = body.parent_region(owner);
    }
    None
}

/// Replaces results whose yielded values are defined outside the operation by selections.
#[pattern]
pub(crate) fn convert_trivial_if_to_select(op: IfOp, rw: &mut Rewriter) -> Match {
    let n_results = rw.n_results(op.id());
    if n_results == 0 {
        return rw.no_match(op, "it has no results");
    }
    let (on_true, on_false) = yielded(rw, op);
    let is_inside = |rw: &Rewriter, op: IfOp, index: usize| {
        rw.value_region(on_true[index]) == Some(op.thenRegion(rw))
            || rw.value_region(on_false[index]) == Some(op.elseRegion(rw))
    };
    if (0..n_results).all(|index| is_inside(rw, op, index)) {
        return rw.no_match(op, "all results are made inside");
    }
    let inside: Vec<usize> = (0..n_results).filter(|&index| is_inside(rw, op, index)).collect();
    let (loc, condition) = (rw.loc(op.id()), op.condition(rw));
    let types: Vec<Type> = inside.iter().map(|&index| rw.ty(on_true[index])).collect();
    let smaller = rw.create(IfOp::build(&types, condition).at(loc));
    rw.take_blocks(op.thenRegion(rw), smaller.thenRegion(rw));
    rw.take_blocks(op.elseRegion(rw), smaller.elseRegion(rw));
    rw.before(smaller.id());
    let mut results = Vec::new();
    let mut n_kept = 0;
    for (index, (&on_true, &on_false)) in on_true.iter().zip(&on_false).enumerate() {
        results.push(if inside.contains(&index) {
            n_kept += 1;
            rw.result(smaller.id(), n_kept - 1)
        } else if on_true == on_false {
            on_true
        } else {
            rw.value(SelectOp::build(condition, on_true, on_false).at(loc))
        });
    }
    let kept = |values: &[Value]| inside.iter().map(|&index| values[index]).collect::<Vec<Value>>();
    replace_yield(rw, smaller.then_yield(rw), &kept(&on_true));
    replace_yield(rw, smaller.else_yield(rw).expect("there are results"), &kept(&on_false));
    rw.replace(op, results)
}

#[pattern]
pub(crate) fn remove_empty_else_branch(op: IfOp, rw: &mut Rewriter) -> Match {
    let is_empty = op.else_block(rw).is_some_and(|block| rw.first_op(block) == rw.last_op(block));
    if rw.n_results(op.id()) > 0 || !is_empty {
        return rw.no_match(op, "the else block is needed");
    }
    let copy = rw.body_mut().clone_op_without_regions(op.id(), &mut CloneMap::default());
    rw.insert(copy);
    rw.take_blocks(op.thenRegion(rw), IfOp::from_id(copy).thenRegion(rw));
    rw.erase(op)
}

#[pattern]
pub(crate) fn remove_static_condition(op: IfOp, rw: &mut Rewriter) -> Match {
    let Some(holds) = constant_value(rw, op.condition(rw)).and_then(|attr| attr.as_bool(rw)) else {
        return rw.no_match(op, "the condition is not constant");
    };
    let region = if holds { op.thenRegion(rw) } else { op.elseRegion(rw) };
    if rw.is_region_empty(region) {
        return rw.erase(op);
    }
    replace_with_region(rw, op.id(), region, &[])
}

/// Replaces results that are the condition, its negation, or the same in both blocks.
#[pattern]
pub(crate) fn replace_yield_with_condition_or_value(op: IfOp, rw: &mut Rewriter) -> Match {
    if rw.n_results(op.id()) == 0 {
        return rw.no_match(op, "it has no results");
    }
    let (on_true, on_false) = yielded(rw, op);
    let mut changed = false;
    for (index, (on_true, on_false)) in on_true.into_iter().zip(on_false).enumerate() {
        let result = rw.result(op.id(), index);
        if rw.is_unused(result) {
            continue;
        }
        if let Some(value) = without_branch(rw, op, on_true, on_false) {
            // As in upstream, the driver is not notified of the changed users.
            rw.body_mut().replace_all_uses(result, value);
            changed = true;
        }
    }
    if changed { Match::Yes } else { rw.no_match(op, "all results need the branch") }
}

/// The value that selects between `on_true` and `on_false` without `op`, if there is one.
fn without_branch(rw: &mut Rewriter, op: IfOp, on_true: Value, on_false: Value) -> Option<Value> {
    if on_true == on_false {
        return Some(on_true);
    }
    let bool_of = |rw: &Rewriter, value| constant_value(rw, value).and_then(|attr| attr.as_bool(rw));
    match (bool_of(rw, on_true)?, bool_of(rw, on_false)?) {
        (true, false) => Some(op.condition(rw)),
        (false, true) => {
            let made = rw.defining_op(on_true).expect("a constant is made by an operation");
            let dialect = rw.def(made).expect("a constant is registered").dialect();
            let one = rw.constant(dialect, Attr::TRUE, Type::I1)?;
            let not = XOrIOp::build(op.condition(rw), rw.result(one, 0));
            Some(rw.value(not.at(rw.loc(op.id()))))
        }
        _ => None,
    }
}
