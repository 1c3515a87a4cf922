//! Folding: an operation is folded if the results for 32-bit and 64-bit targets agree in their low 32 bits.

use rmlir::core::fold::constant_value;
use rmlir::prelude::*;
use rmlir_arith::CmpIPredicate;

use crate::arithmetic::*;
use crate::cast::{CastSOp, CastUOp, CmpOp};

/// An operation on two integers of one width; `None` where it is undefined.
pub(crate) type Compute = fn(&ApInt, &ApInt) -> Option<ApInt>;

/// The minimum width of `index` on all targets.
pub(crate) const MIN_WIDTH: u32 = 32;
const MAX_WIDTH: u32 = 64;

/// The constant integer value of operand `index`.
fn int<'c>(cx: &'c FoldCx, consts: &[Option<Attr>], index: usize) -> Option<&'c ApInt> {
    consts.get(index).copied().flatten()?.as_integer(cx).map(|(value, _)| value)
}

/// `compute` of constants, if the results for both widths agree.
pub(crate) fn compute_in_both_widths(compute: Compute, lhs: &ApInt, rhs: &ApInt) -> Option<ApInt> {
    let wide = compute(lhs, rhs)?;
    let narrow = compute(&lhs.trunc(MIN_WIDTH), &rhs.trunc(MIN_WIDTH))?;
    (wide.trunc(MIN_WIDTH) == narrow).then_some(wide)
}

fn binary(cx: &FoldCx, consts: &[Option<Attr>], compute: Compute) -> Fold {
    let (Some(lhs), Some(rhs)) = (int(cx, consts, 0), int(cx, consts, 1)) else { return Fold::No };
    compute_in_both_widths(compute, lhs, rhs).map(|value| cx.apint_attr(Type::INDEX, value)).into()
}

/// Rows of `Op compute = |lhs, rhs| result;`.
macro_rules! folders {
    ($($op:ident $compute:ident = |$lhs:ident, $rhs:ident| $result:expr;)*) => {$(
        pub(crate) fn $compute($lhs: &ApInt, $rhs: &ApInt) -> Option<ApInt> {
            $result
        }
        impl Folder for $op {
            fn fold(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
                match binary(cx, consts, $compute) {
                    Fold::No => identity(cx, consts),
                    found => found,
                }
            }
        }
    )*};
}

folders! {
    AddOp compute_add = |lhs, rhs| Some(lhs.add(rhs));
    SubOp compute_sub = |lhs, rhs| Some(lhs.sub(rhs));
    MulOp compute_mul = |lhs, rhs| Some(lhs.mul(rhs));
    DivSOp compute_divs = |lhs, rhs| lhs.sdiv(rhs);
    DivUOp compute_divu = |lhs, rhs| lhs.udiv(rhs);
    CeilDivSOp compute_ceildivs = |lhs, rhs| ceil_div_signed(lhs, rhs);
    CeilDivUOp compute_ceildivu = |lhs, rhs| lhs.ceil_div_unsigned(rhs);
    FloorDivSOp compute_floordivs = |lhs, rhs| floor_div_signed(lhs, rhs);
    RemSOp compute_rems = |lhs, rhs| lhs.srem(rhs);
    RemUOp compute_remu = |lhs, rhs| lhs.urem(rhs);
    MaxSOp compute_maxs = |lhs, rhs| Some(lhs.smax(rhs));
    MaxUOp compute_maxu = |lhs, rhs| Some(lhs.umax(rhs));
    MinSOp compute_mins = |lhs, rhs| Some(lhs.smin(rhs));
    MinUOp compute_minu = |lhs, rhs| Some(lhs.umin(rhs));
    ShlOp compute_shl = |lhs, rhs| shift_amount(rhs).map(|amount| lhs.shl(amount));
    ShrSOp compute_shrs = |lhs, rhs| shift_amount(rhs).map(|amount| lhs.ashr(amount));
    ShrUOp compute_shru = |lhs, rhs| shift_amount(rhs).map(|amount| lhs.lshr(amount));
    AndOp compute_and = |lhs, rhs| Some(lhs.and(rhs));
    OrOp compute_or = |lhs, rhs| Some(lhs.or(rhs));
    XOrOp compute_xor = |lhs, rhs| Some(lhs.xor(rhs));
}

/// `x + 0`, `x - 0`, `x * 1` and `x * 0`.
fn identity(cx: &FoldCx, consts: &[Option<Attr>]) -> Fold {
    let Some(rhs) = int(cx, consts, 1) else { return Fold::No };
    let lhs = Fold::value(cx.operand(cx.op(), 0));
    match cx.name(cx.op()).str(cx) {
        AddOp::NAME | SubOp::NAME if rhs.is_zero() => lhs,
        MulOp::NAME if rhs.is_one() => lhs,
        MulOp::NAME if rhs.is_zero() => consts[1].into(),
        _ => Fold::No,
    }
}

/// A shift amount that is valid in both widths.
fn shift_amount(amount: &ApInt) -> Option<u32> {
    let amount = amount.zext_value()?;
    (amount < u64::from(MIN_WIDTH)).then_some(amount as u32)
}

