//! Operations that move elements.

use rmlir::interp::value::Tensor;
use rmlir::interp::{Emit, Emitted, Fault, Value};
use rmlir::prelude::*;

use super::{compute, generate, place, too_large};
use crate::convert::IdentityOp;
use crate::infer::{constant_sizes, numbers};
use crate::layout::*;

/// The constant sizes of an operand, or an error at `op`.
fn sizes_of(op: OpRef, shape: ValueRef) -> Result<Vec<i64>, Box<Diagnostic>> {
    constant_sizes(shape).ok_or_else(|| op.error("cannot be interpreted: a shape is not constant"))
}

#[eval(IdentityOp)]
fn identity<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (from, into) = (emit.operand(op, 0), emit.result(op, 0));
    emit.moves(&[from], &[into]);
    Ok(())
}

#[eval(TransposeOp)]
fn transpose<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let perms: Vec<usize> = numbers(op, TransposeOp::PERMS).into_iter().map(|dim| dim as usize).collect();
    compute(op, emit, 1, move |tensors| {
        let input: &Tensor = tensors[0];
        let sizes = perms.iter().map(|&dim| input.sizes[dim]).collect();
        generate(sizes, |at| {
            let mut from = vec![0; at.len()];
            for (&dim, &index) in perms.iter().zip(at) {
                from[dim] = index;
            }
            Ok(input.elements[place(&input.sizes, &from)].clone())
        })
    })
}

#[eval(ReshapeOp)]
fn reshape<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let wanted = sizes_of(op, op.value(ReshapeOp::shape))?;
    compute(op, emit, 1, move |tensors| {
        let n = tensors[0].elements.len() as i64;
        let known = wanted.iter().filter(|&&size| size >= 0).fold(1i64, |product, &size| product.saturating_mul(size));
        let rest = if known == 0 { 0 } else { n / known };
        let sizes: Vec<i64> = wanted.iter().map(|&size| if size < 0 { rest } else { size }).collect();
        if sizes.iter().try_fold(1i64, |product, &size| product.checked_mul(size)) != Some(n) {
            return Err(Fault::unsupported("has another number of elements"));
        }
        Ok(Tensor { sizes, elements: tensors[0].elements.clone() })
    })
}

#[eval(ReverseOp)]
fn reverse<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let axis = op.get(ReverseOp::axis) as usize;
    compute(op, emit, 1, move |tensors| {
        let input: &Tensor = tensors[0];
        generate(input.sizes.clone(), |at| {
            let mut from = at.to_vec();
            from[axis] = input.sizes[axis] - 1 - at[axis];
            Ok(input.elements[place(&input.sizes, &from)].clone())
        })
    })
}

#[eval(SliceOp)]
fn slice<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (starts, wanted) = (sizes_of(op, op.value(SliceOp::start))?, sizes_of(op, op.value(SliceOp::size))?);
    compute(op, emit, 1, move |tensors| {
        let input: &Tensor = tensors[0];
        let part = |((&size, &start), &whole): ((&i64, &i64), &i64)| {
            if size == -1 { whole.saturating_sub(start) } else { size }
        };
        let sizes: Vec<i64> = wanted.iter().zip(&starts).zip(&input.sizes).map(part).collect();
        let fits = |((&size, &start), &whole): ((&i64, &i64), &i64)| {
            start >= 0 && size >= 0 && start.checked_add(size).is_some_and(|end| end <= whole)
        };
        if !sizes.iter().zip(&starts).zip(&input.sizes).all(fits) {
            return Err(Fault::unsupported("slices beyond the tensor"));
        }
        generate(sizes, |at| {
            let from: Vec<i64> = at.iter().zip(&starts).map(|(index, start)| index + start).collect();
            Ok(input.elements[place(&input.sizes, &from)].clone())
        })
    })
}

#[eval(TileOp)]
fn tile<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let multiples = sizes_of(op, op.value(TileOp::multiples))?;
    if multiples.contains(&-1) {
        return Err(op.error("cannot be interpreted: a multiple is not known"));
    }
    compute(op, emit, 1, move |tensors| {
        let input: &Tensor = tensors[0];
        let sizes: Option<_> = input.sizes.iter().zip(&multiples).map(|(size, &n)| size.checked_mul(n)).collect();
        generate(sizes.ok_or_else(too_large)?, |at| {
            let from: Vec<i64> = at.iter().zip(&input.sizes).map(|(index, size)| index % size).collect();
            Ok(input.elements[place(&input.sizes, &from)].clone())
        })
    })
}

