//! Building of the regions of named operations.
//!
//! The regions of named operations are not part of the textual format: they follow from the operation. Operations with
//! a cast first convert an element of an input to the element type of the output.

use std::cmp::Ordering;

use rmlir::core::types::TypeData;
use rmlir::prelude::*;
use rmlir_arith as arith;
use rmlir_complex as complex;
use rmlir_math as math;

use crate::YieldOp;
use crate::attrs::{BinaryFn, TernaryFn, TypeFn, UnaryFn};
use crate::computation::Computation;
use crate::index::IndexOp;

/// The computed value, or an error message about the types.
type Computed = Result<Value, String>;

/// Appends a block to `region`, with arguments of these types, that computes `what` and yields it. Returns an error
/// message if the types do not permit that.
pub(crate) fn build_block(
    rw: &mut Rewriter,
    region: RegionId,
    args: &[(Type, Loc)],
    what: Computation,
) -> Result<(), String> {
    let (types, locs): (Vec<Type>, Vec<Loc>) = args.iter().copied().unzip();
    let block = rw.create_block(region, &types, &locs);
    let args = rw.args(block).to_vec();
    let value = compute(rw, &args, what)?;
    rw.create(YieldOp::build(&[value]));
    Ok(())
}

fn compute(rw: &mut Rewriter, args: &[Value], what: Computation) -> Computed {
    let Some((&out, inputs)) = args.split_last() else { return Err("there is no output".to_owned()) };
    let ty = rw.ty(out);
    match (what, inputs) {
        (Computation::Copy(how), &[input, ..]) => Ok(cast(rw, how, ty, input)),
        (Computation::Identity, &[input, ..]) => Ok(input),
        (Computation::Unary(function), &[input, ..]) => unary(rw, function, input),
        (Computation::Binary(function), &[lhs, rhs, ..]) => binary(rw, function, lhs, rhs),
        (Computation::Ternary(TernaryFn::Select), &[condition, lhs, rhs, ..]) => {
            Ok(rw.value(arith::SelectOp::build(condition, lhs, rhs)))
        }
        (Computation::MultiplyAdd(how), &[lhs, rhs, ..]) => {
            let (lhs, rhs) = (cast(rw, how, ty, lhs), cast(rw, how, ty, rhs));
            let product = binary(rw, BinaryFn::Mul, lhs, rhs)?;
            binary(rw, BinaryFn::Add, out, product)
        }
        (Computation::QuantizedMultiplyAdd, &[lhs, rhs, lhs_zero, rhs_zero]) => {
            let lhs = less_zero_point(rw, ty, lhs, lhs_zero)?;
            let rhs = less_zero_point(rw, ty, rhs, rhs_zero)?;
            let product = binary(rw, BinaryFn::Mul, lhs, rhs)?;
            binary(rw, BinaryFn::Add, out, product)
        }
        (Computation::Combine(function, how), &[input, ..]) => {
            let input = cast(rw, how, ty, input);
            binary(rw, function, out, input)
        }
        (Computation::Random, &[min, max, seed]) => random(rw, ty, [min, max, seed]),
        _ => Err("unsupported number of operands".to_owned()),
    }
}

fn less_zero_point(rw: &mut Rewriter, ty: Type, input: Value, zero: Value) -> Computed {
    let (input, zero) = (cast(rw, TypeFn::CastSigned, ty, input), cast(rw, TypeFn::CastSigned, ty, zero));
    binary(rw, BinaryFn::Sub, input, zero)
}

fn unary(rw: &mut Rewriter, function: UnaryFn, arg: Value) -> Computed {
    let ty = rw.ty(arg);
    if ty.float_kind(rw).is_none() {
        return Err("unsupported non numeric type".to_owned());
    }
    Ok(match function {
        UnaryFn::Exp => rw.value(math::ExpOp::build(arg)),
        UnaryFn::Log => rw.value(math::LogOp::build(arg)),
        UnaryFn::Abs => rw.value(math::AbsFOp::build(arg)),
        UnaryFn::Ceil => rw.value(math::CeilOp::build(arg)),
        UnaryFn::Floor => rw.value(math::FloorOp::build(arg)),
        UnaryFn::Negf => rw.value(arith::NegFOp::build(arg)),
        UnaryFn::Reciprocal => {
            let one = rw.one_attr(ty).ok_or("unsupported non numeric type")?;
            let one = rw.value(arith::ConstantOp::build(one));
            rw.value(arith::DivFOp::build(one, arg))
        }
        UnaryFn::Round => rw.value(math::RoundOp::build(arg)),
        UnaryFn::Sqrt => rw.value(math::SqrtOp::build(arg)),
        UnaryFn::Rsqrt => rw.value(math::RsqrtOp::build(arg)),
        UnaryFn::Square => rw.value(arith::MulFOp::build(arg, arg)),
        UnaryFn::Tanh => rw.value(math::TanhOp::build(arg)),
        UnaryFn::Erf => rw.value(math::ErfOp::build(arg)),
    })
}

