//! Folders.

use rmlir::num::ApFloat;
use rmlir::prelude::*;

use crate::{AddOp, ConjOp, ConstantOp, CreateOp, ExpOp, ImOp, LogOp, NegOp, ReOp, SubOp};

fn operand(cx: &FoldCx, index: usize) -> Value {
    cx.operand(cx.op(), index)
}

/// The two floats of the constant that the second operand is.
fn second(cx: &FoldCx) -> Option<[ApFloat; 2]> {
    let constant = cx.defined_by::<ConstantOp>(operand(cx, 1))?;
    let &[real, imaginary] = cx.prop(constant.id(), ConstantOp::VALUE)?.as_array(cx)? else { return None };
    let float = |part: Attr| part.as_float(cx).map(|(value, _)| *value);
    Some([float(real)?, float(imaginary)?])
}

pub(crate) fn constant(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    cx.prop(cx.op(), ConstantOp::VALUE).into()
}

/// The number whose parts are put together again.
pub(crate) fn create(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let parts = cx.defined_by::<ReOp>(operand(cx, 0)).zip(cx.defined_by::<ImOp>(operand(cx, 1)));
    let Some((real, imaginary)) = parts else { return Fold::No };
    let (real, imaginary) = (real.complex(cx), imaginary.complex(cx));
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
    cx.defined_by::<CreateOp>(operand(cx, 0)).map(|create| cx.operand(create.id(), index)).into()
}

pub(crate) fn bitcast(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let (from, to) = (operand(cx, 0), cx.result(cx.op(), 0));
    if cx.ty(from) == cx.ty(to) { Fold::value(from) } else { Fold::No }
}

/// `(a - b) + b -> a`, `b + (a - b) -> a`, `a + 0 -> a`
pub(crate) fn add(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let (lhs, rhs) = (operand(cx, 0), operand(cx, 1));
    for (difference, other) in [(lhs, rhs), (rhs, lhs)] {
        if let Some(sub) = cx.defined_by::<SubOp>(difference).filter(|sub| sub.rhs(cx) == other) {
            return Fold::value(sub.lhs(cx));
        }
    }
    first_if_second_is_zero(cx)
}

/// `(a + b) - b -> a`, `a - 0 -> a`
pub(crate) fn sub(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let (lhs, rhs) = (operand(cx, 0), operand(cx, 1));
    if let Some(add) = cx.defined_by::<AddOp>(lhs).filter(|add| add.rhs(cx) == rhs) {
        return Fold::value(add.lhs(cx));
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
    cx.defined_by::<T>(operand(cx, 0)).map(|inner| cx.operand(inner.id(), 0)).into()
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
