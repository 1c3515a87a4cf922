//! Canonicalization: transposes of transposes, and concatenations of one tensor.

use rmlir::prelude::*;
use rmlir_tensor::CastOp;

use crate::layout::{ConcatOp, TransposeOp};

canonicalize! {
    ConcatOp: concat_of_one;
    TransposeOp: transpose_of_transpose;
}

/// The only operand, cast to the type of the result.
#[pattern]
pub(crate) fn concat_of_one(op: ConcatOp, rw: &mut Rewriter) -> Match {
    let inputs: Vec<Value> = rw.operands(op.id()).collect();
    let &[input] = inputs.as_slice() else { return rw.no_match(op, "several tensors are concatenated") };
    let ty = rw.ty(op.output(rw));
    if rw.ty(input) == ty {
        return rw.replace(op, [input]);
    }
    rw.replace_with(op, CastOp::build(ty, input));
    Match::Yes
}

/// One transpose by the composed permutation.
#[pattern]
pub(crate) fn transpose_of_transpose(op: TransposeOp, rw: &mut Rewriter) -> Match {
    let Some(inner) = rw.defined_by::<TransposeOp>(op.input1(rw)) else {
        return rw.no_match(op, "input must be transpose operation");
    };
    let (outer_perms, inner_perms) = (op.perms(rw).to_vec(), inner.perms(rw).to_vec());
    if outer_perms.len() != inner_perms.len() || outer_perms.is_empty() {
        return rw.no_match(op, "transpose and inner transpose perms sizes must be equal");
    }
    let perms: Vec<i32> = outer_perms.iter().map(|&dim| inner_perms[dim as usize]).collect();
    let (perms, ty, source) = (rw.i32_array(&perms), rw.ty(op.output(rw)), inner.input1(rw));
    rw.replace_with(op, TransposeOp::build(ty, source, perms));
    Match::Yes
}
