//! The evaluation of the operations.
//!
//! The interpreter implements the arithmetic for all dialects; this module adds the flags and predicates of operations.
//! Fast-math flags are ignored: the exact result is always allowed.

use std::cmp::Ordering;

use rmlir::interp::emit::combine::Combine;
use rmlir::interp::emit::float::{FloatOp, FloatTest};
use rmlir::interp::emit::integer::{Division, IntTest, Overflow};
use rmlir::interp::{Emit, Emitted, Evaluator, Value};
use rmlir::num::Rounding;
use rmlir::prelude::*;

use crate::attrs::{AtomicRmwKind, IntegerOverflowFlags, RoundingMode};
use crate::cast::{ScalingExtFOp, ScalingTruncFOp};
use crate::extended::{AddUIExtendedOp, MulSIExtendedOp, MulUIExtendedOp};
use crate::{
    AddFOp, AddIOp, AndIOp, BitcastOp, CeilDivSIOp, CeilDivUIOp, CmpFOp, CmpIOp, ConstantOp, DivFOp, DivSIOp, DivUIOp,
    ExtFOp, ExtSIOp, ExtUIOp, FPToSIOp, FPToUIOp, FloorDivSIOp, IndexCastOp, IndexCastUIOp, MaxNumFOp, MaxSIOp,
    MaxUIOp, MaximumFOp, MinNumFOp, MinSIOp, MinUIOp, MinimumFOp, MulFOp, MulIOp, NegFOp, OrIOp, RemFOp, RemSIOp,
    RemUIOp, SIToFPOp, SelectOp, ShLIOp, ShRSIOp, ShRUIOp, SubFOp, SubIOp, TruncFOp, TruncIOp, UIToFPOp, XOrIOp,
};

/// Rows of evaluations that are one call each: `Op: method(arguments)`.
macro_rules! evals {
    ($($op:ident: $method:ident($($argument:expr),*);)*) => {$(
        impl Evaluator for $op {
            fn eval<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
                emit.$method(op $(, $argument)*)
            }
        }
    )*};
}

/// Rows of evaluations that are one call with the overflow flags or the `exact` flag, a property.
macro_rules! flagged {
    ($($op:ident: $method:ident $([$argument:expr])? $flag:ident;)*) => {$(
        impl Evaluator for $op {
            fn eval<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
                emit.$method(op, $($argument,)? op.get($op::$flag).into())
            }
        }
    )*};
}

flagged! {
    AddIOp: add overflow_flags;
    SubIOp: sub overflow_flags;
    MulIOp: mul overflow_flags;
    ShLIOp: shl overflow_flags;
    ShRUIOp: lshr is_exact;
    ShRSIOp: ashr is_exact;
    DivUIOp: divide[Division::Unsigned] is_exact;
    DivSIOp: divide[Division::Signed] is_exact;
}

evals! {
    CeilDivUIOp: divide(Division::CeilUnsigned, false);
    CeilDivSIOp: divide(Division::CeilSigned, false);
    FloorDivSIOp: divide(Division::FloorSigned, false);
    RemUIOp: divide(Division::RemainderUnsigned, false);
    RemSIOp: divide(Division::RemainderSigned, false);
    AndIOp: and();
    OrIOp: or(false);
    XOrIOp: xor();
    MaxSIOp: int_binary(|a: &ApInt, b: &ApInt| Ok(Some(a.smax(b))));
    MaxUIOp: int_binary(|a: &ApInt, b: &ApInt| Ok(Some(a.umax(b))));
    MinSIOp: int_binary(|a: &ApInt, b: &ApInt| Ok(Some(a.smin(b))));
    MinUIOp: int_binary(|a: &ApInt, b: &ApInt| Ok(Some(a.umin(b))));
    AddFOp: float_op(FloatOp::Add);
    SubFOp: float_op(FloatOp::Sub);
    MulFOp: float_op(FloatOp::Mul);
    DivFOp: float_op(FloatOp::Div);
    RemFOp: float_op(FloatOp::Rem);
    MaximumFOp: float_op(FloatOp::Maximum);
    MinimumFOp: float_op(FloatOp::Minimum);
    MaxNumFOp: float_op(FloatOp::MaxNum);
    MinNumFOp: float_op(FloatOp::MinNum);
    NegFOp: float_sign(ApFloat::neg);
    ExtUIOp: resize_int(false);
    ExtSIOp: resize_int(true);
    IndexCastOp: resize_int(true);
    IndexCastUIOp: resize_int(false);
    UIToFPOp: int_to_float(false, false);
    SIToFPOp: int_to_float(true, false);
    FPToUIOp: float_to_int(false);
    FPToSIOp: float_to_int(true);
    ExtFOp: convert_float(Rounding::NearestTiesToEven);
    BitcastOp: unary(|value: &Value| Ok(value.clone()));
    SelectOp: select();
}