/// The element types of a binary function's operands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbers {
    Complex,
    Float,
    Integer,
    Bool,
}

fn numbers(cx: &Context, lhs: Type, rhs: Type) -> Option<Numbers> {
    let both = |check: &dyn Fn(Type) -> bool| check(lhs) && check(rhs);
    if both(&|ty| matches!(ty.data(cx), TypeData::Complex(_))) {
        return Some(Numbers::Complex);
    }
    if both(&|ty| ty.float_kind(cx).is_some()) {
        return Some(Numbers::Float);
    }
    if both(&|ty| ty.int_width(cx) == Some(1)) {
        return Some(Numbers::Bool);
    }
    both(&|ty| ty.is_integer(cx)).then_some(Numbers::Integer)
}

fn binary(rw: &mut Rewriter, function: BinaryFn, lhs: Value, rhs: Value) -> Computed {
    use Numbers as N;
    let (lhs_type, rhs_type) = (rw.ty(lhs), rw.ty(rhs));
    let Some(numbers) = numbers(rw, lhs_type, rhs_type) else {
        let (lhs, rhs) = (rw.show_type(lhs_type), rw.show_type(rhs_type));
        return Err(format!(
            "Cannot build binary Linalg operation: expects allComplex, allFloatingPoint, or allInteger, got '{lhs}' and \
             '{rhs}'"
        ));
    };
    let unsupported = |what: &str| Err(format!("unsupported operation: {what}"));
    Ok(match (function, numbers) {
        (BinaryFn::Add, N::Complex) => rw.value(complex::AddOp::build(lhs, rhs)),
        (BinaryFn::Add, N::Float) => rw.value(arith::AddFOp::build(lhs, rhs)),
        (BinaryFn::Add, N::Integer) => rw.value(arith::AddIOp::build(lhs, rhs)),
        (BinaryFn::Add, N::Bool) => rw.value(arith::OrIOp::build(lhs, rhs)),
        (BinaryFn::Sub, N::Complex) => rw.value(complex::SubOp::build(lhs, rhs)),
        (BinaryFn::Sub, N::Float) => rw.value(arith::SubFOp::build(lhs, rhs)),
        (BinaryFn::Sub, N::Integer) => rw.value(arith::SubIOp::build(lhs, rhs)),
        (BinaryFn::Sub, N::Bool) => return unsupported("sub with bools"),
        (BinaryFn::Mul, N::Complex) => rw.value(complex::MulOp::build(lhs, rhs)),
        (BinaryFn::Mul, N::Float) => rw.value(arith::MulFOp::build(lhs, rhs)),
        (BinaryFn::Mul, N::Integer) => rw.value(arith::MulIOp::build(lhs, rhs)),
        (BinaryFn::Mul, N::Bool) => rw.value(arith::AndIOp::build(lhs, rhs)),
        (BinaryFn::Div, N::Complex) => rw.value(complex::DivOp::build(lhs, rhs)),
        (BinaryFn::Div, N::Float) => rw.value(arith::DivFOp::build(lhs, rhs)),
        (BinaryFn::Div, N::Integer) => rw.value(arith::DivSIOp::build(lhs, rhs)),
        (BinaryFn::Div, N::Bool) => return unsupported("div with bools"),
        (BinaryFn::DivUnsigned, N::Integer) => rw.value(arith::DivUIOp::build(lhs, rhs)),
        (BinaryFn::DivUnsigned, _) => return unsupported("unsigned div not on uint"),
        (BinaryFn::MaxSigned, N::Float) => rw.value(arith::MaximumFOp::build(lhs, rhs)),
        (BinaryFn::MaxSigned, N::Integer | N::Bool) => rw.value(arith::MaxSIOp::build(lhs, rhs)),
        (BinaryFn::MinSigned, N::Float) => rw.value(arith::MinimumFOp::build(lhs, rhs)),
        (BinaryFn::MinSigned, N::Integer | N::Bool) => rw.value(arith::MinSIOp::build(lhs, rhs)),
        (BinaryFn::MaxSigned | BinaryFn::MinSigned, N::Complex) => return unsupported("complex numbers have no order"),
        (BinaryFn::MaxUnsigned, N::Integer) => rw.value(arith::MaxUIOp::build(lhs, rhs)),
        (BinaryFn::MaxUnsigned, _) => return unsupported("unsigned max not on uint"),
        (BinaryFn::MinUnsigned, N::Integer) => rw.value(arith::MinUIOp::build(lhs, rhs)),
        (BinaryFn::MinUnsigned, _) => return unsupported("unsigned min not on uint"),
        (BinaryFn::Powf, N::Float) => rw.value(math::PowFOp::build(lhs, rhs)),
        (BinaryFn::Powf, _) => return unsupported("powf not on floats"),
    })
}

