//! The evaluation of the operations: `elementwise` computes elements from those at the same position, `reduce` along a
//! dimension or for products of matrices, `window` over windows of images, `movement` moves elements, `scale` scales
//! integers and looks functions up, `control` is control flow.
//!
//! A tensor is a value. The sizes of results follow from the operands, not from types, so dynamic sizes need nothing else;
//! shapes must be constant.

mod control;
mod elementwise;
mod movement;
mod number;
mod reduce;
mod scale;
mod window;

use rmlir::interp::value::Tensor;
use rmlir::interp::{Emit, Emitted, Fault, Value};
use rmlir::prelude::*;

use crate::convert::ConstOp;
use crate::shape::ConstShapeOp;

/// Appends an instruction that computes the result from the tensors of the first `n` operands, whose ranks must be known.
fn compute<'a>(
    op: OpRef<'a>,
    emit: &mut Emit<'a, '_>,
    n: usize,
    f: impl Fn(&[&Tensor]) -> Result<Tensor, Box<Fault>> + Send + Sync + 'static,
) -> Emitted {
    if (0..n).any(|index| op.operand(index).ty().shape(op.cx()).is_none()) {
        return Err(op.error("cannot be interpreted: an operand has no rank"));
    }
    let operands: Vec<_> = (0..n).map(|index| emit.operand(op, index)).collect();
    let into = emit.result(op, 0);
    emit.compute(into, move |m| {
        let mut tensors = Vec::new();
        for &operand in &operands {
            tensors.push(&**m.tensor(operand)?);
        }
        Ok(Value::Tensor(f(&tensors)?.into()))
    });
    Ok(())
}

/// The position of `at` in a tensor; indices along dimensions of size 1 are zero.
fn broadcast_place(sizes: &[i64], at: &[i64]) -> usize {
    let step = |place: i64, (&size, &index): (&i64, &i64)| place * size + if size == 1 { 0 } else { index };
    sizes.iter().zip(at).fold(0, step) as usize
}

/// The position of `at` in a tensor of these sizes.
fn place(sizes: &[i64], at: &[i64]) -> usize {
    sizes.iter().zip(at).fold(0, |place, (&size, &index)| place * size + index) as usize
}

/// A tensor whose elements are computed from their indices.
fn generate(sizes: Vec<i64>, f: impl Fn(&[i64]) -> Result<Value, Box<Fault>>) -> Result<Tensor, Box<Fault>> {
    /// The maximum number of elements of a tensor in the interpreter.
    const MOST_ELEMENTS: i64 = 1 << 24;
    let n = sizes.iter().try_fold(1i64, |n, &size| n.checked_mul(size));
    if n.is_none_or(|n| n > MOST_ELEMENTS) {
        return Err(too_large());
    }
    let elements = rmlir::interp::value::indices(&sizes).map(|at| f(&at)).collect::<Result<_, _>>()?;
    Ok(Tensor { sizes, elements })
}

/// The fault that sizes are not those of a tensor.
fn too_large() -> Box<Fault> {
    Fault::limit("makes a tensor with too many elements")
}

#[eval(ConstOp)]
fn constant<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    emit.constant_result(op, op.get(ConstOp::values))
}

/// Users read the shape from the operation itself.
#[eval(ConstShapeOp)]
fn const_shape<'a>(_op: OpRef<'a>, _emit: &mut Emit<'a, '_>) -> Emitted {
    Ok(())
}
