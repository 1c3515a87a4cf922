//! What operations compute on elements.

use rmlir::core::fold::constant_value;
use rmlir::prelude::*;
use rmlir_arith as arith;
use rmlir_arith::{CmpFPredicate, CmpIPredicate, ConstantOp, constant_int};
use rmlir_math as math;
use rmlir_tosa::CastOp;
use rmlir_tosa::*;

use super::cast;
use super::range::{clamp_float, clamp_int, max_signed};

type Compute = fn(&mut Rewriter, &[Value]) -> Value;

/// Rows of `TosaOp = Op, arguments;`.
macro_rules! rows {
    ($($from:ident = $module:ident::$to:ident($($arg:literal),+ $(; $prop:expr)?);)*) => {
        &[$(($from::NAME, |rw, args| rw.value($module::$to::build($(args[$arg]),+ $(, $prop)?)))),*]
    };
}

/// Operations on floats that are one operation.
const FLOATS: &[(&str, Compute)] = rows! {
    AbsOp = math::AbsFOp(0);
    AddOp = arith::AddFOp(0, 1);
    SubOp = arith::SubFOp(0, 1);
    MulOp = arith::MulFOp(0, 1);
    NegateOp = arith::NegFOp(0);
    PowOp = math::PowFOp(0, 1);
    RsqrtOp = math::RsqrtOp(0);
    LogOp = math::LogOp(0);
    ExpOp = math::ExpOp(0);
    SinOp = math::SinOp(0);
    CosOp = math::CosOp(0);
    TanhOp = math::TanhOp(0);
    ErfOp = math::ErfOp(0);
    CeilOp = math::CeilOp(0);
    FloorOp = math::FloorOp(0);
    GreaterOp = arith::CmpFOp(0, 1; CmpFPredicate::Ogt);
    GreaterEqualOp = arith::CmpFOp(0, 1; CmpFPredicate::Oge);
    EqualOp = arith::CmpFOp(0, 1; CmpFPredicate::Oeq);
};

/// Operations on integers that are one operation.
const INTEGERS: &[(&str, Compute)] = rows! {
    AddOp = arith::AddIOp(0, 1);
    SubOp = arith::SubIOp(0, 1);
    IntDivOp = arith::DivSIOp(0, 1);
    BitwiseAndOp = arith::AndIOp(0, 1);
    BitwiseOrOp = arith::OrIOp(0, 1);
    BitwiseXorOp = arith::XOrIOp(0, 1);
    LogicalAndOp = arith::AndIOp(0, 1);
    LogicalOrOp = arith::OrIOp(0, 1);
    LogicalXorOp = arith::XOrIOp(0, 1);
    LogicalLeftShiftOp = arith::ShLIOp(0, 1);
    LogicalRightShiftOp = arith::ShRUIOp(0, 1);
    ClzOp = math::CountLeadingZerosOp(0);
    GreaterOp = arith::CmpIOp(0, 1; CmpIPredicate::Sgt);
    GreaterEqualOp = arith::CmpIOp(0, 1; CmpIPredicate::Sge);
    EqualOp = arith::CmpIOp(0, 1; CmpIPredicate::Eq);
    MaximumOp = arith::MaxSIOp(0, 1);
    MinimumOp = arith::MinSIOp(0, 1);
};

