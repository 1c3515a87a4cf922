//! What operations become when predicates are known.
//!
//! A predicate is known if [`PtrueOp`] or [`PclearOp`] makes it. They are no constants of their own: registers hold them.

use rmlir::prelude::*;

use crate::{
    AllOp, AnyOp, BlendOp, BroadcastOp, CmppOp, GuardOp, LaneIdOp, LoadOp, NoneOp, PclearOp, PnotOp, PtrueOp, ReduceOp,
    SelectOp, StoreOp,
};
use rmlir_arith::ConstantOp;

/// The bit that a predicate, or each lane of a mask, is known to be.
pub fn known(body: &Body, predicate: Value) -> Option<bool> {
    if body.defined_by::<PtrueOp>(predicate).is_some() {
        return Some(true);
    }
    body.defined_by::<PclearOp>(predicate).map(|_| false)
}

/// The two operands, and what is known of them.
fn pair(cx: &FoldCx) -> ([Value; 2], [Option<bool>; 2]) {
    let operands = [0, 1].map(|at| cx.operand(cx.op(), at));
    (operands, operands.map(|operand| known(cx, operand)))
}

pub fn pand(cx: &mut FoldCx, _: &[Option<Attr>]) -> Fold {
    match pair(cx) {
        ([a, b], _) if a == b => Fold::value(a),
        ([_, b], [Some(true), _] | [_, Some(false)]) => Fold::value(b),
        ([a, _], [Some(false), _] | [_, Some(true)]) => Fold::value(a),
        _ => Fold::No,
    }
}

pub fn por(cx: &mut FoldCx, _: &[Option<Attr>]) -> Fold {
    match pair(cx) {
        ([a, b], _) if a == b => Fold::value(a),
        ([_, b], [Some(false), _] | [_, Some(true)]) => Fold::value(b),
        ([a, _], [Some(true), _] | [_, Some(false)]) => Fold::value(a),
        _ => Fold::No,
    }
}

pub fn pandn(cx: &mut FoldCx, _: &[Option<Attr>]) -> Fold {
    match pair(cx) {
        ([a, _], [Some(false), _] | [_, Some(false)]) => Fold::value(a),
        _ => Fold::No,
    }
}

/// What is negated twice is as it was.
pub fn pnot(cx: &mut FoldCx, _: &[Option<Attr>]) -> Fold {
    let input = cx.operand(cx.op(), 0);
    cx.defined_by::<PnotOp>(input).map(|not| not.input(cx)).into()
}

pub fn select(cx: &mut FoldCx, _: &[Option<Attr>]) -> Fold {
    let op = SelectOp::from_id(cx.op());
    let (then, otherwise) = (op.true_value(cx), op.false_value(cx));
    match known(cx, op.predicate(cx)) {
        _ if then == otherwise => Fold::value(then),
        Some(true) => Fold::value(then),
        Some(false) => Fold::value(otherwise),
        None => Fold::No,
    }
}

/// A predicate that holds chooses; if there is one value only, it is that or poison.
pub fn blend(cx: &mut FoldCx, _: &[Option<Attr>]) -> Fold {
    let op = BlendOp::from_id(cx.op());
    let (values, predicates) = (op.values(cx), op.predicates(cx));
    if let [only] = values[..] {
        return Fold::value(only);
    }
    let chosen = values.iter().zip(&predicates).find(|(_, predicate)| known(cx, **predicate) == Some(true));
    chosen.map(|(&value, _)| value).into()
}

/// A guard that always holds guards nothing.
pub fn cmpp(cx: &mut FoldCx, _: &[Option<Attr>]) -> Fold {
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

/// Nothing is read under a mask of no lane.
pub fn load(cx: &mut FoldCx, _: &[Option<Attr>]) -> Fold {
    let op = LoadOp::from_id(cx.op());
    (known(cx, op.guard(cx)) == Some(false)).then(|| op.passthru(cx)).into()
}

pub fn reduce(cx: &mut FoldCx, _: &[Option<Attr>]) -> Fold {
    let op = ReduceOp::from_id(cx.op());
    (known(cx, op.mask(cx)) == Some(false)).then(|| op.init(cx)).into()
}

/// Lanes that are all on stay where they are.
pub fn by_mask(cx: &mut FoldCx, _: &[Option<Attr>]) -> Fold {
    let [source, mask] = [0, 1].map(|at| cx.operand(cx.op(), at));
    (known(cx, mask) == Some(true)).then_some(source).into()
}

/// Each lane from its own place.
pub fn permute(cx: &mut FoldCx, _: &[Option<Attr>]) -> Fold {
    let [source, from] = [0, 1].map(|at| cx.operand(cx.op(), at));
    cx.defined_by::<LaneIdOp>(from).map(|_| source).into()
}

/// All lanes of a broadcast are the same.
pub fn extract(cx: &mut FoldCx, _: &[Option<Attr>]) -> Fold {
    let source = cx.operand(cx.op(), 0);
    cx.defined_by::<BroadcastOp>(source).map(|broadcast| broadcast.value(cx)).into()
}

/// `not true` is `false`.
#[pattern]
pub fn not_of_known(op: PnotOp, rw: &mut Rewriter) -> Match {
    let ty = rw.ty(op.input(rw));
    let value = match known(rw, op.input(rw)) {
        None => return rw.no_match(op, "the operand is not known"),
        Some(true) => rw.value(PclearOp::build(ty)),
        Some(false) => rw.value(PtrueOp::build(ty)),
    };
    rw.replace(op, [value])
}

/// What always holds guards nothing, and what never holds is not executed.
#[pattern]
pub fn guard_of_known(op: GuardOp, rw: &mut Rewriter) -> Match {
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

/// Nothing is written under a mask of no lane.
#[pattern]
pub fn store_of_known(op: StoreOp, rw: &mut Rewriter) -> Match {
    if known(rw, op.guard(rw)) == Some(false) {
        return rw.erase(op);
    }
    rw.no_match(op, "lanes may be on")
}

/// Replaces a question whose answer is known.
fn answered(rw: &mut Rewriter, op: OpId, answer: impl Fn(bool) -> bool) -> Match {
    let Some(bit) = known(rw, rw.operand(op, 0)) else { return rw.no_match(op, "the mask is not known") };
    let attr = rw.cx().bool_attr(answer(bit));
    let value = rw.value(ConstantOp::build(attr));
    rw.replace(op, [value])
}

/// A mask has at least one lane, so that all lanes being on means that one is.
#[pattern]
pub fn any_of_known(op: AnyOp, rw: &mut Rewriter) -> Match {
    answered(rw, op.id(), |bit| bit)
}

/// See [`any_of_known`].
#[pattern]
pub fn all_of_known(op: AllOp, rw: &mut Rewriter) -> Match {
    answered(rw, op.id(), |bit| bit)
}

/// See [`any_of_known`].
#[pattern]
pub fn none_of_known(op: NoneOp, rw: &mut Rewriter) -> Match {
    answered(rw, op.id(), |bit| !bit)
}
