//! Elements that are computed from those at the same position.
//!
//! Functions that IEEE 754 does not define are those of the host's mathematical library, of the same steps as the
//! lowering to `linalg`.

use std::cmp::Ordering;

use rmlir::interp::emit::number::canonical;
use rmlir::interp::{Emit, Emitted, Evaluator, Fault, Value};
use rmlir::num::{FloatKind, Rounding};
use rmlir::prelude::*;

use super::number::Number;
use super::{broadcast_place, compute, generate};
use crate::attrs::NanPropagationMode;
use crate::elementwise::*;
use crate::types::is_unsigned;

const NEAREST: Rounding = Rounding::NearestTiesToEven;

/// Appends the application of `f` to the elements of the first `n` operands, which are broadcast.
fn elementwise<'a>(
    op: OpRef<'a>,
    emit: &mut Emit<'a, '_>,
    n: usize,
    f: impl Fn(&[&Value]) -> Value + Send + Sync + 'static,
) -> Emitted {
    compute(op, emit, n, move |tensors| {
        let mut sizes = tensors[0].sizes.clone();
        for tensor in &tensors[1..] {
            for (size, &other) in sizes.iter_mut().zip(&tensor.sizes).filter(|(size, _)| **size == 1) {
                *size = other;
            }
        }
        if tensors.iter().any(|tensor| !tensor.sizes.iter().zip(&sizes).all(|(&own, &size)| own == 1 || own == size)) {
            return Err(Fault::unsupported("has operands whose sizes do not agree, which is an error of the graph"));
        }
        generate(sizes, |at| {
            let mut args = Vec::new();
            for tensor in tensors {
                args.extend(tensor.elements.get(broadcast_place(&tensor.sizes, at)));
            }
            Ok(if args.len() == n { f(&args) } else { Value::Poison })
        })
    })
}

/// Rows of `Op = float function, integer function;`.
macro_rules! binary {
    ($($op:ident = $float:expr, $int:expr;)*) => {$(
        impl Evaluator for $op {
            fn eval<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
                let number = Number::of(op, op.operand(0).ty())?;
                let (float, int): (fn(ApFloat, ApFloat) -> ApFloat, fn(&ApInt, &ApInt) -> ApInt) = ($float, $int);
                elementwise(op, emit, 2, move |args| number.binary(args[0], args[1], float, int))
            }
        }
    )*};
}

/// There is no such operation on floats.
fn no_float(a: ApFloat, _: ApFloat) -> ApFloat {
    a
}

binary! {
    AddOp = |a, b| a.add(b, NEAREST), ApInt::add;
    SubOp = |a, b| a.sub(b, NEAREST), ApInt::sub;
    PowOp = |a, b| host2(a, b, f32::powf, f64::powf), |a, _| a.clone();
    BitwiseAndOp = no_float, ApInt::and;
    BitwiseOrOp = no_float, ApInt::or;
    BitwiseXorOp = no_float, ApInt::xor;
    LogicalAndOp = no_float, ApInt::and;
    LogicalOrOp = no_float, ApInt::or;
    LogicalXorOp = no_float, ApInt::xor;
}

/// Rows of `Op = function;` on integers that may have no result.
macro_rules! partial {
    ($($op:ident = $f:expr;)*) => {$(
        impl Evaluator for $op {
            fn eval<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
                let width = op.operand(0).ty().element_or_self(op.cx()).int_width(op.cx()).unwrap_or(1);
                let f: fn(&ApInt, &ApInt) -> Option<ApInt> = $f;
                elementwise(op, emit, 2, move |args| match (args[0].int(width), args[1].int(width)) {
                    (Some(a), Some(b)) => f(&a, &b).map_or(Value::Poison, Value::from),
                    _ => Value::Poison,
                })
            }
        }
    )*};
}

/// Whether the amount of a shift is less than the width.
fn is_shift(a: &ApInt, b: &ApInt) -> bool {
    b.zext_value().is_some_and(|amount| amount < u64::from(a.width()))
}

partial! {
    IntDivOp = |a, b| a.sdiv_ov(b).filter(|(_, overflows)| !overflows).map(|(quotient, _)| quotient);
    LogicalLeftShiftOp = |a, b| is_shift(a, b).then(|| a.shl_by(b));
    LogicalRightShiftOp = |a, b| is_shift(a, b).then(|| a.lshr_by(b));
}

#[eval(ArithmeticRightShiftOp)]
fn arithmetic_right_shift<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let width = op.operand(0).ty().element_or_self(op.cx()).int_width(op.cx()).unwrap_or(1);
    let rounds = op.get(ArithmeticRightShiftOp::round);
    elementwise(op, emit, 2, move |args| {
        let (Some(a), Some(b)) = (args[0].int(width), args[1].int(width)) else { return Value::Poison };
        if !is_shift(&a, &b) {
            return Value::Poison;
        }
        let shifted = a.ashr_by(&b);
        let last =
            b.zext_value().and_then(|amount| u32::try_from(amount).ok()).and_then(|amount| amount.checked_sub(1));
        let is_up = rounds && !b.is_negative() && last.is_some_and(|last| a.bit(last));
        if is_up { shifted.add(&ApInt::one(width)).into() } else { shifted.into() }
    })
}

