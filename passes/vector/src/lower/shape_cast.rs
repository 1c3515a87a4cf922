//! Lowering of `vector.shape_cast` to extractions and insertions of common slices of both shapes.

use rmlir::core::types::saturated_product;
use rmlir::prelude::*;
use rmlir_vector::place::{TOO_MANY_PARTS, may_unroll};
use rmlir_vector::*;

use super::of_benefit;
use crate::make::{extract, insert, poison};

/// The patterns for shape casts.
pub fn patterns(benefit: u16) -> PatternSet {
    of_benefit(patterns![by_slices, of_scalable], benefit)
}

/// Advances `position` by `by` elements of a vector of this shape.
fn advance(position: &mut [i64], shape: &[i64], mut by: i64) {
    for (coordinate, &size) in position.iter_mut().zip(shape).rev() {
        let sum = *coordinate + by;
        *coordinate = sum % size;
        by = sum / size;
        if by == 0 {
            break;
        }
    }
}

fn greatest_common_divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

/// Both shapes end in the same sizes; the differing dimension before those is moved in parts whose size divides both.
#[pattern]
fn by_slices(op: ShapeCastOp, rw: &mut Rewriter) -> Match {
    let source = op.source(rw);
    let (from, to) = (VectorType::at(rw, source), VectorType::at(rw, op.result(rw)));
    if from.is_scalable() || to.is_scalable() {
        return rw.no_match(op, "a vector is scalable");
    }
    let n_shared = from.shape.iter().rev().zip(to.shape.iter().rev()).take_while(|(a, b)| a == b).count();
    let (n_from, n_to) = (from.rank() - n_shared, to.rank() - n_shared);
    if n_from == 0 || n_to == 0 {
        // Only leading dimensions of size 1 differ.
        let lead = |own: &VectorType, other: &VectorType| vec![0; own.rank().saturating_sub(other.rank())];
        let result = poison(rw, to.ty(rw));
        let value = extract(rw, source, &lead(&from, &to));
        let result = insert(rw, value, result, &lead(&to, &from));
        return rw.replace(op, [result]);
    }
    let size = greatest_common_divisor(from.shape[n_from - 1], to.shape[n_to - 1]);
    if !may_unroll(&[saturated_product(&from.shape[..n_from]) / size]) {
        return rw.no_match(op, TOO_MANY_PARTS);
    }
    let result = poison(rw, to.ty(rw));
    let moved = if size == 1 {
        move_whole(rw, source, result, &from.shape[..n_from], &to.shape[..n_to])
    } else {
        move_parts(rw, source, result, [&from, &to], [n_from - 1, n_to - 1], size)
    };
    rw.replace(op, [moved])
}

/// Moves all slices below the leading dimensions of these shapes.
fn move_whole(rw: &mut Rewriter, source: Value, mut result: Value, from: &[i64], to: &[i64]) -> Value {
    let (mut out, mut into) = (vec![0; from.len()], vec![0; to.len()]);
    for _ in 0..from.iter().product() {
        let value = extract(rw, source, &out);
        result = insert(rw, value, result, &into);
        advance(&mut out, from, 1);
        advance(&mut into, to, 1);
    }
    result
}

/// Moves parts of `size` of the dimension after the `n_lead` leading ones.
fn move_parts(
    rw: &mut Rewriter,
    source: Value,
    mut result: Value,
    [from, to]: [&VectorType; 2],
    n_lead: [usize; 2],
    size: i64,
) -> Value {
    let [n_from, n_to] = n_lead;
    let (n_out, n_into) = (from.shape[n_from] / size, to.shape[n_to] / size);
    let mut sizes = from.shape[n_from..].to_vec();
    sizes[0] = size;
    let strides = vec![1; sizes.len()];
    let empty = poison(rw, to.drop_front(n_to).ty(rw));
    let (mut out, mut into) = (vec![0; n_from], vec![0; n_to]);
    let (mut taken, mut filled) = (source, empty);
    let mut offsets = vec![0; sizes.len()];
    for index in 0..from.n_elements() / sizes.iter().product::<i64>() {
        let (out_phase, into_phase) = (index % n_out, index % n_into);
        if out_phase == 0 {
            taken = extract(rw, source, &out);
            advance(&mut out, &from.shape[..n_from], 1);
        }
        offsets[0] = out_phase * size;
        let part = rw.value(ExtractStridedSliceOp::at(rw.cx(), taken, &offsets, &sizes, &strides));
        if into_phase == 0 {
            filled = empty;
        }
        offsets[0] = into_phase * size;
        filled = rw.value(InsertStridedSliceOp::at(rw.cx(), part, filled, &offsets, &strides));
        if into_phase + 1 == n_into {
            result = insert(rw, filled, result, &into);
            advance(&mut into, &to.shape[..n_to], 1);
        }
    }
    result
}

/// Whether the last dimension, and no other, is scalable.
fn is_last_scalable(vector: &VectorType) -> bool {
    vector.scalable.iter().position(|&scalable| scalable).is_some_and(|first| first + 1 == vector.rank())
}

/// Moves slices of the smaller of the two scalable dimensions.
#[pattern]
fn of_scalable(op: ShapeCastOp, rw: &mut Rewriter) -> Match {
    let source = op.source(rw);
    let (from, to) = (VectorType::at(rw, source), VectorType::at(rw, op.result(rw)));
    if !is_last_scalable(&from) || !is_last_scalable(&to) {
        return rw.no_match(op, "the last dimensions are not the scalable ones");
    }
    let (n_from, n_to) = (from.rank() - 1, to.rank() - 1);
    let (from_size, to_size) = (from.shape[n_from], to.shape[n_to]);
    let size = from_size.min(to_size);
    if !may_unroll(&[from.n_elements() / size]) {
        return rw.no_match(op, TOO_MANY_PARTS);
    }
    let part_type = VectorType { shape: vec![size], scalable: vec![true], element: from.element }.ty(rw);
    let mut result = poison(rw, to.ty(rw));
    let (mut out, mut into) = (vec![0; from.rank()], vec![0; to.rank()]);
    let (mut taken, mut filled) = (None, None);
    for _ in (0..from.n_elements()).step_by(size as usize) {
        let row = *taken.get_or_insert_with(|| if n_from == 0 { source } else { extract(rw, source, &out[..n_from]) });
        let mut part = row;
        if size < from_size {
            part = rw.value(ScalableExtractOp::build(part_type, row, rw.cx().i64_attr(out[n_from])));
        }
        let mut row = match filled {
            Some(row) => row,
            None if size == to_size => part,
            None if n_to != 0 => extract(rw, result, &into[..n_to]),
            None => result,
        };
        if size < to_size {
            row = rw.value(ScalableInsertOp::build(part, row, rw.cx().i64_attr(into[n_to])));
        }
        filled = Some(row);
        if into[n_to] + size >= to_size && row != result {
            result = if n_to == 0 { row } else { insert(rw, row, result, &into[..n_to]) };
            filled = None;
        }
        if out[n_from] + size >= from_size {
            taken = None;
        }
        advance(&mut out, &from.shape, size);
        advance(&mut into, &to.shape, size);
    }
    rw.replace(op, [result])
}
