//! `arith.cmpf` of an integer cast to a float and a constant, as `arith.cmpi`.
//!
//! Based on instcombine's fold of the same name: 1. the cast must be exact as far as the comparison depends on it; 2. a
//! constant beyond all integers of the type determines the result; 3. a constant between two integers is replaced by
//! the one nearer to zero, and the predicate by an equivalent one.

use std::cmp::Ordering;

use rmlir::core::fold::constant_value;
use rmlir::num::Rounding;
use rmlir::prelude::*;

use crate::attrs::{CmpFPredicate, CmpIPredicate};
use crate::cast::{SIToFPOp, UIToFPOp};
use crate::compare::{CmpFOp, CmpIOp};
use crate::constant::ConstantOp;

canonicalize! {
    CmpFOp: cmpf_of_int;
}

/// The replacement of the comparison.
enum Outcome {
    /// The result is constant.
    Decided(bool),
    /// An integer comparison with this predicate and constant.
    Integers(CmpIPredicate, ApInt),
}

/// `cmpf (sitofp x), c` is `cmpi x, c`, and so with `uitofp`
#[pattern]
fn cmpf_of_int(op: CmpFOp, rw: &mut Rewriter) -> Match {
    let Some((source, outcome)) = decide(rw, op) else {
        return rw.no_match(op, "not an integer and a constant that compare as integers");
    };
    rw.before(op.id());
    match outcome {
        Outcome::Decided(holds) => {
            let holds = rw.bool_attr(holds);
            rw.replace_with(op, ConstantOp::build(holds));
        }
        Outcome::Integers(predicate, constant) => {
            let constant = rw.apint_attr(rw.ty(source), constant);
            let constant = rw.value(ConstantOp::build(constant));
            let predicate = predicate.attr(rw);
            rw.replace_with(op, CmpIOp::build(source, constant, predicate));
        }
    }
    Match::Yes
}

fn decide(body: &Body, op: CmpFOp) -> Option<(Value, Outcome)> {
    let (constant, _) = constant_value(body, op.rhs(body))?.as_float(body)?;
    let constant = *constant;
    if constant.is_nan() {
        return None;
    }
    let (source, signed) = match body.defined_by::<SIToFPOp>(op.lhs(body)) {
        Some(cast) => (cast.input(body), true),
        None => (body.defined_by::<UIToFPOp>(op.lhs(body))?.input(body), false),
    };
    let width = body.ty(source).int_width(body)?;
    if !is_exact_enough(constant, width, signed) {
        return None;
    }
    let predicate = match op.predicate(body) {
        CmpFPredicate::Ord => return Some((source, Outcome::Decided(true))),
        CmpFPredicate::Uno => return Some((source, Outcome::Decided(false))),
        predicate => integer_predicate(predicate, signed)?,
    };
    Some((source, compare(constant, width, signed, predicate)?))
}

/// Step 1: whether the cast of integers of `width` bits is exact as far as a comparison with `constant` depends on it.
fn is_exact_enough(constant: ApFloat, width: u32, signed: bool) -> bool {
    let kind = constant.kind();
    let mantissa_width = kind.precision() as i32;
    // The minimum integer needs all bits to be distinguished from the next one.
    if width as i32 <= mantissa_width {
        return true;
    }
    let value_bits = width as i32 - i32::from(signed);
    if constant.is_infinity() {
        // The cast must not overflow to infinity.
        return kind.max_exponent() >= value_bits;
    }
    exponent(constant).is_none_or(|exponent| exponent < mantissa_width || exponent > value_bits)
}

/// The exponent of a finite float's leading binary digit; `None` for zero.
fn exponent(value: ApFloat) -> Option<i32> {
    if value.is_zero() {
        return None;
    }
    let kind = value.kind();
    // All formats have the exponent above the fraction; `f80` has an explicit integer bit.
    let fraction_bits = kind.precision() - u32::from(kind != FloatKind::F80);
    let fraction = value.bits() & ((1 << fraction_bits) - 1);
    let sign_bits = u32::from(kind.has_sign());
    let exponent_bits = kind.width() - fraction_bits - sign_bits;
    let field = (value.bits() >> fraction_bits) & ((1 << exponent_bits) - 1);
    if field == 0 {
        let unit = kind.min_exponent() - (kind.precision() as i32 - 1);
        return Some(unit + fraction.ilog2() as i32);
    }
    Some(kind.min_exponent() + field as i32 - 1)
}

fn integer_predicate(predicate: CmpFPredicate, signed: bool) -> Option<CmpIPredicate> {
    use CmpFPredicate as F;
    use CmpIPredicate as I;
    let by_sign = |of_signed, of_unsigned| if signed { of_signed } else { of_unsigned };
    Some(match predicate {
        F::Ueq | F::Oeq => I::Eq,
        F::Une | F::One => I::Ne,
        F::Ugt | F::Ogt => by_sign(I::Sgt, I::Ugt),
        F::Uge | F::Oge => by_sign(I::Sge, I::Uge),
        F::Ult | F::Olt => by_sign(I::Slt, I::Ult),
        F::Ule | F::Ole => by_sign(I::Sle, I::Ule),
        F::AlwaysFalse | F::AlwaysTrue | F::Ord | F::Uno => return None,
    })
}

/// Steps 2 and 3.
fn compare(constant: ApFloat, width: u32, signed: bool, predicate: CmpIPredicate) -> Option<Outcome> {
    let as_float = |value: &ApInt| ApFloat::from_int(constant.kind(), value, signed, Rounding::NearestTiesToEven);
    let (least, greatest) = match signed {
        true => (ApInt::signed_min(width), ApInt::signed_max(width)),
        false => (ApInt::zero(width), ApInt::all_ones(width)),
    };
    if as_float(&greatest).compare(constant) == Some(Ordering::Less) {
        return Some(Outcome::Decided(predicate.accepts(Ordering::Less)));
    }
    if as_float(&least).compare(constant) == Some(Ordering::Greater) {
        return Some(Outcome::Decided(predicate.accepts(Ordering::Greater)));
    }
    let rounded = constant.to_int(width, signed, Rounding::TowardZero)?.value;
    if constant.is_zero() || as_float(&rounded).compare(constant) == Some(Ordering::Equal) {
        return Some(Outcome::Integers(predicate, rounded));
    }
    Some(compare_fraction(predicate, constant.is_negative(), rounded))
}

/// Step 3 for a constant that is no integer: `rounded` is between it and zero. With unsigned integers it is
/// positive, which step 2 ensures.
fn compare_fraction(predicate: CmpIPredicate, negative: bool, rounded: ApInt) -> Outcome {
    use CmpIPredicate as I;
    match predicate {
        I::Eq | I::Ne => Outcome::Decided(predicate == I::Ne),
        // The constant is rounded up: `<= constant` is `< rounded`, and `> constant` is `>= rounded`.
        I::Sle if negative => Outcome::Integers(I::Slt, rounded),
        I::Sgt if negative => Outcome::Integers(I::Sge, rounded),
        // The constant is rounded down: `< constant` is `<= rounded`, and `>= constant` is `> rounded`.
        I::Slt if !negative => Outcome::Integers(I::Sle, rounded),
        I::Sge if !negative => Outcome::Integers(I::Sgt, rounded),
        I::Ult => Outcome::Integers(I::Ule, rounded),
        I::Uge => Outcome::Integers(I::Ugt, rounded),
        same => Outcome::Integers(same, rounded),
    }
}