#[eval(PadOp)]
fn pad<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let padding = sizes_of(op, op.value(PadOp::padding))?;
    if padding.contains(&-1) {
        return Err(op.error("cannot be interpreted: padding is not known"));
    }
    let (input, value, into) = (emit.operand(op, 0), emit.operand(op, 2), emit.result(op, 0));
    emit.compute(into, move |m| {
        let (input, value) = (m.tensor(input)?, m.tensor(value)?);
        let value = value.elements.first().cloned().unwrap_or_default();
        let padded = |(size, pad): (&i64, &[i64])| size.checked_add(pad[0])?.checked_add(pad[1]);
        let sizes: Option<_> = input.sizes.iter().zip(padding.chunks(2)).map(padded).collect();
        let padded = generate(sizes.ok_or_else(too_large)?, |at| {
            let from: Vec<i64> = at.iter().zip(padding.chunks(2)).map(|(index, pad)| index - pad[0]).collect();
            let is_inside = from.iter().zip(&input.sizes).all(|(&index, &size)| (0..size).contains(&index));
            Ok(if is_inside { input.elements[place(&input.sizes, &from)].clone() } else { value.clone() })
        });
        Ok(Value::Tensor(padded?.into()))
    });
    Ok(())
}

#[eval(ConcatOp)]
fn concat<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let axis = op.get(ConcatOp::axis) as usize;
    compute(op, emit, op.n_operands(), move |tensors| {
        let mut sizes = tensors[0].sizes.clone();
        let sum = tensors.iter().try_fold(0i64, |sum, tensor| sum.checked_add(tensor.sizes[axis]));
        sizes[axis] = sum.ok_or_else(too_large)?;
        generate(sizes, |at| {
            let mut at = at.to_vec();
            for tensor in tensors {
                if at[axis] < tensor.sizes[axis] {
                    return Ok(tensor.elements[place(&tensor.sizes, &at)].clone());
                }
                at[axis] -= tensor.sizes[axis];
            }
            Ok(Value::Poison)
        })
    })
}

/// The row that an index selects of `n`, at `place` of `indices`; a row beyond the tensor is undefined behaviour.
fn row(indices: &Tensor, place: usize, width: u32, n: i64) -> Result<i64, Box<Fault>> {
    let Some(row) = indices.elements[place].int(width).and_then(|index| index.sext_value()) else {
        return Err(Fault::poison("an index"));
    };
    match (0..n).contains(&row) {
        true => Ok(row),
        false => Err(Fault::undefined("accesses a row beyond the tensor")),
    }
}

/// The width of the indices of an operation.
fn index_width(indices: ValueRef) -> u32 {
    indices.ty().element_or_self(indices.cx()).int_width(indices.cx()).unwrap_or(32)
}

/// The rows that indices select.
#[eval(GatherOp)]
fn gather<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let width = index_width(op.value(GatherOp::indices));
    compute(op, emit, 2, move |tensors| {
        let (values, indices) = (tensors[0], tensors[1]);
        generate(vec![values.sizes[0], indices.sizes[1], values.sizes[2]], |at| {
            let row = row(indices, place(&indices.sizes, &at[..2]), width, values.sizes[1])?;
            Ok(values.elements[place(&values.sizes, &[at[0], row, at[2]])].clone())
        })
    })
}

/// Rows are replaced in the order of their indices.
#[eval(ScatterOp)]
fn scatter<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let width = index_width(op.value(ScatterOp::indices));
    compute(op, emit, 3, move |tensors| {
        let (values, indices, input) = (tensors[0], tensors[1], tensors[2]);
        if values.sizes[0] != input.sizes[0] || indices.sizes != input.sizes[..2] || values.sizes[2] != input.sizes[2] {
            return Err(Fault::unsupported("has operands whose sizes do not agree, which is an error of the graph"));
        }
        let mut result: Tensor = values.clone();
        let n_channels = input.sizes[2] as usize;
        for at in rmlir::interp::value::indices(&indices.sizes) {
            let from = place(&indices.sizes, &at);
            let row = row(indices, from, width, values.sizes[1])?;
            let to = place(&values.sizes[..2], &[at[0], row]);
            let source = &input.elements[from * n_channels..][..n_channels];
            result.elements[to * n_channels..][..n_channels].clone_from_slice(source);
        }
        Ok(result)
    })
}
