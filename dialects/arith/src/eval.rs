//! The evaluation of the operations.
//!
//! The interpreter implements the arithmetic for all dialects; this module adds the flags and predicates of operations.
//! Fast-math flags are ignored: the exact result is always allowed.

use std::cmp::Ordering;

use rmlir::interp::emit::combine::Combine;
use rmlir::interp::emit::float::{FloatOp, FloatTest};
use rmlir::interp::emit::integer::{Division, IntTest, Overflow};
use rmlir::interp::{Emit, Emitted, Value};
use rmlir::num::Rounding;
use rmlir::prelude::*;

use crate::attrs::{AtomicRmwKind, CmpFPredicate, CmpIPredicate, IntegerOverflowFlags, RoundingMode};
use crate::cast::{ScalingExtFOp, ScalingTruncFOp};
use crate::extended::{AddUIExtendedOp, MulSIExtendedOp, MulUIExtendedOp};
use crate::{
    AddIOp, CmpFOp, CmpIOp, ConstantOp, DivSIOp, DivUIOp, MulIOp, ShLIOp, ShRSIOp, ShRUIOp, SubIOp, TruncFOp, TruncIOp,
};

/// Rows of evaluations that are one call each: `name: method(arguments)`.
macro_rules! evals {
    ($($name:ident: $method:ident($($argument:expr),*);)*) => {$(
        pub fn $name<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
            emit.$method(op $(, $argument)*)
        }
    )*};
}

/// Rows of evaluations that are one call with the overflow flags or the `exact` flag in a slot.
macro_rules! flagged {
    ($($name:ident: $method:ident $([$argument:expr])? $flags:ident($slot:expr);)*) => {$(
        pub fn $name<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
            emit.$method(op, $($argument,)? $flags(op, $slot))
        }
    )*};
}

flagged! {
    addi: add overflow(AddIOp::OVERFLOW_FLAGS);
    subi: sub overflow(SubIOp::OVERFLOW_FLAGS);
    muli: mul overflow(MulIOp::OVERFLOW_FLAGS);
    shli: shl overflow(ShLIOp::OVERFLOW_FLAGS);
    shrui: lshr exact(ShRUIOp::IS_EXACT);
    shrsi: ashr exact(ShRSIOp::IS_EXACT);
    divui: divide[Division::Unsigned] exact(DivUIOp::IS_EXACT);
    divsi: divide[Division::Signed] exact(DivSIOp::IS_EXACT);
}

evals! {
    ceildivui: divide(Division::CeilUnsigned, false);
    ceildivsi: divide(Division::CeilSigned, false);
    floordivsi: divide(Division::FloorSigned, false);
    remui: divide(Division::RemainderUnsigned, false);
    remsi: divide(Division::RemainderSigned, false);
    andi: and();
    ori: or(false);
    xori: xor();
    maxsi: int_binary(|a: &ApInt, b: &ApInt| Ok(Some(a.smax(b))));
    maxui: int_binary(|a: &ApInt, b: &ApInt| Ok(Some(a.umax(b))));
    minsi: int_binary(|a: &ApInt, b: &ApInt| Ok(Some(a.smin(b))));
    minui: int_binary(|a: &ApInt, b: &ApInt| Ok(Some(a.umin(b))));
    addf: float_op(FloatOp::Add);
    subf: float_op(FloatOp::Sub);
    mulf: float_op(FloatOp::Mul);
    divf: float_op(FloatOp::Div);
    remf: float_op(FloatOp::Rem);
    maximumf: float_op(FloatOp::Maximum);
    minimumf: float_op(FloatOp::Minimum);
    maxnumf: float_op(FloatOp::MaxNum);
    minnumf: float_op(FloatOp::MinNum);
    negf: float_sign(ApFloat::neg);
    extui: resize_int(false);
    extsi: resize_int(true);
    index_cast: resize_int(true);
    index_castui: resize_int(false);
    uitofp: int_to_float(false, false);
    sitofp: int_to_float(true, false);
    fptoui: float_to_int(false);
    fptosi: float_to_int(true);
    extf: convert_float(Rounding::NearestTiesToEven);
    bitcast: unary(|value: &Value| Ok(value.clone()));
    select: select();
}

fn overflow(op: OpRef, slot: usize) -> Overflow {
    let flags = op.prop(slot).and_then(|attr| IntegerOverflowFlags::from_attr(op.cx(), attr));
    let has = |flag| flags.is_some_and(|flags| flags.contains(flag));
    Overflow { signed: has(IntegerOverflowFlags::NoSignedWrap), unsigned: has(IntegerOverflowFlags::NoUnsignedWrap) }
}

fn exact(op: OpRef, slot: usize) -> bool {
    op.prop(slot).is_some()
}

#[eval(ConstantOp)]
pub fn constant<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    emit.constant_result(op, op.prop(ConstantOp::VALUE).expect("a verified constant has a value"))
}

#[eval(CmpIOp)]
pub fn cmpi<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let predicate = op.prop(CmpIOp::PREDICATE).and_then(|attr| CmpIPredicate::from_attr(op.cx(), attr));
    let predicate = predicate.expect("a verified comparison has a predicate");
    let holds = [Ordering::Less, Ordering::Equal, Ordering::Greater].map(|order| predicate.accepts(order));
    emit.compare_ints(op, IntTest { unsigned: predicate.is_unsigned(), holds })
}

#[eval(CmpFOp)]
pub fn cmpf<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let predicate = op.prop(CmpFOp::PREDICATE).and_then(|attr| CmpFPredicate::from_attr(op.cx(), attr));
    let predicate = predicate.expect("a verified comparison has a predicate");
    let orders = [Some(Ordering::Less), Some(Ordering::Equal), Some(Ordering::Greater), None];
    emit.compare_floats(op, FloatTest { holds: orders.map(|order| predicate.accepts(order)) })
}

