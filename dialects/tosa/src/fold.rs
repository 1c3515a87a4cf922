//! Constants, and folding: neutral elements, splat constants, and operations that move nothing.
//!
//! Deviation: a float times zero is not folded, as NaN and infinities are not zero then.

use rmlir::core::dense;
use rmlir::core::fold::{ConstantOp, constant_value};
use rmlir::core::types::DYNAMIC;
use rmlir::num::Rounding;
use rmlir::prelude::*;

use crate::convert::{CastOp, ConstOp};
use crate::elementwise::{
    AbsOp, AddOp, EqualOp, GreaterEqualOp, GreaterOp, IntDivOp, MulOp, NegateOp, ReciprocalOp, SelectOp, SubOp,
};
use crate::infer::{constant_sizes, numbers};
use crate::layout::*;
use crate::reduce::*;
use crate::shape::ConstShapeOp;

const NEAREST: Rounding = Rounding::NearestTiesToEven;

impl ConstantOp for ConstOp<()> {
    fn value(&self, op: OpRef) -> Option<Attr> {
        op.prop(ConstOp::VALUES)
    }
}

impl ConstantOp for ConstShapeOp<()> {
    fn value(&self, op: OpRef) -> Option<Attr> {
        op.prop(ConstShapeOp::VALUES)
    }
}

#[fold(ConstOp, ConstShapeOp)]
fn constant(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    cx.prop(cx.op(), 0).into()
}

/// The types of the first two operands and of the result, if all are ranked and have integers or floats as elements.
fn ranked_types(cx: &FoldCx) -> Option<[Type; 3]> {
    let op = cx.op();
    let types = [cx.ty(cx.operand(op, 0)), cx.ty(cx.operand(op, 1)), cx.ty(cx.result(op, 0))];
    types.iter().all(|ty| ty.shape(cx).is_some() && has_plain_elements(cx, *ty)).then_some(types)
}

/// Whether the elements are integers or floats, which constants can have.
fn has_plain_elements(cx: &Context, ty: Type) -> bool {
    let element = ty.element_or_self(cx);
    element.int_width(cx).is_some() || element.float_kind(cx).is_some()
}

/// The element of a constant whose elements are all the same.
fn splat(cx: &Context, constant: Option<Attr>) -> Option<Attr> {
    constant?.splat_value(cx)
}

/// Whether `constant` is `number` everywhere.
fn is_splat_of(cx: &Context, constant: Option<Attr>, number: i64) -> bool {
    splat(cx, constant).is_some_and(|value| match value.as_float(cx) {
        Some((value, _)) => value.is_exactly(number as f64),
        None => value.as_i64(cx) == Some(number),
    })
}

/// The splat constant of type `ty`, which is static, and has integers or floats as elements.
fn splat_of(cx: &Context, ty: Type, value: Attr) -> Option<Attr> {
    ty.static_shape(cx).filter(|_| has_plain_elements(cx, ty))?;
    dense::splat(cx, ty, value)
}

/// Whether static sizes are known to be broadcast to one another.
fn are_broadcastable(cx: &Context, a: Type, b: Type) -> bool {
    let (Some(a), Some(b)) = (a.shape(cx), b.shape(cx)) else { return false };
    let fits = |(&a, &b): (&i64, &i64)| a == 1 || b == 1 || (a == b && a != DYNAMIC);
    a.iter().rev().zip(b.iter().rev()).all(fits)
}

/// The splat of a function of two splats.
fn fold_splats(
    cx: &Context,
    consts: &[Option<Attr>],
    ty: Type,
    float: impl Fn(ApFloat, ApFloat) -> ApFloat,
    int: impl Fn(&ApInt, &ApInt) -> Option<ApInt>,
) -> Fold {
    let (Some(a), Some(b)) = (splat(cx, consts[0]), splat(cx, consts[1])) else { return Fold::No };
    let element = ty.element_or_self(cx);
    let value = match (a.as_float(cx), b.as_float(cx), a.as_integer(cx), b.as_integer(cx)) {
        (Some((&a, _)), Some((&b, _)), ..) => Some(cx.float_attr(element, float(a, b))),
        (_, _, Some((a, _)), Some((b, _))) => int(a, b).map(|value| cx.apint_attr(element, value)),
        _ => None,
    };
    value.and_then(|value| splat_of(cx, ty, value)).into()
}

