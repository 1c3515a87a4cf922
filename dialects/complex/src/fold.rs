//! Folders.

use rmlir::num::ApFloat;
use rmlir::prelude::*;

use crate::{AddOp, ConjOp, ConstantOp, CreateOp, ExpOp, ImOp, LogOp, NegOp, ReOp, SubOp};

/// The operation that makes `value`, if it is of this kind.
pub(crate) fn made_by<T: Op>(body: &Body, value: Value) -> Option<OpId> {
    body.defining_op(value).filter(|&made_by| OpRef::new(body, made_by).is::<T>())
}

fn operand(cx: &FoldCx, index: usize) -> Value {
    cx.operand(cx.op(), index)
}

/// The two floats of the constant that the second operand is.
fn second(cx: &FoldCx) -> Option<[ApFloat; 2]> {
    let made_by = made_by::<ConstantOp>(cx, operand(cx, 1))?;
    let &[real, imaginary] = cx.prop(made_by, ConstantOp::VALUE)?.as_array(cx)? else { return None };
    let float = |part: Attr| part.as_float(cx).map(|(value, _)| *value);
    Some([float(real)?, float(imaginary)?])
}

pub(crate) fn constant(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    cx.prop(cx.op(), ConstantOp::VALUE).into()
}

/// The number whose parts are put together again.
pub(crate) fn create(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let (real, imaginary) = (made_by::<ReOp>(cx, operand(cx, 0)), made_by::<ImOp>(cx, operand(cx, 1)));
    let (Some(real), Some(imaginary)) = (real, imaginary) else { return Fold::No };
    let (real, imaginary) = (cx.operand(real, 0), cx.operand(imaginary, 0));
    if real == imaginary { Fold::value(real) } else { Fold::No }
}

pub(crate) fn re(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    part(cx, consts, 0)
}

pub(crate) fn im(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    part(cx, consts, 1)
}

/// A part of a constant, or of what was put together.
fn part(cx: &FoldCx, consts: &[Option<Attr>], index: usize) -> Fold {
    if let Some(&[real, imaginary]) = consts[0].and_then(|value| value.as_array(cx)) {
        return Fold::attr([real, imaginary][index]);
    }
    made_by::<CreateOp>(cx, operand(cx, 0)).map(|create| cx.operand(create, index)).into()
}

pub(crate) fn bitcast(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let (from, to) = (operand(cx, 0), cx.result(cx.op(), 0));
    if cx.ty(from) == cx.ty(to) { Fold::value(from) } else { Fold::No }
}

/// `(a - b) + b -> a`, `b + (a - b) -> a`, `a + 0 -> a`
pub(crate) fn add(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let (lhs, rhs) = (operand(cx, 0), operand(cx, 1));
    for (difference, other) in [(lhs, rhs), (rhs, lhs)] {
        if let Some(sub) = made_by::<SubOp>(cx, difference).filter(|&sub| cx.operand(sub, 1) == other) {
            return Fold::value(cx.operand(sub, 0));
        }
    }
    first_if_second_is_zero(cx)
}

/// `(a + b) - b -> a`, `a - 0 -> a`
pub(crate) fn sub(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let (lhs, rhs) = (operand(cx, 0), operand(cx, 1));
    if let Some(add) = made_by::<AddOp>(cx, lhs).filter(|&add| cx.operand(add, 1) == rhs) {
        return Fold::value(cx.operand(add, 0));
    }
    first_if_second_is_zero(cx)
}

fn first_if_second_is_zero(cx: &FoldCx) -> Fold {
    let is_zero = second(cx).is_some_and(|parts| parts.iter().all(ApFloat::is_zero));
    if is_zero { Fold::value(operand(cx, 0)) } else { Fold::No }
}

/// `a * 1 -> a`
pub(crate) fn mul(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    first_if_second_is_one(cx)
}

/// `a / 1 -> a`
pub(crate) fn div(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    first_if_second_is_one(cx)
}

fn first_if_second_is_one(cx: &FoldCx) -> Fold {
    let is_one = second(cx).is_some_and(|[real, imaginary]| imaginary.is_zero() && real.is_exactly(1.0));
    if is_one { Fold::value(operand(cx, 0)) } else { Fold::No }
}

/// What the operand was made from by an operation of kind `T`.
fn undo<T: Op>(cx: &FoldCx) -> Fold {
    made_by::<T>(cx, operand(cx, 0)).map(|inner| cx.operand(inner, 0)).into()
}

pub(crate) fn neg(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    undo::<NegOp>(cx)
}

pub(crate) fn conj(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    undo::<ConjOp>(cx)
}

pub(crate) fn exp(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    undo::<LogOp>(cx)
}

pub(crate) fn log(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    undo::<ExpOp>(cx)
}