/// Computes the element of type `result` of operation `op` from the elements `args` of its operands.
pub(super) fn compute(rw: &mut Rewriter, op: OpId, args: &[Value], result: Type) -> Option<Value> {
    let view = OpRef::new(rw, op);
    let (name, element) = (view.name_str(), view.operand(0).ty().element_or_self(rw));
    let is_float = element.float_kind(rw).is_some();
    if !is_float && element.int_width(rw).is_none() {
        return None;
    }
    let rows = if is_float { FLOATS } else { INTEGERS };
    if let Some((_, compute)) = rows.iter().find(|(row, _)| *row == name) {
        return Some(compute(rw, args));
    }
    match () {
        () if view.is::<CastOp>() => cast::cast(rw, args[0], result),
        () if view.is::<SelectOp>() => Some(rw.value(arith::SelectOp::build(args[0], args[1], args[2]))),
        () if view.is::<ClampOp>() => clamp(rw, op, args[0], element),
        () if view.is::<ReciprocalOp>() && is_float => {
            let one = one(rw, element)?;
            Some(rw.value(arith::DivFOp::build(one, args[0])))
        }
        () if view.is::<SigmoidOp>() && is_float => sigmoid(rw, args[0], element),
        () if view.is::<MaximumOp>() => {
            let max = rw.value(arith::MaximumFOp::build(args[0], args[1]));
            Some(ignoring_nan(rw, op, args, max))
        }
        () if view.is::<MinimumOp>() => {
            let min = rw.value(arith::MinimumFOp::build(args[0], args[1]));
            Some(ignoring_nan(rw, op, args, min))
        }
        () if is_float => None,
        () if view.is::<AbsOp>() => {
            let zero = constant_int(rw, 0, element);
            let negative = rw.value(arith::SubIOp::build(zero, args[0]));
            Some(rw.value(arith::MaxSIOp::build(args[0], negative)))
        }
        () if view.is::<BitwiseNotOp>() => {
            let ones = constant_int(rw, -1, element);
            Some(rw.value(arith::XOrIOp::build(args[0], ones)))
        }
        () if view.is::<LogicalNotOp>() => {
            let one = one(rw, element)?;
            Some(rw.value(arith::XOrIOp::build(args[0], one)))
        }
        () if view.is::<MulOp>() => multiply(rw, op, args, result),
        () if view.is::<NegateOp>() => negate(rw, op, args, element),
        () if view.is::<ArithmeticRightShiftOp>() => Some(shift_right(rw, op, args, element)),
        () => None,
    }
}

/// The constant 1.
fn one(rw: &mut Rewriter, ty: Type) -> Option<Value> {
    let one = rw.one_attr(ty)?;
    Some(rw.value(ConstantOp::build(one)))
}

fn sigmoid(rw: &mut Rewriter, value: Value, ty: Type) -> Option<Value> {
    let one = one(rw, ty)?;
    let negative = rw.value(arith::NegFOp::build(value));
    let exp = rw.value(math::ExpOp::build(negative));
    let sum = rw.value(arith::AddFOp::build(exp, one));
    Some(rw.value(arith::DivFOp::build(one, sum)))
}

/// Whether the operation ignores NaN.
pub(super) fn ignores_nan(body: &Body, op: OpId) -> bool {
    let mode = body.attr(op, "nan_mode").and_then(|mode| NanPropagationMode::from_attr(body, mode));
    mode == Some(NanPropagationMode::Ignore)
}

/// Whether `value` is NaN.
pub(super) fn is_nan(rw: &mut Rewriter, value: Value) -> Value {
    rw.value(arith::CmpFOp::build(value, value, CmpFPredicate::Uno))
}

/// The result, or if an operand is NaN and NaN is ignored, the other operand.
fn ignoring_nan(rw: &mut Rewriter, op: OpId, args: &[Value], result: Value) -> Value {
    if !ignores_nan(rw, op) {
        return result;
    }
    let [left, right] = [0, 1].map(|index| is_nan(rw, args[index]));
    let result = rw.value(arith::SelectOp::build(left, args[1], result));
    rw.value(arith::SelectOp::build(right, args[0], result))
}

fn clamp(rw: &mut Rewriter, op: OpId, value: Value, ty: Type) -> Option<Value> {
    let clamp = ClampOp::from_id(op);
    let (min, max) = (clamp.min_val(rw), clamp.max_val(rw));
    let [min, max] = [min, max].map(|bound| rw.value(ConstantOp::build(bound)));
    if ty.float_kind(rw).is_none() {
        return Some(clamp_int(rw, value, min, max));
    }
    let clamped = clamp_float(rw, value, min, max);
    if !ignores_nan(rw, op) {
        return Some(clamped);
    }
    let is_nan = is_nan(rw, value);
    Some(rw.value(arith::SelectOp::build(is_nan, min, clamped)))
}

