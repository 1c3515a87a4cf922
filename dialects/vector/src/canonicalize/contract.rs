//! Sums of contractions and other values.

use rmlir::core::clone::CloneMap;
use rmlir::core::fold::constant_value;
use rmlir::prelude::*;
use rmlir_arith::{AddFOp, AddIOp};

use crate::ContractionOp;
use crate::fold::defining;

canonicalize! {
    ContractionOp: of_addi, of_addf;
}

/// A contraction with a zero accumulator, and the value that is added to it.
fn contraction_and_other(body: &Body, operands: [Value; 2]) -> Option<(ContractionOp, Value)> {
    let [a, b] = operands;
    [(a, b), (b, a)].into_iter().find_map(|(contraction, other)| {
        let contraction = defining::<ContractionOp>(body, contraction)?;
        let acc = contraction.acc(body);
        let zero = zero_attr(body, body.ty(acc));
        (zero.is_some() && constant_value(body, acc) == zero).then_some((contraction, other))
    })
}

fn zero_attr(cx: &Context, ty: Type) -> Option<Attr> {
    match ty.element(cx) {
        Some(element) => crate::fold::splat_attr(cx, ty, cx.zero_attr(element)?),
        None => cx.zero_attr(ty),
    }
}

/// Makes the value that is added to a contraction its accumulator.
fn accumulate(rw: &mut Rewriter, op: OpId) -> Match {
    let operands = [rw.operand(op, 0), rw.operand(op, 1)];
    let Some((contraction, other)) = contraction_and_other(rw, operands) else {
        return rw.no_match(op, "not of a contraction that starts at 0");
    };
    let mut map = CloneMap::default();
    map.values.insert(contraction.acc(rw), other);
    rw.before(op);
    let copy = rw.clone_op(contraction.id(), &mut map);
    let result = rw.result(copy, 0);
    rw.replace(op, [result])
}

#[pattern(operand_of = ContractionOp)]
pub(crate) fn of_addi(op: AddIOp, rw: &mut Rewriter) -> Match {
    accumulate(rw, op.id())
}

#[pattern(operand_of = ContractionOp)]
pub(crate) fn of_addf(op: AddFOp, rw: &mut Rewriter) -> Match {
    accumulate(rw, op.id())
}