#[fold(AddOp)]
fn add(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let Some([a, b, ty]) = ranked_types(cx) else { return Fold::No };
    let fits = are_broadcastable(cx, a, b);
    match () {
        () if fits && a == ty && is_splat_of(cx, consts[1], 0) => Fold::value(cx.operand(cx.op(), 0)),
        () if fits && b == ty && is_splat_of(cx, consts[0], 0) => Fold::value(cx.operand(cx.op(), 1)),
        () => fold_splats(cx, consts, ty, |a, b| a.add(b, NEAREST), |a, b| Some(a.add(b))),
    }
}

#[fold(SubOp)]
fn sub(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let Some([a, b, ty]) = ranked_types(cx) else { return Fold::No };
    match are_broadcastable(cx, a, b) && a == ty && is_splat_of(cx, consts[1], 0) {
        true => Fold::value(cx.operand(cx.op(), 0)),
        false => fold_splats(cx, consts, ty, |a, b| a.sub(b, NEAREST), |a, b| Some(a.sub(b))),
    }
}

#[fold(MulOp)]
fn mul(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let Some([a, b, ty]) = ranked_types(cx) else { return Fold::No };
    // Only products of 32-bit integers are shifted.
    if ty.element(cx) == Some(Type::I32) && !is_splat_of(cx, consts[2], 0) {
        return Fold::No;
    }
    let is_int = ty.element_or_self(cx).int_width(cx).is_some();
    for (index, other) in [(0, b), (1, a)] {
        if is_int && other == ty && is_splat_of(cx, consts[index], 0) {
            let zeros = splat(cx, consts[index]).and_then(|zero| splat_of(cx, ty, zero));
            return zeros.into();
        }
    }
    let fits = are_broadcastable(cx, a, b);
    match () {
        () if fits && b == ty && is_splat_of(cx, consts[0], 1) => Fold::value(cx.operand(cx.op(), 1)),
        () if fits && a == ty && is_splat_of(cx, consts[1], 1) => Fold::value(cx.operand(cx.op(), 0)),
        () if a.element(cx) != ty.element(cx) => Fold::No,
        () => fold_splats(cx, consts, ty, |a, b| a.mul(b, NEAREST), |a, b| Some(a.mul(b))),
    }
}

/// Rows of `Op = accepted orders;`: comparisons of splats.
macro_rules! comparisons {
    ($($op:ident = $accepts:expr;)*) => {$(
        impl Folder for $op {
            fn fold(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
                let ty = cx.ty(cx.result(cx.op(), 0));
                let accepts: fn(std::cmp::Ordering) -> bool = $accepts;
                let (Some(a), Some(b)) = (splat(cx, consts[0]), splat(cx, consts[1])) else { return Fold::No };
                let holds = match (a.as_float(cx), b.as_float(cx), a.as_integer(cx), b.as_integer(cx)) {
                    (Some((&a, _)), Some((&b, _)), ..) => a.compare(b).is_some_and(accepts),
                    (_, _, Some((a, _)), Some((b, _))) => accepts(a.scmp(b)),
                    _ => return Fold::No,
                };
                splat_of(cx, ty, cx.bool_attr(holds)).into()
            }
        }
    )*};
}

comparisons! {
    EqualOp = |order| order == std::cmp::Ordering::Equal;
    GreaterOp = |order| order == std::cmp::Ordering::Greater;
    GreaterEqualOp = |order| order != std::cmp::Ordering::Less;
}

#[fold(AbsOp)]
fn abs(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let input = cx.operand(cx.op(), 0);
    if cx.defined_by::<AbsOp>(input).is_some() { Fold::value(input) } else { Fold::No }
}

/// The quotient of zero, the quotient by one, and that of splats.
#[fold(IntDivOp)]
fn intdiv(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let Some([a, b, ty]) = ranked_types(cx).filter(|[a, b, _]| a == b) else { return Fold::No };
    match () {
        () if a == ty && is_splat_of(cx, consts[0], 0) => consts[0].into(),
        () if b == ty && is_splat_of(cx, consts[1], 1) => Fold::value(cx.operand(cx.op(), 0)),
        () => fold_splats(
            cx,
            consts,
            ty,
            |a, _| a,
            |a, b| a.sdiv_ov(b).filter(|(_, overflows)| !overflows).map(|(quotient, _)| quotient),
        ),
    }
}

