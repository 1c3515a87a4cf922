//! Canonicalization of branches: constant conditions, chains of unconditional branches, and
//! conditions that a predecessor implies.

use rmlir::core::fold::constant_value;
use rmlir::prelude::*;
use rmlir_arith::SelectOp;
use rmlir_ub::UnreachableOp;
use smallvec::SmallVec;

use crate::{AssertOp, BrOp, CondBrOp, SwitchOp};

canonicalize! {
    AssertOp: assert_of_true;
    BrOp: simplify_br;
    CondBrOp: cond_br_of_constant, cond_br_pass_through, cond_br_same_successors, cond_br_same_condition, cond_br_truth_propagation, cond_br_drop_unreachable;
    SwitchOp: switch_only_default, switch_drop_default_cases, switch_of_constant, switch_pass_through, switch_same_flag, switch_same_flag_default;
}

/// A successor block and its operands.
type Target = (BlockId, Vec<Value>);

#[pattern]
pub(crate) fn assert_of_true(op: AssertOp, rw: &mut Rewriter) -> Match {
    let constant = constant_value(rw, op.arg(rw)).and_then(|attr| attr.as_bool(rw));
    if constant != Some(true) {
        return rw.no_match(op, "the condition is not known to hold");
    }
    rw.erase(op)
}

fn as_br(body: &Body, block: BlockId) -> Option<BrOp> {
    body.last_op(block).and_then(|op| OpRef::new(body, op).cast::<BrOp>())
}

/// The successor of `block`, with `passed` as the arguments of `block`, if it contains only an unconditional branch;
/// `None` if it contains other operations, or if the chain of branches is a cycle.
fn collapse(body: &Body, block: BlockId, passed: impl FnOnce() -> Vec<Value>) -> Option<Target> {
    let branch = as_br(body, block)?;
    if body.first_op(block) != Some(branch.id()) {
        return None;
    }
    let only_branch_uses = |&arg: &Value| body.users(arg).all(|user| user == branch.id());
    if !body.args(block).iter().all(only_branch_uses) {
        return None;
    }
    let next = branch.dest(body);
    if next == block || runs_in_a_circle(body, block, next) {
        return None;
    }
    let passed = passed();
    let substitute = |value: Value| match body.value_def(value) {
        ValueDefinition::Argument(owner, index) if owner == block => passed[index as usize],
        _ => value,
    };
    Some((next, branch.destOperands(body).into_iter().map(substitute).collect()))
}

fn runs_in_a_circle(body: &Body, first: BlockId, second: BlockId) -> bool {
    let mut visited = vec![first, second];
    let mut at = as_br(body, second);
    while let Some(branch) = at {
        let next = branch.dest(body);
        if visited.contains(&next) {
            return true;
        }
        visited.push(next);
        at = as_br(body, next);
    }
    false
}

#[pattern]
pub(crate) fn simplify_br(op: BrOp, rw: &mut Rewriter) -> Match {
    if merge_single_predecessor(op, rw) == Match::Yes {
        return Match::Yes;
    }
    let dest = op.dest(rw);
    if rw.block_of(op.id()) == Some(dest) {
        return rw.no_match(op, "it branches to its own block");
    }
    let Some((dest, operands)) = collapse(rw, dest, || op.destOperands(rw)) else {
        return rw.no_match(op, "the target does more than branch on");
    };
    rw.replace_with(op, BrOp::build(&operands, dest));
    Match::Yes
}

/// Merges the successor into this block if it has no other predecessor.
fn merge_single_predecessor(op: BrOp, rw: &mut Rewriter) -> Match {
    let dest = op.dest(rw);
    let block = rw.block_of(op.id()).expect("a branch stands in a block");
    if dest == block || rw.single_predecessor(dest).is_none() {
        return Match::No;
    }
    let operands = op.destOperands(rw);
    // Block arguments are forwarded to themselves only in an unreachable cycle: they have no replacement.
    if operands.iter().any(|&operand| rw.args(dest).contains(&operand)) {
        return Match::No;
    }
    rw.erase(op);
    rw.merge_blocks(dest, block, &operands);
    Match::Yes
}

#[pattern]
pub(crate) fn cond_br_of_constant(op: CondBrOp, rw: &mut Rewriter) -> Match {
    let Some(condition) = constant_value(rw, op.condition(rw)).and_then(|attr| attr.as_bool(rw)) else {
        return rw.no_match(op, "the condition is not constant");
    };
    let (dest, operands) = target(rw, op, condition);
    rw.replace_with(op, BrOp::build(&operands, dest));
    Match::Yes
}

fn target(body: &Body, op: CondBrOp, taken: bool) -> Target {
    (dest(body, op, taken), passed(body, op, taken))
}

fn dest(body: &Body, op: CondBrOp, taken: bool) -> BlockId {
    if taken { op.trueDest(body) } else { op.falseDest(body) }
}

fn passed(body: &Body, op: CondBrOp, taken: bool) -> Vec<Value> {
    if taken { op.trueDestOperands(body) } else { op.falseDestOperands(body) }
}