fn is_positive(value: &ApInt) -> bool {
    !value.is_negative() && !value.is_zero()
}

/// Rounds up, by divisions that do not overflow.
fn ceil_div_signed(n: &ApInt, m: &ApInt) -> Option<ApInt> {
    if m.is_zero() || n.is_zero() {
        return (!m.is_zero()).then(|| n.clone());
    }
    if is_positive(n) != is_positive(m) {
        // Rounding toward zero is rounding up. Upstream negates twice, which overflows for the minimum integer.
        return n.sdiv(m);
    }
    let (one, minus_one) = (ApInt::one(n.width()), ApInt::all_ones(n.width()));
    let toward_zero = if is_positive(m) { minus_one } else { one.clone() };
    n.add(&toward_zero).sdiv(m).map(|value| value.add(&one))
}

/// Rounds down, by divisions that do not overflow.
fn floor_div_signed(n: &ApInt, m: &ApInt) -> Option<ApInt> {
    if m.is_zero() || n.is_zero() {
        return (!m.is_zero()).then(|| n.clone());
    }
    if n.is_negative() == m.is_negative() {
        return n.sdiv(m);
    }
    let (one, minus_one) = (ApInt::one(n.width()), ApInt::all_ones(n.width()));
    let away = if m.is_negative() { one } else { minus_one.clone() };
    away.sub(n).sdiv(m).map(|value| minus_one.sub(&value))
}

#[fold(CastSOp)]
fn casts(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    cast(cx, consts, ApInt::sext, ApInt::sext_or_trunc)
}

#[fold(CastUOp)]
fn castu(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    cast(cx, consts, ApInt::zext, ApInt::zext_or_trunc)
}

fn cast(
    cx: &FoldCx,
    consts: &[Option<Attr>],
    extend: fn(&ApInt, u32) -> ApInt,
    resize: fn(&ApInt, u32) -> ApInt,
) -> Fold {
    let Some(value) = int(cx, consts, 0) else { return Fold::No };
    let ty = cx.ty(cx.result(cx.op(), 0));
    let Some(width) = ty.int_width(cx) else {
        // The 32-bit result is the truncated 64-bit result.
        return Fold::attr(cx.apint_attr(ty, resize(value, MAX_WIDTH)));
    };
    let narrow = value.trunc(MIN_WIDTH);
    let result = if width <= MIN_WIDTH {
        Some(value.trunc(width))
    } else if width >= MAX_WIDTH {
        (extend(&narrow, MAX_WIDTH) == *value).then(|| extend(value, width))
    } else {
        Some(value.trunc(width)).filter(|result| *result == extend(&narrow, width))
    };
    result.map(|result| cx.apint_attr(ty, result)).into()
}

#[fold(CmpOp)]
fn cmp(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let op = cx.op();
    let predicate = CmpOp::from_id(op).predicate(cx);
    let rhs = int(cx, consts, 1);
    let known = match (int(cx, consts, 0), rhs) {
        (Some(lhs), Some(rhs)) => {
            let wide = predicate.holds(lhs, rhs);
            (wide == predicate.holds(&lhs.trunc(MIN_WIDTH), &rhs.trunc(MIN_WIDTH))).then_some(wide)
        }
        _ => None,
    };
    let known = known.or_else(|| compare_extremum(cx, cx.operand(op, 0), rhs?, predicate));
    let same = || (cx.operand(op, 0) == cx.operand(op, 1)).then(|| predicate.accepts(std::cmp::Ordering::Equal));
    known.or_else(same).map(|known| cx.bool_attr(known)).into()
}

/// Compares `max(x, constant)` or `min(x, constant)` with `rhs`.
fn compare_extremum(body: &Body, lhs: Value, rhs: &ApInt, predicate: CmpIPredicate) -> Option<bool> {
    let made_by = OpRef::new(body, body.defining_op(lhs)?);
    let bounds: fn(&ApInt) -> IntRange = if made_by.is::<MinSOp>() {
        |bound| IntRange::from_signed(ApInt::signed_min(bound.width()), bound.clone())
    } else if made_by.is::<MinUOp>() {
        |bound| IntRange::from_unsigned(ApInt::zero(bound.width()), bound.clone())
    } else if made_by.is::<MaxSOp>() {
        |bound| IntRange::from_signed(bound.clone(), ApInt::signed_max(bound.width()))
    } else if made_by.is::<MaxUOp>() {
        |bound| IntRange::from_unsigned(bound.clone(), ApInt::all_ones(bound.width()))
    } else {
        return None;
    };
    let (bound, _) = constant_value(body, made_by.operand(1).id)?.as_integer(body)?;
    let compare =
        |bound: &ApInt, rhs: &ApInt| predicate.holds_for_all(&bounds(bound), &IntRange::constant(rhs.clone()));
    let wide = compare(bound, rhs)?;
    (compare(&bound.trunc(MIN_WIDTH), &rhs.trunc(MIN_WIDTH)) == Some(wide)).then_some(wide)
}