/// The host's function of a float, in `f32` for formats of up to 32 bits.
fn host(a: ApFloat, single: fn(f32) -> f32, double: fn(f64) -> f64) -> ApFloat {
    let kind = a.kind();
    let value = match kind {
        FloatKind::F64 => double(a.to_f64()),
        _ => f64::from(single(a.to_f64() as f32)),
    };
    ApFloat::from_f64(kind, value).value
}

fn host2(a: ApFloat, b: ApFloat, single: fn(f32, f32) -> f32, double: fn(f64, f64) -> f64) -> ApFloat {
    let value = match a.kind() {
        FloatKind::F64 => double(a.to_f64(), b.to_f64()),
        _ => f64::from(single(a.to_f64() as f32, b.to_f64() as f32)),
    };
    ApFloat::from_f64(a.kind(), value).value
}

fn one(kind: FloatKind) -> ApFloat {
    ApFloat::from_f64(kind, 1.0).value
}

fn sigmoid(a: ApFloat) -> ApFloat {
    let one = one(a.kind());
    one.div(host(a.neg(), f32::exp, f64::exp).add(one, NEAREST), NEAREST)
}

/// There is no such operation on integers.
fn no_int(a: &ApInt) -> ApInt {
    a.clone()
}

/// Rows of `Op = float function, integer function;`.
macro_rules! unary {
    ($($op:ident = $float:expr, $int:expr;)*) => {$(
        impl Evaluator for $op {
            fn eval<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
                let number = Number::of(op, op.operand(0).ty())?;
                let (float, int): (fn(ApFloat) -> ApFloat, fn(&ApInt) -> ApInt) = ($float, $int);
                elementwise(op, emit, 1, move |args| number.unary(args[0], float, int))
            }
        }
    )*};
}

unary! {
    AbsOp = ApFloat::abs, ApInt::abs;
    BitwiseNotOp = |a| a, ApInt::not;
    LogicalNotOp = |a| a, ApInt::not;
    CeilOp = |a| a.round_to_integral(Rounding::TowardPositive), no_int;
    FloorOp = |a| a.round_to_integral(Rounding::TowardNegative), no_int;
    ClzOp = |a| a, |a| ApInt::new(a.width(), a.count_leading_zeros().into());
    ExpOp = |a| host(a, f32::exp, f64::exp), no_int;
    LogOp = |a| host(a, f32::ln, f64::ln), no_int;
    SinOp = |a| host(a, f32::sin, f64::sin), no_int;
    CosOp = |a| host(a, f32::cos, f64::cos), no_int;
    TanhOp = |a| host(a, f32::tanh, f64::tanh), no_int;
    ErfOp = |a| host(a, libm::erff, libm::erf), no_int;
    RsqrtOp = |a| host(a, |a| 1.0 / a.sqrt(), |a| 1.0 / a.sqrt()), no_int;
    ReciprocalOp = |a| one(a.kind()).div(a, NEAREST), no_int;
    SigmoidOp = sigmoid, no_int;
}

/// Rows of `Op = accepted orders of floats;`, comparisons.
macro_rules! comparisons {
    ($($op:ident = $accepts:expr;)*) => {$(
        impl Evaluator for $op {
            fn eval<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
                let number = Number::of(op, op.operand(0).ty())?;
                let accepts: fn(Ordering) -> bool = $accepts;
                elementwise(op, emit, 2, move |args| match number {
                    Number::Float(kind) => match (args[0].float(kind), args[1].float(kind)) {
                        (Some(a), Some(b)) => a.compare(b).is_some_and(accepts).into(),
                        _ => Value::Poison,
                    },
                    Number::Int(width) => match (args[0].int(width), args[1].int(width)) {
                        (Some(a), Some(b)) => accepts(a.scmp(&b)).into(),
                        _ => Value::Poison,
                    },
                })
            }
        }
    )*};
}

comparisons! {
    EqualOp = |order| order == Ordering::Equal;
    GreaterOp = |order| order == Ordering::Greater;
    GreaterEqualOp = |order| order != Ordering::Less;
}

/// Rows of `Op = float function, integer function;`: the other value if one is NaN and NaN is ignored.
macro_rules! extrema {
    ($($op:ident = $float:expr, $int:expr;)*) => {$(
        impl Evaluator for $op {
            fn eval<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
                let number = Number::of(op, op.operand(0).ty())?;
                let ignores = op.get($op::nan_mode) == NanPropagationMode::Ignore;
                let (float, int): (fn(ApFloat, ApFloat) -> ApFloat, fn(&ApInt, &ApInt) -> ApInt) = ($float, $int);
                let float = move |a: ApFloat, b: ApFloat| match () {
                    () if ignores && b.is_nan() => a,
                    () if ignores && a.is_nan() => b,
                    () => float(a, b),
                };
                elementwise(op, emit, 2, move |args| number.binary(args[0], args[1], float, int))
            }
        }
    )*};
}

