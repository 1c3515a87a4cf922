//! Lowering of `vector.outerproduct`, row by row.

use rmlir::prelude::*;
use rmlir_vector::place::{TOO_MANY_PARTS, unrolled_rows};
use rmlir_vector::{MaskOp, OuterProductOp, VectorType};

use super::contract::multiply_and_combine;
use crate::make::{broadcast, extract, insert, zero};
use crate::maskable::{Lowered, maskable};

/// The pattern for outer products.
pub fn patterns(benefit: u16) -> PatternSet {
    let mut set = PatternSet::new();
    set.add(maskable("OuterProductOpLowering", benefit, lower));
    set
}

fn lower(op: OuterProductOp, mask: Option<MaskOp>, rw: &mut Rewriter) -> Lowered {
    const UNSUPPORTED: &str = "the kind is not for such elements";
    let result = VectorType::at(rw, op.result(rw));
    if result.rank() >= 2 && !result.scalable.contains(&false) {
        return Err("all dimensions are scalable");
    }
    let kind = op.kind(rw);
    if !kind.supports(rw, result.element) {
        return Err(UNSUPPORTED);
    }
    let mask = mask.map(|mask| mask.mask(rw));
    let (lhs, rhs, acc) = (op.lhs(rw), op.rhs(rw), op.acc(rw));
    let rhs_type = rw.ty(rhs);
    if !rhs_type.is_vector(rw) {
        let ty = rw.ty(lhs);
        let rhs = broadcast(rw, ty, rhs);
        let value = multiply_and_combine(rw, [lhs, rhs], acc, kind, mask);
        return Ok(Some(value.ok_or(UNSUPPORTED)?));
    }
    let rows = unrolled_rows(&result.shape).ok_or(TOO_MANY_PARTS)?;
    let mut made = zero(rw, result.ty(rw));
    for row in rows {
        let element = extract(rw, lhs, &[row]);
        let repeated = broadcast(rw, rhs_type, element);
        let acc = acc.map(|acc| extract(rw, acc, &[row]));
        let mask = mask.map(|mask| extract(rw, mask, &[row]));
        let value = multiply_and_combine(rw, [repeated, rhs], acc, kind, mask).ok_or(UNSUPPORTED)?;
        made = insert(rw, value, made, &[row]);
    }
    Ok(Some(made))
}
