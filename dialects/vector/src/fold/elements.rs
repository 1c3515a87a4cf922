//! `vector.to_elements` and `vector.from_elements`.

use rmlir::prelude::*;

use super::{defining, elements_attr, result_type};
use crate::{BroadcastOp, FromElementsOp, ToElementsOp};

#[fold(ToElementsOp)]
pub fn to_elements(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let source = ToElementsOp::from_id(cx.op()).source(cx);
    if let Some(elements) = defining::<FromElementsOp>(cx, source) {
        return Fold::Results(elements.elements(cx).into_iter().map(FoldValue::Value).collect());
    }
    let Some(scalar) = defining::<BroadcastOp>(cx, source).map(|broadcast| broadcast.source(cx)) else {
        return Fold::No;
    };
    if cx.ty(scalar).is_vector(cx) {
        return Fold::No;
    }
    Fold::Results(std::iter::repeat_n(FoldValue::Value(scalar), cx.n_results(cx.op())).collect())
}

#[fold(FromElementsOp)]
pub fn from_elements(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let elements = FromElementsOp::from_id(cx.op()).elements(cx);
    if let Some(source) = whole_source(cx, &elements) {
        return Fold::value(source);
    }
    let Some(consts) = consts.iter().copied().collect::<Option<Vec<Attr>>>() else { return Fold::No };
    if consts.iter().any(|element| element.as_integer(cx).is_none() && element.as_float(cx).is_none()) {
        return Fold::No;
    }
    elements_attr(cx, result_type(cx), &consts)
}

/// The vector of this operation's type whose elements, all of them in order, are `elements`.
fn whole_source(cx: &FoldCx, elements: &[Value]) -> Option<Value> {
    let all = defining::<ToElementsOp>(cx, *elements.first()?)?;
    let source = all.source(cx);
    (cx.ty(source) == result_type(cx) && cx.results(all.id()) == elements).then_some(source)
}
