//! `vector.shuffle`.

use rmlir::prelude::*;

use super::{constant, elements_attr, is_poison, poison, result_type};
use crate::ShuffleOp;
use crate::element::POISON_INDEX;
use crate::types::VectorType;

#[fold(ShuffleOp)]
pub fn fold(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let op = ShuffleOp::from_id(cx.op());
    let (v1, v2) = (VectorType::at(cx, op.v1(cx)), VectorType::at(cx, op.v2(cx)));
    // The result has another rank; a pattern replaces the operation.
    let (Some(&n1), Some(&n2)) = (v1.shape.first(), v2.shape.first()) else { return Fold::No };
    let mask = op.numbers(cx);
    if mask.iter().copied().eq(0..n1) {
        return Fold::value(op.v1(cx));
    }
    if mask.iter().copied().eq(n1..n1 + n2) {
        return Fold::value(op.v2(cx));
    }
    let consts = [constant(consts, 0), constant(consts, 1)];
    if consts.contains(&None) {
        return Fold::No;
    }
    if consts.iter().all(|&value| is_poison(cx, value)) {
        return poison(cx);
    }
    if v1.rank() == 1 { of_constants(cx, &mask, consts, n1) } else { Fold::No }
}

/// Poison elements are replaced by the first element of an operand that is not poison.
fn of_constants(cx: &FoldCx, mask: &[i64], operands: [Option<Attr>; 2], n1: i64) -> Fold {
    let [v1, v2] = operands.map(|value| value.and_then(|value| value.dense_elements(cx)));
    let is_known = |elements: &Option<Vec<Attr>>, value| elements.is_some() || is_poison(cx, value);
    if !is_known(&v1, operands[0]) || !is_known(&v2, operands[1]) {
        return Fold::No;
    }
    let Some(&instead) = v1.as_ref().or(v2.as_ref()).and_then(|elements| elements.first()) else { return Fold::No };
    let pick = |&index: &i64| {
        let (elements, index) = if index < n1 { (&v1, index) } else { (&v2, index - n1) };
        let element = elements.as_ref().filter(|_| index != POISON_INDEX).and_then(|list| list.get(index as usize));
        element.copied().unwrap_or(instead)
    };
    let elements: Vec<Attr> = mask.iter().map(pick).collect();
    elements_attr(cx, result_type(cx), &elements)
}
