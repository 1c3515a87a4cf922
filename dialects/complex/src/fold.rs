//! Folders.
//!
//! Without fast-math flags only folds that are exact for every operand apply, including zeros of both signs, infinities
//! and NaN. Upstream folds sums and products with neutral elements, and inverse functions, regardless of flags.

use rmlir::num::ApFloat;
use rmlir::prelude::*;
use rmlir_arith::FastMathFlags;

use crate::parts::BitcastOp;
use crate::{AddOp, ConjOp, ConstantOp, CreateOp, DivOp, ExpOp, ImOp, LogOp, MulOp, NegOp, ReOp, SubOp};

fn operand(cx: &FoldCx, index: usize) -> Value {
    cx.operand(cx.op(), index)
}

/// The components of the second operand if it is constant.
fn second(cx: &FoldCx) -> Option<[ApFloat; 2]> {
    let constant = cx.defined_by::<ConstantOp>(operand(cx, 1))?;
    let &[real, imaginary] = constant.value(cx) else { return None };
    let float = |part: Attr| part.as_float(cx).map(|(value, _)| *value);
    Some([float(real)?, float(imaginary)?])
}

#[fold(ConstantOp)]
fn constant(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    cx.prop(cx.op(), ConstantOp::VALUE).into()
}

/// Folds the creation of a complex number from its own components.
#[fold(CreateOp)]
fn create(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let parts = cx.defined_by::<ReOp>(operand(cx, 0)).zip(cx.defined_by::<ImOp>(operand(cx, 1)));
    let Some((real, imaginary)) = parts else { return Fold::No };
    let (real, imaginary) = (real.complex(cx), imaginary.complex(cx));
    if real == imaginary { Fold::value(real) } else { Fold::No }
}

#[fold(ReOp)]
fn re(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    part(cx, consts, 0)
}

#[fold(ImOp)]
fn im(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    part(cx, consts, 1)
}

/// Folds a component of a constant, or of a created complex number.
fn part(cx: &FoldCx, consts: &[Option<Attr>], index: usize) -> Fold {
    if let Some(&[real, imaginary]) = consts[0].and_then(|value| value.as_array(cx)) {
        return Fold::attr([real, imaginary][index]);
    }
    cx.defined_by::<CreateOp>(operand(cx, 0)).map(|create| cx.operand(create.id(), index)).into()
}

#[fold(BitcastOp)]
fn bitcast(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let (from, to) = (operand(cx, 0), cx.result(cx.op(), 0));
    if cx.ty(from) == cx.ty(to) { Fold::value(from) } else { Fold::No }
}

/// Whether `flags` contain all of `wanted`.
fn may_assume(flags: FastMathFlags, wanted: &[FastMathFlags]) -> bool {
    wanted.iter().all(|&flag| flags.contains(flag))
}

/// The flags required by `(a - b) + b -> a`: another rounding, and another sign of zero.
const REASSOCIATES: [FastMathFlags; 2] = [FastMathFlags::Reassociate, FastMathFlags::NoSignedZeros];

/// The flags required by `a * 1 -> a`: the products with the imaginary zero are zero, and the sign
/// of their sum is insignificant.
const FINITE: [FastMathFlags; 3] = [FastMathFlags::NoNans, FastMathFlags::NoInfinities, FastMathFlags::NoSignedZeros];

/// `(a - b) + b -> a` and `b + (a - b) -> a` if flags allow it, `a + -0 -> a`, with flags also of 0
#[fold(AddOp)]
fn add(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let (lhs, rhs, flags) = (operand(cx, 0), operand(cx, 1), AddOp::from_id(cx.op()).fastmath(cx));
    let reassociates = |sub: &SubOp| [flags, sub.fastmath(cx)].iter().all(|&flags| may_assume(flags, &REASSOCIATES));
    for (difference, other) in [(lhs, rhs), (rhs, lhs)] {
        let sub = cx.defined_by::<SubOp>(difference).filter(|sub| sub.rhs(cx) == other);
        if let Some(sub) = sub.filter(&reassociates) {
            return Fold::value(sub.lhs(cx));
        }
    }
    first_if_second_is_zero(cx, flags, ApFloat::is_neg_zero)
}

/// `(a + b) - b -> a` if flags allow it, `a - 0 -> a`, with flags also of -0
#[fold(SubOp)]
fn sub(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let (lhs, rhs, flags) = (operand(cx, 0), operand(cx, 1), SubOp::from_id(cx.op()).fastmath(cx));
    let reassociates = |add: &AddOp| [flags, add.fastmath(cx)].iter().all(|&flags| may_assume(flags, &REASSOCIATES));
    if let Some(add) = cx.defined_by::<AddOp>(lhs).filter(|add| add.rhs(cx) == rhs).filter(reassociates) {
        return Fold::value(add.lhs(cx));
    }
    first_if_second_is_zero(cx, flags, ApFloat::is_pos_zero)
}

/// `neutral` is the neutral zero; without signed zeros, both are neutral.
fn first_if_second_is_zero(cx: &FoldCx, flags: FastMathFlags, neutral: fn(&ApFloat) -> bool) -> Fold {
    let neutral = if may_assume(flags, &[FastMathFlags::NoSignedZeros]) { ApFloat::is_zero } else { neutral };
    let is_zero = second(cx).is_some_and(|parts| parts.iter().all(neutral));
    if is_zero { Fold::value(operand(cx, 0)) } else { Fold::No }
}

/// `a * 1 -> a` if flags allow it
#[fold(MulOp)]
fn mul(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    first_if_second_is_one(cx, MulOp::from_id(cx.op()).fastmath(cx))
}

/// `a / 1 -> a` if flags allow it
#[fold(DivOp)]
fn div(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    first_if_second_is_one(cx, DivOp::from_id(cx.op()).fastmath(cx))
}

/// With an infinity or NaN in `a`, the products with the imaginary zero are NaN.
fn first_if_second_is_one(cx: &FoldCx, flags: FastMathFlags) -> Fold {
    let is_one = || second(cx).is_some_and(|[real, imaginary]| imaginary.is_zero() && real.is_exactly(1.0));
    if may_assume(flags, &FINITE) && is_one() { Fold::value(operand(cx, 0)) } else { Fold::No }
}

/// Folds an operation of the inverse `T` to the operand of `T`.
fn undo<T: Op>(cx: &FoldCx) -> Fold {
    cx.defined_by::<T>(operand(cx, 0)).map(|inner| cx.operand(inner.id(), 0)).into()
}

#[fold(NegOp)]
fn neg(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    undo::<NegOp>(cx)
}

#[fold(ConjOp)]
fn conj(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    undo::<ConjOp>(cx)
}

/// `exp (log a) -> a` if flags allow it. There is no such fold of `log (exp a)`, whose imaginary part
/// has a magnitude of at most pi.
#[fold(ExpOp)]
fn exp(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let own = ExpOp::from_id(cx.op()).fastmath(cx);
    let inner = cx.defined_by::<LogOp>(operand(cx, 0)).map(|log| log.fastmath(cx));
    let approximates = |flags| may_assume(flags, &REASSOCIATES) && may_assume(flags, &FINITE);
    if inner.is_some_and(|inner| approximates(inner) && approximates(own)) { undo::<LogOp>(cx) } else { Fold::No }
}
