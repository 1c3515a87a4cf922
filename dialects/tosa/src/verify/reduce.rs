//! Verification of reductions.

use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;

use super::{element, fits, listed_sizes, shape};
use crate::reduce::*;
use crate::rules::check_inferred_type;

#[verify(ReduceAllOp, ReduceAnyOp, ReduceMaxOp, ReduceMinOp, ReduceProductOp, ReduceSumOp)]
fn reduction(op: OpRef) -> Checked {
    let axis = op.prop(ReduceSumOp::AXIS).and_then(|axis| axis.as_i64(op.cx())).unwrap_or_default();
    if axis < 0 {
        return Err(op.error("reduce axis must not be negative"));
    }
    let too_small = |name: &str, rank: usize| {
        Err(op.error(format!("expect {name} tensor rank ({rank}) to be larger than reduce axis ({axis})")))
    };
    let (input, output) = (shape(op.operand(0)), shape(op.result(0)));
    if let Some(input) = input.filter(|input| axis >= input.len() as i64) {
        return too_small("input", input.len());
    }
    let Some(output) = output else { return check_inferred_type(op) };
    if input.is_some_and(|input| input.len() != output.len()) {
        return Err(op.error("expect output tensor rank to be equal to input tensor rank"));
    }
    match output.get(axis as usize) {
        None => too_small("output", output.len()),
        Some(&size) if size != DYNAMIC && size != 1 => {
            Err(op.error(format!("expect reduced dimension size to be 1, got {size}")))
        }
        Some(_) => check_inferred_type(op),
    }
}

#[verify(ArgMaxOp)]
fn argmax(op: OpRef) -> Checked {
    let cx = op.cx();
    if !element(op.result(0)).is_integer(cx) {
        return Err(op.error("result tensor is not of integer type"));
    }
    let Some(input) = shape(op.operand(0)) else { return Ok(()) };
    let axis = op.prop(ArgMaxOp::AXIS).and_then(|axis| axis.as_i64(cx)).unwrap_or_default();
    if axis < 0 || axis >= input.len() as i64 {
        return Err(op.error("specified axis is outside the rank of the tensor"));
    }
    let Some(output) = shape(op.result(0)) else { return Ok(()) };
    let mut expected = input.to_vec();
    expected.remove(axis as usize);
    if fits(&expected, output) {
        return Ok(());
    }
    let (expected, output) = (listed_sizes(&expected), listed_sizes(output));
    Err(op.error(format!("expected output shape '{expected}', got '{output}'")))
}
