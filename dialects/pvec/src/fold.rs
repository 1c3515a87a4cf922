//! Folding and canonicalization for constant predicates.
//!
//! A predicate is constant if it is defined by [`PtrueOp`] or [`PclearOp`]. These are no `ConstantLike` operations:
//! registers hold the values.

use rmlir::prelude::*;

use crate::lanes::{CompressOp, ExpandOp, ExtractOp, PermuteOp};
use crate::{
    AllOp, AnyOp, BlendOp, BroadcastOp, CmppOp, GuardOp, LaneIdOp, LoadOp, NoneOp, PandOp, PandnOp, PclearOp, PnotOp,
    PorOp, PtrueOp, ReduceOp, SelectOp, StoreOp,
};
use rmlir_arith::ConstantOp;

canonicalize! {
    GuardOp: guard_of_known;
    PnotOp: not_of_known;
    StoreOp: store_of_known;
    AnyOp: any_of_known;
    AllOp: all_of_known;
    NoneOp: none_of_known;
}

/// The constant value of a predicate, or of all lanes of a mask.
pub fn known(body: &Body, predicate: Value) -> Option<bool> {
    if body.defined_by::<PtrueOp>(predicate).is_some() {
        return Some(true);
    }
    body.defined_by::<PclearOp>(predicate).map(|_| false)
}

/// The two operands, and their constant values.
fn pair(cx: &FoldCx) -> ([Value; 2], [Option<bool>; 2]) {
    let operands = [0, 1].map(|at| cx.operand(cx.op(), at));
    (operands, operands.map(|operand| known(cx, operand)))
}

#[fold(PandOp)]
fn pand(cx: &mut FoldCx, _: &[Option<Attr>]) -> Fold {
    match pair(cx) {
        ([a, b], _) if a == b => Fold::value(a),
        ([_, b], [Some(true), _] | [_, Some(false)]) => Fold::value(b),
        ([a, _], [Some(false), _] | [_, Some(true)]) => Fold::value(a),
        _ => Fold::No,
    }
}

#[fold(PorOp)]
fn por(cx: &mut FoldCx, _: &[Option<Attr>]) -> Fold {
    match pair(cx) {
        ([a, b], _) if a == b => Fold::value(a),
        ([_, b], [Some(false), _] | [_, Some(true)]) => Fold::value(b),
        ([a, _], [Some(true), _] | [_, Some(false)]) => Fold::value(a),
        _ => Fold::No,
    }
}

#[fold(PandnOp)]
fn pandn(cx: &mut FoldCx, _: &[Option<Attr>]) -> Fold {
    match pair(cx) {
        ([a, _], [Some(false), _] | [_, Some(false)]) => Fold::value(a),
        _ => Fold::No,
    }
}

/// Folds a double negation.
#[fold(PnotOp)]
fn pnot(cx: &mut FoldCx, _: &[Option<Attr>]) -> Fold {
    let input = cx.operand(cx.op(), 0);
    cx.defined_by::<PnotOp>(input).map(|not| not.input(cx)).into()
}

#[fold(SelectOp)]
fn select(cx: &mut FoldCx, _: &[Option<Attr>]) -> Fold {
    let op = SelectOp::from_id(cx.op());
    let (then, otherwise) = (op.true_value(cx), op.false_value(cx));
    match known(cx, op.predicate(cx)) {
        _ if then == otherwise => Fold::value(then),
        Some(true) => Fold::value(then),
        Some(false) => Fold::value(otherwise),
        None => Fold::No,
    }
}

/// Selects the value whose predicate is constant true; a single value is the result, which may be poison otherwise.
#[fold(BlendOp)]
fn blend(cx: &mut FoldCx, _: &[Option<Attr>]) -> Fold {
    let op = BlendOp::from_id(cx.op());
    let (values, predicates) = (op.values(cx), op.predicates(cx));
    if let [only] = values[..] {
        return Fold::value(only);
    }
    let chosen = values.iter().zip(&predicates).find(|(_, predicate)| known(cx, **predicate) == Some(true));
    chosen.map(|(&value, _)| value).into()
}