extrema! {
    MaximumOp = ApFloat::maximum, ApInt::smax;
    MinimumOp = ApFloat::minimum, ApInt::smin;
}

#[eval(SelectOp)]
fn select<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    elementwise(op, emit, 3, |args| match args[0].bits() {
        Some(condition) => args[if condition != 0 { 1 } else { 2 }].clone(),
        None => Value::Poison,
    })
}

#[eval(ClampOp)]
fn clamp<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let cx = op.cx();
    let number = Number::of(op, op.operand(0).ty())?;
    let (min, max) = (op.get(ClampOp::min_val), op.get(ClampOp::max_val));
    let ignores = op.get(ClampOp::nan_mode) == NanPropagationMode::Ignore;
    if let (Some((&min, _)), Some((&max, _))) = (min.as_float(cx), max.as_float(cx)) {
        let float = move |a: ApFloat| if ignores && a.is_nan() { min } else { canonical(a).minimum(max).maximum(min) };
        return elementwise(op, emit, 1, move |args| number.unary(args[0], float, ApInt::clone));
    }
    let (Some((min, _)), Some((max, _))) = (min.as_integer(cx), max.as_integer(cx)) else {
        return Err(op.error("cannot be interpreted: its bounds are no numbers"));
    };
    let (min, max) = (min.clone(), max.clone());
    let is_unsigned = is_unsigned(cx, op.operand(0).ty().element_or_self(cx));
    let clamped = move |a: &ApInt| if is_unsigned { a.umax(&min).umin(&max) } else { a.smax(&min).smin(&max) };
    elementwise(op, emit, 1, move |args| number.unary(args[0], |a| a, &clamped))
}

/// Rows of an operation whose scale or zero points must be constant zeros.
fn constant_zero(op: OpRef, index: usize) -> Result<(), Box<Diagnostic>> {
    let value = op.operand(index);
    let constant = rmlir::core::fold::constant_value(op.body, value.id).and_then(|value| value.dense_elements(op.cx()));
    let first = constant.and_then(|elements| elements.first().copied());
    let is_zero = first.is_some_and(|first| match first.as_float(op.cx()) {
        Some((number, _)) => number.is_zero(),
        None => first.as_i64(op.cx()) == Some(0),
    });
    if is_zero { Ok(()) } else { Err(op.error("cannot be interpreted: a shift or zero point is not a constant zero")) }
}

#[eval(MulOp)]
fn mul<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    constant_zero(op, 2)?;
    let (from, to) = (Number::of(op, op.operand(0).ty())?, Number::of(op, op.result(0).ty())?);
    elementwise(op, emit, 2, move |args| match (from, to) {
        (Number::Int(from), Number::Int(to)) => match (args[0].int(from), args[1].int(from)) {
            (Some(a), Some(b)) => a.sext_or_trunc(to).mul(&b.sext_or_trunc(to)).into(),
            _ => Value::Poison,
        },
        _ => to.binary(args[0], args[1], |a, b| a.mul(b, NEAREST), ApInt::mul),
    })
}

/// The negated integer is clamped to the range of its type.
#[eval(NegateOp)]
fn negate<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    constant_zero(op, 1)?;
    constant_zero(op, 2)?;
    let number = Number::of(op, op.operand(0).ty())?;
    let int = |a: &ApInt| if a.is_signed_min() { ApInt::signed_max(a.width()) } else { a.neg() };
    elementwise(op, emit, 1, move |args| number.unary(args[0], ApFloat::neg, int))
}

/// The conversion of elements: floats are rounded to the nearest integer, ties to even, and clamped.
#[eval(crate::convert::CastOp)]
fn cast<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (from, to) = (Number::of(op, op.operand(0).ty())?, Number::of(op, op.result(0).ty())?);
    elementwise(op, emit, 1, move |args| match (from, to) {
        (Number::Float(from), Number::Float(to)) => {
            args[0].float(from).map_or(Value::Poison, |a| canonical(a.convert(to, NEAREST).value).into())
        }
        (Number::Float(from), Number::Int(to)) => args[0].float(from).map_or(Value::Poison, |a| float_to_int(a, to)),
        (Number::Int(from), Number::Float(to)) => {
            args[0].int(from).map_or(Value::Poison, |a| ApFloat::from_int(to, &a, from > 1, NEAREST).into())
        }
        (Number::Int(from), Number::Int(to)) => args[0].int(from).map_or(Value::Poison, |a| match (from, to) {
            (_, 1) => (!a.is_zero()).into(),
            (1, _) => a.zext_or_trunc(to).into(),
            _ => a.sext_or_trunc(to).into(),
        }),
    })
}

fn float_to_int(a: ApFloat, width: u32) -> Value {
    if width == 1 {
        return (!a.is_zero()).into();
    }
    if a.is_nan() {
        return Value::Poison;
    }
    match a.round_to_integral(NEAREST).to_int(width, true, Rounding::TowardZero) {
        Some(converted) => converted.value.into(),
        _ if a.is_negative() => ApInt::signed_min(width).into(),
        _ => ApInt::signed_max(width).into(),
    }
}
