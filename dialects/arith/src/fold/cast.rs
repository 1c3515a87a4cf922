//! Casts.

use rmlir::core::attrs::AttrData;
use rmlir::core::dense;
use rmlir::num::Rounding;
use rmlir::prelude::*;
use rmlir_ub::is_poison;

use super::elements::cast;
use super::result_type;
use crate::attrs::FastMathFlags;
use crate::cast::{
    BitcastOp, ExtFOp, ExtSIOp, ExtUIOp, FPToSIOp, FPToUIOp, IndexCastOp, IndexCastUIOp, SIToFPOp, TruncFOp, TruncIOp,
    UIToFPOp,
};
use crate::types::scalar_width;

fn operand(cx: &FoldCx) -> Value {
    cx.operand(cx.op(), 0)
}

fn constant(consts: &[Option<Attr>]) -> Option<Attr> {
    consts.first().copied().flatten()
}

/// The width of the integers of the result; 64 for `index`.
fn result_width(cx: &FoldCx) -> Option<u32> {
    result_type(cx).element_or_self(cx).int_or_index_width(cx)
}

/// `f` of a constant integer and the width of the result.
fn resize(cx: &FoldCx, consts: &[Option<Attr>], f: fn(&ApInt, u32) -> ApInt) -> Fold {
    let Some(width) = result_width(cx) else { return Fold::No };
    cast(cx, constant(consts), result_type(cx), |value: &ApInt| Some(f(value, width))).into()
}

#[fold(ExtUIOp)]
fn extui(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    match cx.defined_by::<ExtUIOp>(operand(cx)) {
        Some(inner) => on_its_operand(cx, inner.input(cx)),
        None => resize(cx, consts, ApInt::zext),
    }
}

#[fold(ExtSIOp)]
fn extsi(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    match cx.defined_by::<ExtSIOp>(operand(cx)) {
        Some(inner) => on_its_operand(cx, inner.input(cx)),
        None => resize(cx, consts, ApInt::sext),
    }
}

fn on_its_operand(cx: &mut FoldCx, source: Value) -> Fold {
    cx.set_operand(0, source);
    Fold::InPlace
}

#[fold(TruncIOp)]
fn trunci(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let value = operand(cx);
    let extended = cx.defined_by::<ExtUIOp>(value).map(|ext| ext.input(cx));
    if let Some(source) = extended.or_else(|| cx.defined_by::<ExtSIOp>(value).map(|ext| ext.input(cx))) {
        let (from, to) = (cx.ty(source).element_or_self(cx), result_type(cx).element_or_self(cx));
        if from.int_width(cx) > to.int_width(cx) {
            return on_its_operand(cx, source);
        }
        if from == to {
            return Fold::value(source);
        }
    }
    let Some(inner) = cx.defined_by::<TruncIOp>(value) else { return resize(cx, consts, ApInt::trunc) };
    // The combined truncation has a flag only if both truncations have it.
    let own = TruncIOp::from_id(cx.op()).overflow_flags(cx);
    let flags = own.intersection(inner.overflow_flags(cx)).attr(cx);
    cx.set_prop(TruncIOp::OVERFLOW_FLAGS, flags);
    on_its_operand(cx, inner.input(cx))
}

#[fold(IndexCastOp)]
fn index_cast(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    resize(cx, consts, ApInt::sext_or_trunc)
}

#[fold(IndexCastUIOp)]
fn index_castui(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    resize(cx, consts, ApInt::zext_or_trunc)
}

#[fold(ExtFOp)]
fn extf(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    if let Some(trunc) = cx.defined_by::<TruncFOp>(operand(cx)) {
        let source = trunc.input(cx);
        let may_skip =
            |flags: Option<FastMathFlags>| flags.is_some_and(|flags| flags.contains(FastMathFlags::AllowContract));
        let own = ExtFOp::from_id(cx.op()).fastmath(cx);
        if cx.ty(source) == result_type(cx) && may_skip(trunc.fastmath(cx)) && may_skip(own) {
            return Fold::value(source);
        }
    }
    exactly(cx, consts)
}

