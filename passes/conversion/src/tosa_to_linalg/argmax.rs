//! The index of the greatest element: a reduction of pairs of an index and an element.

use rmlir::affine_maps::AffineExpr;
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_arith as arith;
use rmlir_arith::{CmpFPredicate, CmpIPredicate, ConstantOp};
use rmlir_linalg::IteratorType;
use rmlir_tensor::{EmptyOp, tensor_type};
use rmlir_tosa::ArgMaxOp;

use super::generic::{Nest, filled, identity, map, shape_of, size};
use super::movement::loop_index;
use super::reduce::initial;
use super::scalar::ignores_nan;

#[pattern]
pub(super) fn argmax(op: ArgMaxOp, rw: &mut Rewriter) -> Match {
    match reduce(rw, op) {
        Some(result) => rw.replace(op, [result]),
        None => rw.no_match(op, "unsupported tosa.argmax element type"),
    }
}

fn reduce(rw: &mut Rewriter, op: ArgMaxOp) -> Option<Value> {
    let input = op.input(rw);
    let (axis, ty) = (op.axis(rw) as usize, rw.ty(op.output(rw)));
    let (of_input, of_result) = (rw.ty(input).element_or_self(rw), ty.element_or_self(rw));
    of_result.int_width(rw)?;
    let (shape, result) = (shape_of(rw, input)?, ty.shape(rw)?.to_vec());
    let rank = shape.len();
    let dynamic: Vec<usize> = (0..rank).filter(|&dim| dim != axis && shape[dim] == DYNAMIC).collect();
    let sizes: Vec<Value> = dynamic.into_iter().map(|dim| size(rw, input, dim)).collect();
    let mut outputs = Vec::new();
    for (element, constant) in
        [(of_result, rw.zero_attr(of_result)?), (of_input, initial(rw, ArgMaxOp::NAME, of_input)?)]
    {
        let output = tensor_type(rw.cx(), &result, element);
        let empty = rw.value(EmptyOp::build(output, &sizes));
        let constant = rw.value(ConstantOp::build(constant));
        outputs.push(filled(rw, constant, empty)?);
    }
    let mut iterators = vec![IteratorType::Parallel; rank];
    iterators[axis] = IteratorType::Reduction;
    let kept = map(rank, (0..rank).filter(|&dim| dim != axis).map(|dim| AffineExpr::dim(dim as u32)).collect());
    let types = [ty, rw.ty(outputs[1])];
    let nest = Nest {
        types: &types,
        inputs: &[input],
        outputs: &outputs,
        maps: vec![identity(rank), kept.clone(), kept],
        iterators,
    };
    let results = nest.create(rw, |rw, args| {
        let [value, index, max] = args else { return None };
        let new = loop_index(rw, axis);
        let new = rw.value(arith::IndexCastOp::build(of_result, new));
        let is_greater = greater(rw, op, *value, *max);
        let max = rw.value(arith::SelectOp::build(is_greater, *value, *max));
        let index = rw.value(arith::SelectOp::build(is_greater, new, *index));
        Some(vec![index, max])
    })?;
    results.first().copied()
}

/// Whether `value` replaces the maximum so far: NaN does unless it is ignored or the maximum is NaN.
fn greater(rw: &mut Rewriter, op: ArgMaxOp, value: Value, max: Value) -> Value {
    if rw.ty(value).float_kind(rw).is_none() {
        return rw.value(arith::CmpIOp::build(value, max, CmpIPredicate::Sgt));
    }
    if ignores_nan(rw, op.id()) {
        return rw.value(arith::CmpFOp::build(value, max, CmpFPredicate::Ogt));
    }
    let is_greater = rw.value(arith::CmpFOp::build(value, max, CmpFPredicate::Ugt));
    let is_number = rw.value(arith::CmpFOp::build(max, max, CmpFPredicate::Ord));
    rw.value(arith::AndIOp::build(is_greater, is_number))
}
