//! Verification of operations on shapes.

use rmlir::prelude::*;

use super::layout::constant_integer;
use super::shape;
use crate::shape::*;
use crate::types::ShapeType;

fn rank(value: ValueRef) -> i64 {
    ShapeType::rank_of(value.cx(), value.ty()).unwrap_or_default() as i64
}

#[verify(ConstShapeOp)]
fn const_shape(op: OpRef) -> Checked {
    let values = op.get(ConstShapeOp::values).ty(op.cx());
    let Some(&[n]) = values.and_then(|ty| ty.shape(op.cx())) else {
        return Err(op.error("expect elements in attribute values with rank 1"));
    };
    let rank = rank(op.result(0));
    if n == rank || (n == 1 && rank == 0) {
        return Ok(());
    }
    Err(op.error(format!(
        "expect number of elements in attribute values ({n}) to be equal to the rank ({rank}) for the result shape type"
    )))
}

#[verify(ConcatShapeOp)]
fn concat_shape(op: OpRef) -> Checked {
    let (sum, found) = (op.operands().map(rank).sum::<i64>(), rank(op.result(0)));
    if sum == found {
        return Ok(());
    }
    Err(op.error(format!(
        "requires output shape rank to be equal to the sum of the input shape ranks ({sum}), got {found}"
    )))
}

#[verify(DimOp)]
fn dim(op: OpRef) -> Checked {
    if rank(op.result(0)) != 1 {
        let found = op.cx().show_type(op.result(0).ty());
        return Err(op.error(format!("expect output shape type to contain one element, got '{found}'")));
    }
    let axis = i64::from(op.get(DimOp::axis));
    match shape(op.operand(0)).map(|shape| shape.len() as i64) {
        Some(rank) if axis < 0 || axis >= rank => {
            Err(op.error(format!("expect axis to be in the range [0, {rank}), got {axis}")))
        }
        _ => Ok(()),
    }
}

#[verify(SliceShapeOp)]
fn slice_shape(op: OpRef) -> Checked {
    let start = constant_integer(op.value(SliceShapeOp::start));
    if let Some(start) = start.filter(|&start| start < 0) {
        return Err(op.error(format!("expected non-negative start index, got {start}")));
    }
    let Some(size) = constant_integer(op.value(SliceShapeOp::size)) else { return Ok(()) };
    if size <= 0 {
        return Err(op.error(format!("expected positive size, got {size}")));
    }
    let found = rank(op.result(0));
    if found != size {
        return Err(op.error(format!("expected output type size to be equal to size attribute, got {found} vs {size}")));
    }
    let (Some(start), rank) = (start, rank(op.operand(0))) else { return Ok(()) };
    let end = i128::from(start) + i128::from(size);
    if end > i128::from(rank) {
        return Err(
            op.error(format!("expected start + size to be less than or equal to input shape rank ({rank}), got {end}"))
        );
    }
    Ok(())
}