/// The constant integer of an operand with one element.
pub(crate) fn constant_scalar(body: &Body, value: Value) -> Option<i64> {
    constant_value(body, value)?.dense_elements(body)?.first()?.as_i64(body)
}

/// Extends an integer of fewer bits.
fn extended(rw: &mut Rewriter, value: Value, ty: Type) -> Value {
    let is_narrower = rw.ty(value).int_width(rw) < ty.int_width(rw);
    if is_narrower { rw.value(arith::ExtSIOp::build(ty, value)) } else { value }
}

fn multiply(rw: &mut Rewriter, op: OpId, args: &[Value], ty: Type) -> Option<Value> {
    let shift = constant_scalar(rw, MulOp::from_id(op).shift(rw));
    if shift.is_none_or(|shift| shift > 0) {
        let amount = match shift {
            Some(shift) => constant_int(rw, shift, Type::I8),
            None => args[2],
        };
        let [a, b] = [0, 1].map(|index| extended(rw, args[index], Type::I32));
        return Some(rw.value(ApplyScaleOp::build(Type::I32, a, b, amount, RoundingMode::SingleRound)));
    }
    let [a, b] = [0, 1].map(|index| extended(rw, args[index], ty));
    Some(rw.value(arith::MulIOp::build(a, b)))
}

/// The negated integer relative to the zero points, clamped to the range of its type.
fn negate(rw: &mut Rewriter, op: OpId, args: &[Value], ty: Type) -> Option<Value> {
    let negate = NegateOp::from_id(op);
    let zero_points = [negate.input1_zp(rw), negate.output_zp(rw)].map(|zero_point| constant_scalar(rw, zero_point));
    let width = ty.int_width(rw)?;
    let (wide, sum) = match zero_points {
        [Some(input), Some(output)] => {
            let sum = input + output;
            let greatest = max_signed(width).saturating_add(sum.abs()).saturating_add(1);
            let wide = if greatest <= max_signed(16) {
                16
            } else if greatest <= max_signed(32) {
                32
            } else {
                64
            };
            let wide = rw.cx().int_type(wide);
            (wide, constant_int(rw, sum, wide))
        }
        _ => {
            let wide = Type::I64;
            let [_, input, output] = args else { return None };
            let [input, output] = [*input, *output].map(|zero_point| extended(rw, zero_point, wide));
            (wide, rw.value(arith::AddIOp::build(input, output)))
        }
    };
    let value = extended(rw, args[0], wide);
    let difference = rw.value(arith::SubIOp::build(sum, value));
    let min = constant_int(rw, -max_signed(width) - 1, wide);
    let max = constant_int(rw, max_signed(width), wide);
    let clamped = clamp_int(rw, difference, min, max);
    Some(if wide == ty { clamped } else { rw.value(arith::TruncIOp::build(ty, clamped)) })
}

fn shift_right(rw: &mut Rewriter, op: OpId, args: &[Value], ty: Type) -> Value {
    let shifted = rw.value(arith::ShRSIOp::build(args[0], args[1]));
    if !ArithmeticRightShiftOp::from_id(op).round(rw) {
        return shifted;
    }
    let one = constant_int(rw, 1, ty);
    let zero = constant_int(rw, 0, ty);
    let [no, yes] = [Attr::FALSE, Attr::TRUE].map(|truth| rw.value(ConstantOp::build(truth)));
    let is_shifted = rw.value(arith::CmpIOp::build(args[1], zero, CmpIPredicate::Sgt));
    let amount = rw.value(arith::SubIOp::build(args[1], one));
    let last = rw.value(arith::ShRSIOp::build(args[0], amount));
    let last = rw.value(arith::TruncIOp::build(Type::I1, last));
    let is_odd = rw.value(arith::AndIOp::build(last, yes));
    let rounds = rw.value(arith::SelectOp::build(is_shifted, is_odd, no));
    let rounds = rw.value(arith::ExtUIOp::build(ty, rounds));
    rw.value(arith::AddIOp::build(shifted, rounds))
}