/// Removes a guard that is constant true.
#[fold(CmppOp)]
fn cmpp(cx: &mut FoldCx, _: &[Option<Attr>]) -> Fold {
    let op = CmppOp::from_id(cx.op());
    let (guard, olds) = (op.guard(cx), op.olds(cx));
    if guard.is_none_or(|guard| known(cx, guard) != Some(true)) {
        return Fold::No;
    }
    let sizes = cx.i32_array(&[1, 0, olds.len() as i32]);
    let operands: Vec<Value> = std::iter::once(op.condition(cx)).chain(olds).collect();
    cx.set_operands(&operands);
    cx.set_prop(CmppOp::OPERAND_SEGMENT_SIZES, sizes);
    Fold::InPlace
}

/// Folds a load without active lanes to its pass-through value.
#[fold(LoadOp)]
fn load(cx: &mut FoldCx, _: &[Option<Attr>]) -> Fold {
    let op = LoadOp::from_id(cx.op());
    (known(cx, op.guard(cx)) == Some(false)).then(|| op.passthru(cx)).into()
}

#[fold(ReduceOp)]
fn reduce(cx: &mut FoldCx, _: &[Option<Attr>]) -> Fold {
    let op = ReduceOp::from_id(cx.op());
    (known(cx, op.mask(cx)) == Some(false)).then(|| op.init(cx)).into()
}

/// Folds a permutation by a mask with all lanes active.
#[fold(CompressOp, ExpandOp)]
fn by_mask(cx: &mut FoldCx, _: &[Option<Attr>]) -> Fold {
    let [source, mask] = [0, 1].map(|at| cx.operand(cx.op(), at));
    (known(cx, mask) == Some(true)).then_some(source).into()
}

/// Folds the identity permutation.
#[fold(PermuteOp)]
fn permute(cx: &mut FoldCx, _: &[Option<Attr>]) -> Fold {
    let [source, from] = [0, 1].map(|at| cx.operand(cx.op(), at));
    cx.defined_by::<LaneIdOp>(from).map(|_| source).into()
}

/// Folds extraction from a broadcast.
#[fold(ExtractOp)]
fn extract(cx: &mut FoldCx, _: &[Option<Attr>]) -> Fold {
    let source = cx.operand(cx.op(), 0);
    cx.defined_by::<BroadcastOp>(source).map(|broadcast| broadcast.value(cx)).into()
}

/// Folds the negation of a constant.
#[pattern]
fn not_of_known(op: PnotOp, rw: &mut Rewriter) -> Match {
    let ty = rw.ty(op.input(rw));
    let value = match known(rw, op.input(rw)) {
        None => return rw.no_match(op, "the operand is not known"),
        Some(true) => rw.value(PclearOp::build(ty)),
        Some(false) => rw.value(PtrueOp::build(ty)),
    };
    rw.replace(op, [value])
}

/// Inlines a guard whose predicate is true, and erases one whose predicate is false.
#[pattern]
fn guard_of_known(op: GuardOp, rw: &mut Rewriter) -> Match {
    match known(rw, op.predicate(rw)) {
        None => rw.no_match(op, "the predicate is not known"),
        Some(false) => rw.replace(op, op.otherwise(rw)),
        Some(true) => {
            let last = op.terminator(rw);
            let given: Vec<Value> = rw.operands(last).collect();
            rw.erase(last);
            rw.inline_block_before(op.block(rw), op.id(), &[]);
            rw.replace(op, given)
        }
    }
}

/// Erases a store without active lanes.
#[pattern]
fn store_of_known(op: StoreOp, rw: &mut Rewriter) -> Match {
    if known(rw, op.guard(rw)) == Some(false) {
        return rw.erase(op);
    }
    rw.no_match(op, "lanes may be on")
}

/// Replaces a query of a mask by its constant result.
fn answered(rw: &mut Rewriter, op: OpId, answer: impl Fn(bool) -> bool) -> Match {
    let Some(bit) = known(rw, rw.operand(op, 0)) else { return rw.no_match(op, "the mask is not known") };
    let attr = rw.cx().bool_attr(answer(bit));
    let value = rw.value(ConstantOp::build(attr));
    rw.replace(op, [value])
}

/// A mask has at least one lane, so "all" implies "any".
#[pattern]
fn any_of_known(op: AnyOp, rw: &mut Rewriter) -> Match {
    answered(rw, op.id(), |bit| bit)
}

/// See [`any_of_known`].
#[pattern]
fn all_of_known(op: AllOp, rw: &mut Rewriter) -> Match {
    answered(rw, op.id(), |bit| bit)
}

/// See [`any_of_known`].
#[pattern]
fn none_of_known(op: NoneOp, rw: &mut Rewriter) -> Match {
    answered(rw, op.id(), |bit| !bit)
}
