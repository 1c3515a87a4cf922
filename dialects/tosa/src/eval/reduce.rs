//! Reductions along a dimension, and products of matrices. Elements are combined in the order of their indices.

use rmlir::interp::emit::number::canonical;
use rmlir::interp::value::Tensor;
use rmlir::interp::{Emit, Emitted, Evaluator, Value};
use rmlir::num::Rounding;
use rmlir::prelude::*;

use super::number::Number;
use super::{compute, generate, place};
use crate::attrs::NanPropagationMode;
use crate::contraction::MatMulOp;
use crate::reduce::*;

const NEAREST: Rounding = Rounding::NearestTiesToEven;

/// Appends a reduction along the axis of `op`, from `initial` on.
fn reduce<'a>(
    op: OpRef<'a>,
    emit: &mut Emit<'a, '_>,
    initial: Value,
    combine: impl Fn(&Value, &Value) -> Value + Send + Sync + 'static,
) -> Emitted {
    let axis = op.prop(ReduceSumOp::AXIS).and_then(|axis| axis.as_i64(op.cx())).unwrap_or_default() as usize;
    compute(op, emit, 1, move |tensors| {
        let input: &Tensor = tensors[0];
        let mut sizes = input.sizes.clone();
        let n = sizes[axis];
        sizes[axis] = 1;
        generate(sizes, |at| {
            let mut at = at.to_vec();
            let mut result = initial.clone();
            for index in 0..n {
                at[axis] = index;
                result = combine(&input.elements[place(&input.sizes, &at)], &result);
            }
            Ok(result)
        })
    })
}

/// Rows of `Op = initial value, float function, integer function;`.
macro_rules! reductions {
    ($($op:ident = $initial:expr, $float:expr, $int:expr;)*) => {$(
        impl Evaluator for $op {
            fn eval<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
                let number = Number::of(op, op.operand(0).ty())?;
                if ignores_nan(op) && number.is_float() {
                    return Err(op.error("cannot be interpreted: it ignores NaN"));
                }
                let initial: fn(Number) -> Value = $initial;
                let (float, int): (fn(ApFloat, ApFloat) -> ApFloat, fn(&ApInt, &ApInt) -> ApInt) = ($float, $int);
                reduce(op, emit, initial(number), move |a, b| number.binary(a, b, float, int))
            }
        }
    )*};
}

pub(super) fn ignores_nan(op: OpRef) -> bool {
    let mode = op.attr("nan_mode").and_then(|mode| NanPropagationMode::from_attr(op.cx(), mode));
    mode == Some(NanPropagationMode::Ignore)
}

/// The greatest finite number, or the least.
pub(super) fn extreme(number: Number, is_least: bool) -> Value {
    match number {
        Number::Float(kind) => ApFloat::largest(kind, is_least).into(),
        Number::Int(width) if is_least => ApInt::signed_min(width).into(),
        Number::Int(width) => ApInt::signed_max(width).into(),
    }
}

reductions! {
    ReduceSumOp = |number| number.constant(0), |a, b| a.add(b, NEAREST), ApInt::add;
    ReduceProductOp = |number| number.constant(1), |a, b| a.mul(b, NEAREST), ApInt::mul;
    ReduceMaxOp = |number| extreme(number, true), ApFloat::maximum, ApInt::smax;
    ReduceMinOp = |number| extreme(number, false), ApFloat::minimum, ApInt::smin;
    ReduceAllOp = |number| number.constant(1), |a, _| a, ApInt::and;
    ReduceAnyOp = |number| number.constant(0), |a, _| a, ApInt::or;
}

/// The error that a float has a zero point other than a constant zero; integers may have any.
pub(super) fn check_zero_points(op: OpRef, number: Number, zero_points: [ValueRef; 2]) -> Emitted {
    let is_zero = |value: ValueRef| {
        let constant = rmlir::core::fold::constant_value(value.body, value.id)?;
        constant.splat_value(value.cx())?.as_float(value.cx()).map(|(number, _)| number.is_zero())
    };
    match number.is_float() && zero_points.into_iter().any(|value| is_zero(value) != Some(true)) {
        true => Err(op.error("cannot be interpreted: a zero point is not a constant zero")),
        false => Ok(()),
    }
}

/// The zero point, the element of a tensor.
pub(super) fn zero_point(tensor: &Tensor) -> &Value {
    tensor.elements.first().unwrap_or(&Value::Poison)
}

/// Products of the matrices of each batch.
#[eval(MatMulOp)]
fn matmul<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (from, to) = (Number::of(op, op.operand(0).ty())?, Number::of(op, op.result(0).ty())?);
    check_zero_points(op, from, [op.value(MatMulOp::a_zp), op.value(MatMulOp::b_zp)])?;
    let zero = to.constant(0);
    compute(op, emit, 4, move |tensors| {
        let (a, b) = (tensors[0], tensors[1]);
        let zero_points = [zero_point(tensors[2]), zero_point(tensors[3])];
        generate(vec![a.sizes[0], a.sizes[1], b.sizes[2]], |at| {
            let mut sum = zero.clone();
            for k in 0..a.sizes[2] {
                let left = &a.elements[place(&a.sizes, &[at[0], at[1], k])];
                let right = &b.elements[place(&b.sizes, &[at[0], k, at[2]])];
                sum = add_product(from, to, sum, [left, right], zero_points);
            }
            Ok(sum)
        })
    })
}

/// The sum and a product, both rounded; factors are relative to their zero points, and converted to the type of the sum.
pub(super) fn add_product(
    from: Number,
    to: Number,
    sum: Value,
    factors: [&Value; 2],
    zero_points: [&Value; 2],
) -> Value {
    match (from, to) {
        (Number::Float(from), Number::Float(to)) => {
            match (sum.float(to), factors[0].float(from), factors[1].float(from)) {
                (Some(sum), Some(a), Some(b)) => {
                    let [a, b] = [a, b].map(|number| number.convert(to, NEAREST).value);
                    canonical(sum.add(a.mul(b, NEAREST), NEAREST)).into()
                }
                _ => Value::Poison,
            }
        }
        (Number::Int(from), Number::Int(to)) => {
            let relative = |index: usize| {
                let (factor, zero_point) = (factors[index].int(from)?, zero_points[index].int(from)?);
                Some(factor.sext_or_trunc(to).sub(&zero_point.sext_or_trunc(to)))
            };
            match (sum.int(to), relative(0), relative(1)) {
                (Some(sum), Some(a), Some(b)) => sum.add(&a.mul(&b)).into(),
                _ => Value::Poison,
            }
        }
        _ => Value::Poison,
    }
}