/// A value that is negated twice, with zero points of zero. The least integer is not its own negation.
#[fold(NegateOp)]
fn negate(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let op = cx.op();
    let Some(inner) = cx.defined_by::<NegateOp>(cx.operand(op, 0)) else { return Fold::No };
    let of_inner = [inner.input1_zp(cx), inner.output_zp(cx)].map(|value| constant_value(cx, value));
    let is_float = cx.ty(cx.result(op, 0)).element_or_self(cx).float_kind(cx).is_some();
    let are_zero = consts[1..].iter().chain(&of_inner).all(|&zero_point| is_splat_of(cx, zero_point, 0));
    let source = inner.input1(cx);
    match is_float && are_zero && cx.ty(source) == cx.ty(cx.result(op, 0)) {
        true => Fold::value(source),
        false => Fold::No,
    }
}

/// The reciprocal of a splat.
#[fold(ReciprocalOp)]
fn reciprocal(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let ty = cx.ty(cx.result(cx.op(), 0));
    let Some((&number, element)) = splat(cx, consts[0]).and_then(|value| value.as_float(cx)) else { return Fold::No };
    let one = ApFloat::from_f64(number.kind(), 1.0).value;
    splat_of(cx, ty, cx.float_attr(element, one.div(number, NEAREST))).into()
}

#[fold(SelectOp)]
fn select(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let op = cx.op();
    let [condition, then, other] = [0, 1, 2].map(|index| cx.operand(op, index));
    let ty = cx.ty(cx.result(op, 0));
    let fits = |value: Value| cx.ty(value) == ty && are_broadcastable(cx, cx.ty(condition), ty);
    if then == other && fits(then) {
        return Fold::value(then);
    }
    let Some(holds) = splat(cx, consts[0]).and_then(|value| value.as_bool(cx)) else { return Fold::No };
    let chosen = if holds { then } else { other };
    let are_all = [then, other].iter().all(|&value| are_broadcastable(cx, cx.ty(value), ty));
    if fits(chosen) && are_all { Fold::value(chosen) } else { Fold::No }
}

#[fold(CastOp)]
fn cast(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let input = cx.operand(cx.op(), 0);
    let (from, ty) = (cx.ty(input), cx.ty(cx.result(cx.op(), 0)));
    if from == ty {
        return Fold::value(input);
    }
    let Some(value) = splat(cx, consts[0]) else { return Fold::No };
    let to = ty.element_or_self(cx);
    let converted = match (value.as_float(cx), value.as_integer(cx), to.float_kind(cx), to.signless_width(cx)) {
        (Some((&value, _)), _, Some(kind), _) => Some(cx.float_attr(to, value.convert(kind, NEAREST).value)),
        (Some((&value, _)), _, _, Some(width)) => {
            value.to_int(width, true, NEAREST).map(|converted| cx.apint_attr(to, converted.value))
        }
        (_, Some((value, _)), Some(kind), _) => {
            Some(cx.float_attr(to, ApFloat::from_int(kind, value, value.width() > 1, NEAREST)))
        }
        (_, Some((value, _)), _, Some(1)) => Some(cx.bool_attr(!value.is_zero())),
        (_, Some((value, _)), _, Some(width)) if value.width() == 1 => {
            Some(cx.apint_attr(to, value.zext_or_trunc(width)))
        }
        (_, Some((value, _)), _, Some(width)) => Some(cx.apint_attr(to, value.sext_or_trunc(width))),
        _ => None,
    };
    converted.and_then(|value| splat_of(cx, ty, value)).into()
}

/// The operand, if it has the type of the result.
fn input_of_same_type(cx: &FoldCx) -> Option<Value> {
    let input = cx.operand(cx.op(), 0);
    (cx.ty(input) == cx.ty(cx.result(cx.op(), 0))).then_some(input)
}

#[fold(ReduceAllOp, ReduceAnyOp, ReduceMaxOp, ReduceMinOp, ReduceProductOp, ReduceSumOp)]
fn reduce(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let axis = cx.prop(cx.op(), ReduceSumOp::AXIS).and_then(|axis| axis.as_i64(cx)).unwrap_or_default();
    let size = cx.ty(cx.operand(cx.op(), 0)).shape(cx).and_then(|shape| shape.get(axis as usize).copied());
    input_of_same_type(cx).filter(|_| size == Some(1)).into()
}