#[fold(TruncFOp)]
fn truncf(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let value = operand(cx);
    if let Some(ext) = cx.defined_by::<ExtFOp>(value) {
        let source = ext.input(cx);
        let kind = |ty: Type| ty.element_or_self(cx).float_kind(cx).expect("float casts are between floats");
        let (from, through, to) = (kind(cx.ty(source)), kind(cx.ty(value)), kind(result_type(cx)));
        if is_representable(from, through) {
            if from.width() > to.width() {
                return on_its_operand(cx, source);
            }
            if from == to {
                return Fold::value(source);
            }
        }
    }
    exactly(cx, consts)
}

/// Whether every finite value of `kind` is representable in `wider`.
fn is_representable(kind: FloatKind, wider: FloatKind) -> bool {
    kind.max_exponent() <= wider.max_exponent()
        && kind.min_exponent() >= wider.min_exponent()
        && kind.precision() <= wider.precision()
}

/// A constant float in another format, if the conversion is exact; the rounding mode is irrelevant then. As in
/// upstream, infinities are treated as preserved even by formats without infinities.
fn exactly(cx: &FoldCx, consts: &[Option<Attr>]) -> Fold {
    let ty = result_type(cx);
    let Some(kind) = ty.element_or_self(cx).float_kind(cx) else { return Fold::No };
    cast(cx, constant(consts), ty, |value: &ApFloat| value.convert_exactly(kind)).into()
}

#[fold(UIToFPOp)]
fn uitofp(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    int_to_float(cx, consts, false)
}

#[fold(SIToFPOp)]
fn sitofp(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    int_to_float(cx, consts, true)
}

fn int_to_float(cx: &FoldCx, consts: &[Option<Attr>], signed: bool) -> Fold {
    let ty = result_type(cx);
    let Some(kind) = ty.element_or_self(cx).float_kind(cx) else { return Fold::No };
    let convert = |value: &ApInt| Some(ApFloat::from_int(kind, value, signed, Rounding::NearestTiesToEven));
    cast(cx, constant(consts), ty, convert).into()
}

#[fold(FPToUIOp)]
fn fptoui(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    float_to_int(cx, consts, false)
}

#[fold(FPToSIOp)]
fn fptosi(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    float_to_int(cx, consts, true)
}

fn float_to_int(cx: &FoldCx, consts: &[Option<Attr>], signed: bool) -> Fold {
    let Some(width) = result_width(cx) else { return Fold::No };
    let convert = |value: &ApFloat| Some(value.to_int(width, signed, Rounding::TowardZero)?.value);
    cast(cx, constant(consts), result_type(cx), convert).into()
}

/// Folds the bitcast of a constant; a cast to the same type is its operand.
#[fold(BitcastOp)]
fn bitcast(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let ty = result_type(cx);
    let folded = constant(consts).and_then(|value| bitcast_constant(cx, value, ty));
    match folded {
        Some(value) => Fold::attr(value),
        None if cx.ty(operand(cx)) == ty => Fold::value(operand(cx)),
        None => Fold::No,
    }
}

fn bitcast_constant(cx: &Context, value: Attr, ty: Type) -> Option<Attr> {
    if let AttrData::Dense { ty: from, splat, data } = value.data(cx) {
        let ty = from.with_element(cx, ty.element(cx)?);
        return Some(cx.attr(AttrData::Dense { ty, splat: *splat, data: data.clone() }));
    }
    if ty.is_shaped(cx) {
        return None;
    }
    if is_poison(cx, value) {
        return Some(value);
    }
    let bytes = dense::scalar_bytes(cx, value)?;
    scalar_width(cx, ty).map(|_| dense::scalar_attr(cx, ty, &bytes))
}
