//! Sizes of allocated tensors.

use rmlir::core::mixed_index::n_dynamic;
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_arith::{constant_index, get_constant_int_value};
use rmlir_tensor::{CastOp, DimOp, TensorParts};

use crate::AllocTensorOp;

canonicalize! {
    AllocTensorOp: dim_of_alloc_tensor, static_alloc_tensor;
}

/// Makes constant sizes static.
#[pattern]
pub(crate) fn static_alloc_tensor(op: AllocTensorOp, rw: &mut Rewriter) -> Match {
    if op.copy(rw).is_some() {
        return Match::No;
    }
    let ty = rw.ty(op.result(rw));
    let Some(parts) = TensorParts::of(rw, ty) else { return Match::No };
    let sizes = op.dynamic_sizes(rw);
    let (mut shape, mut left, mut next) = (parts.shape.to_vec(), Vec::new(), sizes.iter());
    for size in shape.iter_mut().filter(|size| **size == DYNAMIC) {
        let &value = next.next().expect("there is a value for each unknown size");
        match get_constant_int_value(rw, value).filter(|&number| number >= 0) {
            Some(number) => *size = number,
            None => left.push(value),
        }
    }
    if n_dynamic(&shape) == n_dynamic(parts.shape) {
        return Match::No;
    }
    let new_type = parts.with_shape(rw, &shape);
    rw.before(op.id());
    let new = rw.value(AllocTensorOp::build(new_type, &left, None, None));
    rw.replace_with(op, CastOp::build(ty, new));
    Match::Yes
}

/// Folds the size of an allocated tensor to the operand of the allocation.
#[pattern]
pub(crate) fn dim_of_alloc_tensor(op: DimOp, rw: &mut Rewriter) -> Match {
    let Some(alloc) = rw.defined_by::<AllocTensorOp>(op.source(rw)) else { return Match::No };
    let dim = op.constant_index(rw).and_then(|index| usize::try_from(index).ok());
    let shape = rw.ty(alloc.result(rw)).shape(rw).unwrap_or_default().to_vec();
    let Some(dim) = dim.filter(|&dim| shape.get(dim) == Some(&DYNAMIC)) else { return Match::No };
    let size = match alloc.copy(rw) {
        None => alloc.dynamic_size(rw, dim),
        Some(copy) => {
            rw.before(op.id());
            let loc = rw.loc(alloc.id());
            rw.set_loc(loc);
            let index = constant_index(rw, dim as i64);
            Some(rw.value(DimOp::build(copy, index)))
        }
    };
    match size {
        Some(size) => rw.replace(op, [size]),
        None => Match::No,
    }
}
