//! The evaluation of the operations: `create` creates tensors, `element` extracts and inserts elements, `shape`
//! reshapes, `slice` extracts and inserts slices.
//!
//! A tensor is a value: an update yields a new one. Elements of an empty tensor are poison.

mod create;
mod element;
mod shape;
mod slice;

use rmlir::core::DYNAMIC;
use rmlir::interp::value::Tensor;
use rmlir::interp::{Emit, Emitted, Fault, Machine, Reg, Value};
use rmlir::prelude::*;

/// Appends an instruction that computes a tensor from the first operand.
fn of_tensor<'a>(
    op: OpRef<'a>,
    emit: &mut Emit<'a, '_>,
    f: impl Fn(&Tensor) -> Result<Tensor, Box<Fault>> + Send + Sync + 'static,
) -> Emitted {
    let (from, into) = (emit.operand(op, 0), emit.result(op, 0));
    emit.compute(into, move |m| Ok(Value::Tensor(f(m.tensor(from)?)?.into())));
    Ok(())
}

/// The shape of a tensor type, or an error at `op`.
fn shape_of(op: OpRef, ty: Type) -> Result<Vec<i64>, Box<Diagnostic>> {
    ty.shape(op.cx()).map(<[i64]>::to_vec).ok_or_else(|| op.error("cannot be interpreted: its rank is not known"))
}

/// The sizes of a tensor of this shape, with the dynamic ones in `dynamic`.
fn sizes(m: &Machine, shape: &[i64], dynamic: &[Reg]) -> Result<Vec<i64>, Box<Fault>> {
    let mut given = m.indices(dynamic)?.into_iter();
    let size = |&size: &i64| if size == DYNAMIC { given.next().unwrap_or(0) } else { size };
    let sizes: Vec<i64> = shape.iter().map(size).collect();
    if let Some(size) = sizes.iter().find(|&&size| size < 0) {
        return Err(Fault::undefined(format!("has the size {size}, which is negative")));
    }
    within_limits(sizes)
}

/// The sizes, unless there are too many elements.
fn within_limits(sizes: Vec<i64>) -> Result<Vec<i64>, Box<Fault>> {
    /// The maximum number of elements of a tensor in the interpreter.
    const MOST_ELEMENTS: i64 = 1 << 24;
    let n = sizes.iter().try_fold(1i64, |n, &size| n.checked_mul(size));
    match n.filter(|&n| n <= MOST_ELEMENTS) {
        Some(_) => Ok(sizes),
        None => Err(Fault::limit("makes a tensor with too many elements")),
    }
}

fn n_elements(sizes: &[i64]) -> usize {
    sizes.iter().product::<i64>() as usize
}