#[eval(TruncIOp)]
pub fn trunci<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let overflow = overflow(op, TruncIOp::OVERFLOW_FLAGS);
    if overflow == Overflow::default() {
        return emit.resize_int(op, false);
    }
    let (from, to) = (emit.int_width(op.operand(0).ty()), emit.int_width(op.result(0).ty()));
    emit.int_unary(op, move |a| {
        let result = a.trunc(to);
        let is_lost = (overflow.signed && result.sext(from) != *a) || (overflow.unsigned && result.zext(from) != *a);
        Ok((!is_lost).then_some(result))
    })
}

fn rounding(op: OpRef, slot: usize) -> Rounding {
    match op.prop(slot).and_then(|attr| RoundingMode::from_attr(op.cx(), attr)) {
        None | Some(RoundingMode::ToNearestEven) => Rounding::NearestTiesToEven,
        Some(RoundingMode::Downward) => Rounding::TowardNegative,
        Some(RoundingMode::Upward) => Rounding::TowardPositive,
        Some(RoundingMode::TowardZero) => Rounding::TowardZero,
        Some(RoundingMode::ToNearestAway) => Rounding::NearestTiesToAway,
    }
}

#[eval(TruncFOp)]
pub fn truncf<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    emit.convert_float(op, rounding(op, TruncFOp::ROUNDINGMODE))
}

/// The value times its scale, both converted to the format of the result first.
#[eval(ScalingExtFOp)]
pub fn scaling_extf<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    scaled(op, emit, Rounding::NearestTiesToEven, |value, scale, to, rounding| {
        value.convert(to, rounding).value.mul(scale.convert(to, rounding).value, rounding)
    })
}

/// The value divided by its scale in its own format, then truncated.
#[eval(ScalingTruncFOp)]
pub fn scaling_truncf<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let rounding = rounding(op, crate::ScalingTruncFOp::ROUNDINGMODE);
    scaled(op, emit, rounding, |value, scale, to, rounding| {
        let scale = scale.convert(value.kind(), Rounding::NearestTiesToEven).value;
        value.div(scale, Rounding::NearestTiesToEven).convert(to, rounding).value
    })
}

fn scaled<'a>(
    op: OpRef<'a>,
    emit: &mut Emit<'a, '_>,
    rounding: Rounding,
    f: fn(ApFloat, ApFloat, FloatKind, Rounding) -> ApFloat,
) -> Emitted {
    let from = emit.float_kind(op, op.operand(0).ty())?;
    let (scale, to) = (emit.float_kind(op, op.operand(1).ty())?, emit.float_kind(op, op.result(0).ty())?);
    emit.binary(op, move |a, b| {
        // Only the exponent of a scale is significant.
        let pair = a.float(from).zip(b.float(scale));
        Ok(pair.map(|(value, scale)| f(value, exponent_only(scale), to, rounding)).into())
    })
}

fn exponent_only(scale: ApFloat) -> ApFloat {
    scale.convert(FloatKind::F8E8M0FNU, Rounding::TowardZero).value
}

/// The sum of unsigned integers, and whether it overflowed.
#[eval(AddUIExtendedOp)]
pub fn addui_extended<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (sum, overflow) = (emit.result(op, 0), emit.result(op, 1));
    emit.int_binary_into(op, sum, |a, b| Ok(Some(a.add(b))))?;
    emit.int_binary_into(op, overflow, |a, b| Ok(Some(a.uadd_ov(b).1)))
}

#[eval(MulSIExtendedOp)]
pub fn mulsi_extended<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    halves(op, emit, ApInt::smulh)
}

#[eval(MulUIExtendedOp)]
pub fn mului_extended<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    halves(op, emit, ApInt::umulh)
}

/// Both halves of a product.
fn halves<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>, upper: fn(&ApInt, &ApInt) -> ApInt) -> Emitted {
    let (low, high) = (emit.result(op, 0), emit.result(op, 1));
    emit.int_binary_into(op, low, |a, b| Ok(Some(a.mul(b))))?;
    emit.int_binary_into(op, high, move |a, b| Ok(Some(upper(a, b))))
}

impl AtomicRmwKind {
    /// The combining operation of the interpreter.
    pub fn combine(self) -> Combine {
        match self {
            AtomicRmwKind::Addf => Combine::Float(FloatOp::Add),
            AtomicRmwKind::Addi => Combine::AddI,
            AtomicRmwKind::Andi => Combine::And,
            AtomicRmwKind::Assign => Combine::Assign,
            AtomicRmwKind::Maximumf => Combine::Float(FloatOp::Maximum),
            AtomicRmwKind::Maxnumf => Combine::Float(FloatOp::MaxNum),
            AtomicRmwKind::Maxs => Combine::MaxS,
            AtomicRmwKind::Maxu => Combine::MaxU,
            AtomicRmwKind::Minimumf => Combine::Float(FloatOp::Minimum),
            AtomicRmwKind::Minnumf => Combine::Float(FloatOp::MinNum),
            AtomicRmwKind::Mins => Combine::MinS,
            AtomicRmwKind::Minu => Combine::MinU,
            AtomicRmwKind::Mulf => Combine::Float(FloatOp::Mul),
            AtomicRmwKind::Muli => Combine::MulI,
            AtomicRmwKind::Ori => Combine::Or,
            AtomicRmwKind::Xori => Combine::Xor,
        }
    }
}