#[fold(ReshapeOp)]
fn reshape(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let op = cx.op();
    let input = cx.operand(op, 0);
    let (from, ty) = (cx.ty(input), cx.ty(cx.result(op, 0)));
    let (Some(shape), Some(_)) = (from.shape(cx), ty.shape(cx)) else { return Fold::No };
    if from == ty && shape.iter().filter(|&&size| size == DYNAMIC).count() < 2 {
        return Fold::value(input);
    }
    if let Some(inner) = cx.defined_by::<ReshapeOp>(input) {
        let source = inner.input1(cx);
        cx.set_operand(0, source);
        return Fold::InPlace;
    }
    let Some(constant) = consts[0].filter(|_| ty.static_shape(cx).is_some()) else { return Fold::No };
    if let Some(value) = constant.splat_value(cx) {
        return splat_of(cx, ty, value).into();
    }
    if !cx.has_one_use(input) || constant_sizes(ValueRef::new(cx, cx.operand(op, 1))).is_none() {
        return Fold::No;
    }
    dense::reshaped(cx, constant, ty).into()
}

#[fold(TransposeOp)]
fn transpose(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let ty = cx.ty(cx.result(cx.op(), 0));
    if let Some(splat) = splat(cx, consts[0]).and_then(|value| splat_of(cx, ty, value)) {
        return Fold::attr(splat);
    }
    let perms = numbers(OpRef::new(cx, cx.op()), TransposeOp::PERMS);
    let is_identity = perms.iter().copied().eq(0..perms.len() as i64);
    input_of_same_type(cx).filter(|_| is_identity).into()
}

#[fold(PadOp)]
fn pad(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    input_of_same_type(cx).filter(|_| is_splat_of(cx, consts[1], 0)).into()
}

#[fold(TileOp)]
fn tile(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    input_of_same_type(cx).filter(|_| is_splat_of(cx, consts[1], 1)).into()
}

#[fold(ReverseOp)]
fn reverse(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let op = cx.op();
    let axis = ReverseOp::from_id(op).axis(cx);
    let size = cx.ty(cx.operand(op, 0)).shape(cx).and_then(|shape| shape.get(axis as usize).copied());
    let is_symmetric = splat(cx, consts[0]).is_some() || size == Some(1);
    input_of_same_type(cx).filter(|_| is_symmetric).into()
}

#[fold(SliceOp)]
fn slice(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let (from, ty) = (cx.ty(cx.operand(cx.op(), 0)), cx.ty(cx.result(cx.op(), 0)));
    let is_static = from.static_shape(cx).is_some();
    if let Some(input) = input_of_same_type(cx).filter(|_| is_static) {
        return Fold::value(input);
    }
    if let Some(value) = splat(cx, consts[0]) {
        return splat_of(cx, ty, value).into();
    }
    let starts = constant_sizes(ValueRef::new(cx, cx.operand(cx.op(), 1)));
    let (Some(constant), Some(starts)) = (consts[0].filter(|_| is_static && ty.n_elements(cx) == Some(1)), starts)
    else {
        return Fold::No;
    };
    constant.dense_element(cx, &starts).and_then(|value| splat_of(cx, ty, value)).into()
}

/// The tensors that an operand concatenates along the same axis are concatenated instead of it.
#[fold(ConcatOp)]
fn concat(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let op = cx.op();
    let axis = ConcatOp::from_id(op).axis(cx);
    let mut inputs = Vec::new();
    let operands: Vec<Value> = cx.operands(op).collect();
    for &operand in &operands {
        match cx.defined_by::<ConcatOp>(operand).filter(|inner| inner.axis(cx) == axis) {
            Some(inner) => inputs.extend(cx.operands(inner.id())),
            None => inputs.push(operand),
        }
    }
    if inputs == operands {
        return Fold::No;
    }
    cx.set_operands(&inputs);
    Fold::InPlace
}

/// Images of the same size, without offset and border.
#[fold(ResizeOp)]
fn resize(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let sizes = |index: usize| consts[index].and_then(|sizes| sizes.dense_elements(cx)).unwrap_or_default();
    let scale = sizes(1);
    let is_one = scale.len() == 4 && scale[0] == scale[1] && scale[2] == scale[3];
    let is_centered = is_splat_of(cx, consts[2], 0) && is_splat_of(cx, consts[3], 0);
    input_of_same_type(cx).filter(|_| is_one && is_centered).into()
}