#[pattern]
pub(crate) fn cond_br_pass_through(op: CondBrOp, rw: &mut Rewriter) -> Match {
    let behind = |taken| collapse(rw, dest(rw, op, taken), || passed(rw, op, taken));
    let (new_true, new_false) = (behind(true), behind(false));
    if new_true.is_none() && new_false.is_none() {
        return rw.no_match(op, "both targets do more than branch on");
    }
    let on_true = new_true.unwrap_or_else(|| target(rw, op, true));
    let on_false = new_false.unwrap_or_else(|| target(rw, op, false));
    let weights = op.branch_weights(rw);
    let condition = op.condition(rw);
    let mut build = CondBrOp::build(condition, &on_true.1, &on_false.1, on_true.0, on_false.0);
    if let Some(weights) = weights {
        build = build.prop(CondBrOp::BRANCH_WEIGHTS, weights);
    }
    rw.replace_with(op, build);
    Match::Yes
}

#[pattern]
pub(crate) fn cond_br_same_successors(op: CondBrOp, rw: &mut Rewriter) -> Match {
    if dest(rw, op, true) != dest(rw, op, false) {
        return rw.no_match(op, "the targets differ");
    }
    let (on_true, on_false) = (target(rw, op, true), target(rw, op, false));
    if on_true.1 != on_false.1 && rw.unique_predecessor(on_true.0) != rw.block_of(op.id()) {
        return rw.no_match(op, "other blocks branch to the target too");
    }
    let condition = op.condition(rw);
    rw.before(op.id());
    let mut merged = Vec::new();
    for (&a, &b) in on_true.1.iter().zip(&on_false.1) {
        merged.push(if a == b { a } else { rw.value(SelectOp::build(condition, a, b)) });
    }
    rw.replace_with(op, BrOp::build(&merged, on_true.0));
    Match::Yes
}

#[pattern]
pub(crate) fn cond_br_same_condition(op: CondBrOp, rw: &mut Rewriter) -> Match {
    let block = rw.block_of(op.id()).expect("a branch stands in a block");
    let before = rw.single_predecessor(block).and_then(|pred| rw.last_op(pred));
    let before = before.and_then(|last| OpRef::new(rw, last).cast::<CondBrOp>());
    let Some(before) = before.filter(|before| before.condition(rw) == op.condition(rw)) else {
        return rw.no_match(op, "the predecessor does not branch on the same condition");
    };
    let taken = before.trueDest(rw) == block;
    let (dest, operands) = target(rw, op, taken);
    rw.replace_with(op, BrOp::build(&operands, dest));
    Match::Yes
}

/// Replaces the condition in a block whose only predecessor edge is one of the branch.
#[pattern]
pub(crate) fn cond_br_truth_propagation(op: CondBrOp, rw: &mut Rewriter) -> Match {
    let condition = op.condition(rw);
    let mut replaced = false;
    for taken in [true, false] {
        let dest = dest(rw, op, taken);
        if rw.single_predecessor(dest).is_none() {
            continue;
        }
        let behind = rw.uses(condition).filter(|&(user, _)| rw.block_of(user) == Some(dest));
        let uses: SmallVec<[(OpId, u32); 2]> = behind.collect();
        if uses.is_empty() {
            continue;
        }
        rw.before(op.id());
        let constant = rw.constant("arith", rw.bool_attr(taken), Type::I1).expect("arith has constants");
        let constant = rw.result(constant, 0);
        for (user, index) in uses {
            rw.set_operand(user, index as usize, constant);
        }
        replaced = true;
    }
    if replaced { Match::Yes } else { rw.no_match(op, "no use of the condition lies behind one edge") }
}

#[pattern]
pub(crate) fn cond_br_drop_unreachable(op: CondBrOp, rw: &mut Rewriter) -> Match {
    for taken in [true, false] {
        let dest = dest(rw, op, taken);
        let only = rw.first_op(dest).filter(|&first| rw.last_op(dest) == Some(first));
        if only.is_some_and(|only| OpRef::new(rw, only).is::<UnreachableOp>()) {
            let (other, operands) = target(rw, op, !taken);
            rw.replace_with(op, BrOp::build(&operands, other));
            return Match::Yes;
        }
    }
    rw.no_match(op, "no target is unreachable")
}

/// The components of a switch.
struct Cases {
    flag: Value,
    default: Target,
    cases: Vec<(ApInt, Target)>,
}

fn cases_of(body: &Body, op: SwitchOp) -> Cases {
    let view = OpRef::new(body, op.id());
    let values = |range: std::ops::Range<usize>| range.map(|index| body.operand(op.id(), index)).collect::<Vec<_>>();
    let blocks = op.caseDestinations(body);
    let cases = SwitchOp::case_list(view).into_iter().zip(blocks).enumerate();
    Cases {
        flag: op.flag(body),
        default: (op.defaultDestination(body), op.defaultOperands(body)),
        cases: cases.map(|(i, (value, block))| (value, (block, values(SwitchOp::case_range(view, i))))).collect(),
    }
}