impl From<IntegerOverflowFlags> for Overflow {
    fn from(flags: IntegerOverflowFlags) -> Self {
        let [signed, unsigned] =
            [IntegerOverflowFlags::NoSignedWrap, IntegerOverflowFlags::NoUnsignedWrap].map(|flag| flags.contains(flag));
        Self { signed, unsigned }
    }
}

#[eval(ConstantOp)]
fn constant<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    emit.constant_result(op, op.get(ConstantOp::value))
}

#[eval(CmpIOp)]
fn cmpi<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let predicate = op.get(CmpIOp::predicate);
    let holds = [Ordering::Less, Ordering::Equal, Ordering::Greater].map(|order| predicate.accepts(order));
    emit.compare_ints(op, IntTest { unsigned: predicate.is_unsigned(), holds })
}

#[eval(CmpFOp)]
fn cmpf<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let predicate = op.get(CmpFOp::predicate);
    let orders = [Some(Ordering::Less), Some(Ordering::Equal), Some(Ordering::Greater), None];
    emit.compare_floats(op, FloatTest { holds: orders.map(|order| predicate.accepts(order)) })
}

#[eval(TruncIOp)]
fn trunci<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let overflow = Overflow::from(op.get(TruncIOp::overflow_flags));
    if overflow == Overflow::default() {
        return emit.resize_int(op, false);
    }
    let (from, to) = (emit.int_width(op.value(TruncIOp::input).ty()), emit.int_width(op.result(0).ty()));
    emit.int_unary(op, move |a| {
        let result = a.trunc(to);
        let is_lost = (overflow.signed && result.sext(from) != *a) || (overflow.unsigned && result.zext(from) != *a);
        Ok((!is_lost).then_some(result))
    })
}

fn rounding(mode: Option<RoundingMode>) -> Rounding {
    match mode {
        None | Some(RoundingMode::ToNearestEven) => Rounding::NearestTiesToEven,
        Some(RoundingMode::Downward) => Rounding::TowardNegative,
        Some(RoundingMode::Upward) => Rounding::TowardPositive,
        Some(RoundingMode::TowardZero) => Rounding::TowardZero,
        Some(RoundingMode::ToNearestAway) => Rounding::NearestTiesToAway,
    }
}

#[eval(TruncFOp)]
fn truncf<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    emit.convert_float(op, rounding(op.get(TruncFOp::roundingmode)))
}

/// The value times its scale, both converted to the format of the result first.
#[eval(ScalingExtFOp)]
fn scaling_extf<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    scaled(op, emit, Rounding::NearestTiesToEven, |value, scale, to, rounding| {
        value.convert(to, rounding).value.mul(scale.convert(to, rounding).value, rounding)
    })
}

/// The value divided by its scale in its own format, then truncated.
#[eval(ScalingTruncFOp)]
fn scaling_truncf<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let rounding = rounding(op.get(ScalingTruncFOp::roundingmode));
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
fn addui_extended<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (sum, overflow) = (emit.result(op, 0), emit.result(op, 1));
    emit.int_binary_into(op, sum, |a, b| Ok(Some(a.add(b))))?;
    emit.int_binary_into(op, overflow, |a, b| Ok(Some(a.uadd_ov(b).1)))
}

#[eval(MulSIExtendedOp)]
fn mulsi_extended<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    halves(op, emit, ApInt::smulh)
}

#[eval(MulUIExtendedOp)]
fn mului_extended<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
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