/// Casts `operand` to type `to`; returns `operand` if there is no such cast.
pub(crate) fn cast(rw: &mut Rewriter, how: TypeFn, to: Type, operand: Value) -> Value {
    let from = rw.ty(operand);
    let is_unsigned = how == TypeFn::CastUnsigned;
    let order = from.int_or_float_width(rw).cmp(&to.int_or_float_width(rw));
    let kind = |ty: Type| (ty.is_integer(rw), ty.float_kind(rw).is_some());
    match (kind(from), kind(to), order, is_unsigned) {
        (INTEGER, FLOAT, _, true) => rw.value(arith::UIToFPOp::build(to, operand)),
        (INTEGER, FLOAT, _, false) => rw.value(arith::SIToFPOp::build(to, operand)),
        (FLOAT, INTEGER, _, true) => rw.value(arith::FPToUIOp::build(to, operand)),
        (FLOAT, INTEGER, _, false) => rw.value(arith::FPToSIOp::build(to, operand)),
        (FLOAT, FLOAT, Ordering::Less, _) => rw.value(arith::ExtFOp::build(to, operand)),
        (FLOAT, FLOAT, Ordering::Greater, _) => rw.value(arith::TruncFOp::build(to, operand)),
        (INTEGER, INTEGER, Ordering::Less, true) => rw.value(arith::ExtUIOp::build(to, operand)),
        (INTEGER, INTEGER, Ordering::Less, false) => rw.value(arith::ExtSIOp::build(to, operand)),
        (INTEGER, INTEGER, Ordering::Greater, _) => rw.value(arith::TruncIOp::build(to, operand)),
        (_, INTEGER, ..) if from.is_index() => rw.value(arith::IndexCastOp::build(to, operand)),
        _ => operand,
    }
}

/// Whether an element type is an integer, and whether it is a float.
const INTEGER: (bool, bool) = (true, false);
const FLOAT: (bool, bool) = (false, true);

/// The factor that scales 32-bit integers to the range from 0 to 1: an approximation of 2^-32.
const SCALE: f64 = 2.328_306_4e-10;

/// The linear congruential generator of upstream, seeded by the indices of the element, scaled to
/// the range from `min` to `max`.
fn random(rw: &mut Rewriter, ty: Type, [min, max, seed]: [Value; 3]) -> Computed {
    use TypeFn::CastSigned as SIGNED;
    let number = |rw: &mut Rewriter, value: i64, to: Type| {
        let value = rw.i64_attr(value);
        let constant = rw.value(arith::ConstantOp::build(value));
        cast(rw, SIGNED, to, constant)
    };
    let index = |rw: &mut Rewriter, dim: i64| {
        let dim = rw.i64_attr(dim);
        let index = rw.value(IndexOp::build(dim));
        cast(rw, SIGNED, Type::I32, index)
    };
    let (multiplier, increment) = (1_103_515_245, 12_345);
    let half = number(rw, i64::from(i32::MAX), Type::F64);
    let column = index(rw, 1);
    let row = index(rw, 0);
    let sum = binary(rw, BinaryFn::Add, row, seed)?;
    let factor = number(rw, multiplier, Type::I32);
    let product = binary(rw, BinaryFn::Mul, sum, factor)?;
    let summand = number(rw, increment, Type::I32);
    let row_state = binary(rw, BinaryFn::Add, product, summand)?;
    let sum = binary(rw, BinaryFn::Add, column, row_state)?;
    let factor = number(rw, multiplier, Type::I32);
    let product = binary(rw, BinaryFn::Mul, sum, factor)?;
    let summand = number(rw, increment, Type::I32);
    let state = binary(rw, BinaryFn::Add, product, summand)?;
    let state = cast(rw, SIGNED, Type::F64, state);
    let shifted = binary(rw, BinaryFn::Add, half, state)?;
    let range = binary(rw, BinaryFn::Sub, max, min)?;
    let scale = rw.float_attr(Type::F64, ApFloat::from_f64_exact(SCALE));
    let scale = rw.value(arith::ConstantOp::build(scale));
    let factor = binary(rw, BinaryFn::Mul, range, scale)?;
    let scaled = binary(rw, BinaryFn::Mul, shifted, factor)?;
    let value = binary(rw, BinaryFn::Add, scaled, min)?;
    Ok(cast(rw, SIGNED, ty, value))
}
