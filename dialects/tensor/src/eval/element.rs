//! The evaluation of accesses to elements, and of size queries.

use std::sync::Arc;

use rmlir::interp::value::{Tensor, indices, sign_extend};
use rmlir::interp::{Emit, Emitted, Fault, Value};
use rmlir::prelude::*;

use super::shape_of;
use crate::element::{ExtractOp, InsertOp};
use crate::gather::{GatherOp, ScatterOp};
use crate::query::{DimOp, RankOp};

#[eval(ExtractOp)]
pub fn extract<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (operands, into) = (emit.operands(op), emit.result(op, 0));
    emit.compute(into, move |m| {
        let (tensor, at) = (m.tensor(operands[0])?, m.indices(&operands[1..])?);
        Ok(tensor.elements[tensor.place(&at)?].clone())
    });
    Ok(())
}

#[eval(InsertOp)]
pub fn insert<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (operands, into) = (emit.operands(op), emit.result(op, 0));
    emit.compute(into, move |m| {
        let (mut tensor, at) = (m.tensor(operands[1])?.clone(), m.indices(&operands[2..])?);
        let place = tensor.place(&at)?;
        Arc::make_mut(&mut tensor).elements[place] = m.get(operands[0]).clone();
        Ok(Value::Tensor(tensor))
    });
    Ok(())
}

#[eval(DimOp)]
pub fn dim<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (operands, into) = (emit.operands(op), emit.result(op, 0));
    emit.compute(into, move |m| {
        let (sizes, dim) = (m.sizes(operands[0])?, m.index(operands[1], "a dimension")?);
        let size = usize::try_from(dim).ok().and_then(|dim| sizes.get(dim));
        let size = size.ok_or_else(|| Fault::undefined(format!("asks for dimension {dim} of {}", sizes.len())))?;
        Ok(Value::index(*size))
    });
    Ok(())
}

#[eval(RankOp)]
pub fn rank<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (tensor, into) = (emit.operand(op, 0), emit.result(op, 0));
    emit.compute(into, move |m| Ok(Value::index(m.sizes(tensor)?.len() as i64)));
    Ok(())
}

/// The coordinates in row `row` of `list`, for the dimensions `dims` of a tensor of this
/// rank; `None` for other dimensions.
fn coordinates(
    list: &Tensor,
    row: &[i64],
    dims: &[i64],
    rank: usize,
    width: u32,
) -> Result<Vec<Option<i64>>, Box<Fault>> {
    let mut at = vec![None; rank];
    for (number, &dim) in dims.iter().enumerate() {
        let place = list.place(&[row, &[number as i64]].concat())?;
        let bits = list.elements[place].bits().ok_or_else(|| Fault::poison("needs a coordinate, which is poison"))?;
        at[dim as usize] = Some(sign_extend(bits, width));
    }
    Ok(at)
}

/// The indices in the large tensor: from the coordinates, or else from the indices into the slice, in which the
/// dimensions with coordinates have size 1 or are dropped.
fn place_of(chosen: &[Option<i64>], slice: &[i64]) -> Vec<i64> {
    let is_reduced = slice.len() < chosen.len();
    let mut rest = slice.iter();
    let index = |chosen: &Option<i64>| match chosen {
        Some(index) => {
            if !is_reduced {
                rest.next();
            }
            *index
        }
        None => rest.next().copied().unwrap_or(0),
    };
    chosen.iter().map(index).collect()
}

/// The number of leading batch dimensions of the slices, and the dimensions with coordinates.
fn chosen_dims(op: OpRef, slot: usize, list: Type) -> Result<(usize, Vec<i64>), Box<Diagnostic>> {
    let dims = op.prop(slot).and_then(|attr| attr.as_int_array(op.cx())).unwrap_or_default();
    Ok((shape_of(op, list)?.len().saturating_sub(1), dims))
}

#[eval(GatherOp)]
pub fn gather<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (n_leading, dims) = chosen_dims(op, GatherOp::GATHER_DIMS, op.value(GatherOp::indices).ty())?;
    let shape = shape_of(op, op.result(0).ty())?;
    let width = emit.int_width(op.value(GatherOp::indices).ty());
    let (operands, into) = (emit.operands(op), emit.result(op, 0));
    emit.compute(into, move |m| {
        let (source, list) = (m.tensor(operands[0])?, m.tensor(operands[1])?);
        let mut sizes = list.sizes[..n_leading].to_vec();
        let is_reduced = shape.len() < n_leading + source.sizes.len();
        for (dim, &size) in source.sizes.iter().enumerate() {
            match dims.contains(&(dim as i64)) {
                true if is_reduced => {}
                true => sizes.push(1),
                false => sizes.push(size),
            }
        }
        let element = |at: Vec<i64>| {
            let (row, slice) = at.split_at(n_leading);
            let chosen = coordinates(list, row, &dims, source.sizes.len(), width)?;
            Ok(source.elements[source.place(&place_of(&chosen, slice))?].clone())
        };
        let elements = indices(&sizes).map(element).collect::<Result<_, Box<Fault>>>()?;
        Ok(Value::tensor(sizes, elements))
    });
    Ok(())
}

#[eval(ScatterOp)]
pub fn scatter<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (n_leading, dims) = chosen_dims(op, ScatterOp::SCATTER_DIMS, op.value(ScatterOp::indices).ty())?;
    let width = emit.int_width(op.value(ScatterOp::indices).ty());
    let (operands, into) = (emit.operands(op), emit.result(op, 0));
    emit.compute(into, move |m| {
        let (source, list) = (m.tensor(operands[0])?.clone(), m.tensor(operands[2])?.clone());
        let mut dest = (**m.tensor(operands[1])?).clone();
        for (at, element) in indices(&source.sizes).zip(&source.elements) {
            let (row, slice) = at.split_at(n_leading);
            let chosen = coordinates(&list, row, &dims, dest.sizes.len(), width)?;
            let place = dest.place(&place_of(&chosen, slice))?;
            dest.elements[place] = element.clone();
        }
        Ok(Value::Tensor(dest.into()))
    });
    Ok(())
}