impl Cases {
    fn target_of(&self, value: &ApInt) -> &Target {
        self.cases.iter().find(|(case, _)| case == value).map_or(&self.default, |(_, target)| target)
    }

    fn replace(self, op: SwitchOp, rw: &mut Rewriter) -> Match {
        let cx = rw.cx();
        let ty = rw.ty(self.flag);
        let operands: Vec<Value> = self.cases.iter().flat_map(|(_, (_, values))| values.iter().copied()).collect();
        let segments: Vec<i32> = self.cases.iter().map(|(_, (_, values))| values.len() as i32).collect();
        let blocks: Vec<BlockId> = self.cases.iter().map(|(_, (block, _))| *block).collect();
        let segments = cx.i32_array(&segments);
        let mut build = SwitchOp::build(self.flag, &self.default.1, &operands, segments, self.default.0, &blocks);
        if !self.cases.is_empty() {
            let values: Vec<Attr> = self.cases.iter().map(|(value, _)| cx.apint_attr(ty, value.clone())).collect();
            let vector = cx.vector_type(&[values.len() as i64], ty);
            let values = rmlir::core::dense::from_elements(cx, vector, &values).expect("one element per case");
            build = build.prop(SwitchOp::CASE_VALUES, values);
        }
        rw.replace_with(op, build);
        Match::Yes
    }
}

fn replace_by_br(op: SwitchOp, rw: &mut Rewriter, (dest, operands): &Target) -> Match {
    rw.replace_with(op, BrOp::build(operands, *dest));
    Match::Yes
}

#[pattern]
pub(crate) fn switch_only_default(op: SwitchOp, rw: &mut Rewriter) -> Match {
    let cases = cases_of(rw, op);
    if !cases.cases.is_empty() {
        return rw.no_match(op, "there are cases");
    }
    replace_by_br(op, rw, &cases.default)
}

#[pattern]
pub(crate) fn switch_drop_default_cases(op: SwitchOp, rw: &mut Rewriter) -> Match {
    let mut cases = cases_of(rw, op);
    let n = cases.cases.len();
    let default = cases.default.clone();
    cases.cases.retain(|(_, target)| *target != default);
    if cases.cases.len() == n {
        return rw.no_match(op, "no case goes where the default goes");
    }
    cases.replace(op, rw)
}

#[pattern]
pub(crate) fn switch_of_constant(op: SwitchOp, rw: &mut Rewriter) -> Match {
    let value = constant_value(rw, op.flag(rw)).and_then(|attr| attr.as_integer(rw.cx()));
    let Some((value, _)) = value else { return rw.no_match(op, "the flag is not constant") };
    let target = cases_of(rw, op).target_of(value).clone();
    replace_by_br(op, rw, &target)
}

#[pattern]
pub(crate) fn switch_pass_through(op: SwitchOp, rw: &mut Rewriter) -> Match {
    let mut cases = cases_of(rw, op);
    let mut changed = false;
    let body: &Body = rw;
    for target in cases.cases.iter_mut().map(|(_, target)| target).chain([&mut cases.default]) {
        if let Some(new) = collapse(body, target.0, || target.1.clone()) {
            *target = new;
            changed = true;
        }
    }
    if !changed {
        return rw.no_match(op, "all targets do more than branch on");
    }
    cases.replace(op, rw)
}

/// The switch on the same flag whose block is the only predecessor of the block of `op`.
fn switch_before(body: &Body, op: SwitchOp) -> Option<(BlockId, Cases)> {
    let block = body.block_of(op.id())?;
    let before = body.last_op(body.single_predecessor(block)?)?;
    let before = OpRef::new(body, before).cast::<SwitchOp>()?;
    (before.flag(body) == op.flag(body)).then(|| (block, cases_of(body, before)))
}

#[pattern]
pub(crate) fn switch_same_flag(op: SwitchOp, rw: &mut Rewriter) -> Match {
    let Some((block, before)) = switch_before(rw, op).filter(|(block, before)| before.default.0 != *block) else {
        return rw.no_match(op, "the predecessor's case does not decide");
    };
    let case = before.cases.iter().find(|(_, target)| target.0 == block);
    let (value, _) = case.expect("the block is the target of a case");
    let target = cases_of(rw, op).target_of(value).clone();
    replace_by_br(op, rw, &target)
}

#[pattern]
pub(crate) fn switch_same_flag_default(op: SwitchOp, rw: &mut Rewriter) -> Match {
    let Some((block, before)) = switch_before(rw, op).filter(|(block, before)| before.default.0 == *block) else {
        return rw.no_match(op, "the predecessor's default does not lead here");
    };
    let excluded = |value: &ApInt| before.cases.iter().any(|(case, target)| case == value && target.0 != block);
    let mut cases = cases_of(rw, op);
    let n = cases.cases.len();
    cases.cases.retain(|(value, _)| !excluded(value));
    if cases.cases.len() == n {
        return rw.no_match(op, "no case is excluded");
    }
    cases.replace(op, rw)
}
