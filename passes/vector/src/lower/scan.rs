//! Lowering of `vector.scan`, slice by slice.

use rmlir::prelude::*;
use rmlir_vector::place::{TOO_MANY_PARTS, may_unroll};
use rmlir_vector::{ExtractStridedSliceOp, InsertStridedSliceOp, ScanOp, VectorType};

use super::of_benefit;
use crate::make::{broadcast, combine, extract, shape_cast, zero};

/// The pattern that lowers scans to arithmetic.
pub fn patterns(benefit: u16) -> PatternSet {
    of_benefit(patterns![to_arithmetic], benefit)
}

#[pattern]
fn to_arithmetic(op: ScanOp, rw: &mut Rewriter) -> Match {
    let vector = VectorType::at(rw, op.source(rw));
    let kind = op.kind(rw);
    if !kind.supports(rw, vector.element) {
        return rw.no_match(op, "the kind is not for such elements");
    }
    let dim = op.reduction_dim(rw) as usize;
    let is_inclusive = op.inclusive(rw);
    if vector.scalable[dim] {
        return rw.no_match(op, "a scalable dimension cannot be unrolled");
    }
    if !may_unroll(&vector.shape[..vector.rank() - 1]) || !may_unroll(&vector.shape[dim..=dim]) {
        return rw.no_match(op, TOO_MANY_PARTS);
    }
    let mut result = zero(rw, vector.ty(rw));
    let (source, initial) = (op.source(rw), op.initial_value(rw));
    let initial_type = rw.ty(initial);
    let is_initial_rank_0 = VectorType::at(rw, initial).rank() == 0;
    let mut offsets = vec![0; vector.rank()];
    let strides = vec![1; vector.rank()];
    let mut slice = vector.clone();
    slice.shape[dim] = 1;
    let slice_type = slice.ty(rw);
    let mut last: Option<(Value, Value)> = None;
    for at in 0..vector.shape[dim] {
        offsets[dim] = at;
        let input = rw.value(ExtractStridedSliceOp::at(rw.cx(), source, &offsets, &slice.shape, &strides));
        let output = match last {
            None if is_inclusive => input,
            None if is_initial_rank_0 => broadcast(rw, slice_type, initial),
            None => shape_cast(rw, slice_type, initial),
            Some((last_input, last_output)) => {
                let value = if is_inclusive { input } else { last_input };
                combine(rw, kind, last_output, value, None, None)
            }
        };
        result = rw.value(InsertStridedSliceOp::at(rw.cx(), output, result, &offsets, &strides));
        last = Some((input, output));
    }
    let Some((_, output)) = last else { return rw.replace(op, [result, initial]) };
    let reduced = if is_initial_rank_0 {
        let element = extract(rw, output, &[0]);
        broadcast(rw, initial_type, element)
    } else {
        shape_cast(rw, initial_type, output)
    };
    rw.replace(op, [result, reduced])
}
