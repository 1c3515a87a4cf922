//! `tensor.concat`.

use rmlir::prelude::*;

use super::replace_by_cast;
use crate::types::tensor_type;
use crate::{CastOp, ConcatOp, preserves_static_information};

canonicalize! {
    ConcatOp: single_input, refine_operands, refine_result;
}

#[pattern]
pub(crate) fn single_input(op: ConcatOp, rw: &mut Rewriter) -> Match {
    match op.inputs(rw)[..] {
        [only] => replace_by_cast(rw, op, only),
        _ => Match::No,
    }
}

/// Propagates static sizes of dimensions other than the concatenated one to all inputs.
#[pattern]
pub(crate) fn refine_operands(op: ConcatOp, rw: &mut Rewriter) -> Match {
    let Some(inferred) = op.inferred_type(rw) else { return Match::No };
    let dim = op.dim(rw) as usize;
    let mut shape = inferred.shape(rw).unwrap_or_default().to_vec();
    let mut outcome = Match::No;
    for (index, input) in op.inputs(rw).into_iter().enumerate() {
        let ty = rw.ty(input);
        shape[dim] = ty.shape(rw).unwrap_or_default()[dim];
        let wanted = tensor_type(rw, &shape, inferred.element_or_self(rw));
        if !preserves_static_information(rw, wanted, ty) {
            rw.before(op.id());
            let cast = rw.value(CastOp::build(wanted, input));
            rw.set_operand(op, index, cast);
            outcome = Match::Yes;
        }
    }
    outcome
}

/// Propagates static sizes of the inputs to the result.
#[pattern]
pub(crate) fn refine_result(op: ConcatOp, rw: &mut Rewriter) -> Match {
    let Some(inferred) = op.inferred_type(rw) else { return Match::No };
    if preserves_static_information(rw, inferred, rw.ty(op.result(rw))) {
        return Match::No;
    }
    let (inputs, dim) = (op.inputs(rw), op.dim(rw));
    rw.before(op.id());
    let new = rw.value(ConcatOp::build(inferred, &inputs, dim));
    replace_by_cast(rw, op, new)
}
