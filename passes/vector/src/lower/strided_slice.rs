//! Lowering of `vector.extract_strided_slice` and `vector.insert_strided_slice`: dimension by dimension, and to
//! shuffles.

use rmlir::prelude::*;
use rmlir_vector::place::{TOO_MANY_ELEMENTS, TOO_MANY_PARTS, may_list, may_unroll, unrolled_rows};
use rmlir_vector::*;

use super::of_benefit;
use crate::make::{broadcast, constant, extract, insert, shuffle, zero};

/// The patterns that decompose to slices of one dimension, and to insertions of slices of the rank of the vector.
pub fn decomposition_patterns(benefit: u16) -> PatternSet {
    of_benefit(patterns![insert_into_higher_rank, extract_by_rows], benefit)
}

/// The pattern that lowers a slice of one dimension to extractions and insertions, where `wanted` accepts it.
pub fn extract_insert_chain_patterns(
    wanted: impl Fn(&Body, ExtractStridedSliceOp) -> bool + Send + Sync + 'static,
    benefit: u16,
) -> PatternSet {
    let mut set = PatternSet::new();
    let apply = move |op: ExtractStridedSliceOp, rw: &mut Rewriter| match wanted(rw, op) {
        true => extract_by_elements(op, rw),
        false => rw.no_match(op, "it is not wanted"),
    };
    set.add(Pattern::of("Convert1DExtractStridedSliceIntoExtractInsertChain", apply).benefit(benefit));
    set
}

/// All patterns that lower slices. Those of scalable vectors are lowered to extractions and insertions, others to
/// shuffles.
pub fn patterns(benefit: u16) -> PatternSet {
    let mut set = decomposition_patterns(benefit);
    set.extend(of_benefit(patterns![insert_as_shuffle, extract_as_shuffle], benefit));
    set.extend(extract_insert_chain_patterns(is_of_scalable, benefit));
    set
}

fn is_of_scalable(body: &Body, op: ExtractStridedSliceOp) -> bool {
    [op.source(body), op.result(body)].iter().any(|&vector| VectorType::at(body, vector).is_scalable())
}

/// Inserts a slice of lower rank into a part of the vector.
#[pattern]
fn insert_into_higher_rank(op: InsertStridedSliceOp, rw: &mut Rewriter) -> Match {
    let (value, dest) = (op.value_to_store(rw), op.dest(rw));
    let n_more = VectorType::at(rw, dest).rank() - VectorType::at(rw, value).rank();
    if n_more == 0 {
        return rw.no_match(op, "the ranks are equal");
    }
    let (offsets, strides) = (op.offsets_of(rw), op.strides_of(rw));
    let part = extract(rw, dest, &offsets[..n_more]);
    let part = rw.value(InsertStridedSliceOp::at(rw.cx(), value, part, &offsets[n_more..], &strides));
    rw.replace_with(op, InsertOp::at_static(rw.cx(), part, dest, &offsets[..n_more]));
    Match::Yes
}

/// Decomposes a slice of several dimensions to slices of its rows.
#[pattern]
fn extract_by_rows(op: ExtractStridedSliceOp, rw: &mut Rewriter) -> Match {
    let (offsets, sizes, strides) = (op.offsets_of(rw), op.sizes_of(rw), op.strides_of(rw));
    if offsets.len() <= 1 {
        return rw.no_match(op, "there is one dimension");
    }
    let Some(rows) = unrolled_rows(&sizes) else { return rw.no_match(op, TOO_MANY_PARTS) };
    let source = op.source(rw);
    let ty = rw.ty(op.result(rw));
    let element = ty.element(rw).expect("a slice is a vector");
    let init = zero(rw, element);
    let mut result = broadcast(rw, ty, init);
    for at in rows {
        let row = extract(rw, source, &[offsets[0] + at * strides[0]]);
        let part = ExtractStridedSliceOp::at(rw.cx(), row, &offsets[1..], &sizes[1..], &strides[1..]);
        let part = rw.value(part);
        result = insert(rw, part, result, &[at]);
    }
    rw.replace(op, [result])
}

/// Lowers the insertion of a slice of one dimension to a shuffle; others are decomposed row by row.
#[pattern]
fn insert_as_shuffle(op: InsertStridedSliceOp, rw: &mut Rewriter) -> Match {
    let (value, dest) = (op.value_to_store(rw), op.dest(rw));
    let (from, to) = (VectorType::at(rw, value), VectorType::at(rw, dest));
    if from.rank() == 1 && (from.is_scalable() || to.is_scalable()) {
        return rw.no_match(op, "a scalable vector cannot be shuffled");
    }
    let (offsets, strides) = (op.offsets_of(rw), op.strides_of(rw));
    if offsets.is_empty() || from.rank() != to.rank() {
        return rw.no_match(op, "the ranks differ");
    }
    if from == to {
        return rw.replace(op, [value]);
    }
    if !may_list(&to.shape) {
        return rw.no_match(op, TOO_MANY_ELEMENTS);
    }
    let (offset, size, stride) = (offsets[0], from.shape[0], strides[0]);
    if from.rank() == 1 {
        let n_to = to.shape[0];
        let places: Vec<i64> = (0..n_to).map(|place| if place < size { place } else { 0 }).collect();
        let stretched = shuffle(rw, value, value, &places);
        let place = |at: i64| {
            let inside = at >= offset && at < offset + size * stride && (at - offset) % stride == 0;
            if inside { (at - offset) / stride } else { n_to + at }
        };
        let places: Vec<i64> = (0..n_to).map(place).collect();
        let result = shuffle(rw, stretched, dest, &places);
        return rw.replace(op, [result]);
    }
    let Some(rows) = unrolled_rows(&from.shape) else { return rw.no_match(op, TOO_MANY_PARTS) };
    let mut result = dest;
    for index in rows {
        let at = offset + index * stride;
        let row = extract(rw, value, &[index]);
        let into = extract(rw, dest, &[at]);
        let row = rw.value(InsertStridedSliceOp::at(rw.cx(), row, into, &offsets[1..], &strides[1..]));
        result = insert(rw, row, result, &[at]);
    }
    rw.replace(op, [result])
}

/// The positions of a slice of one dimension, or why they are not listed.
fn places(body: &Body, op: ExtractStridedSliceOp) -> Result<Vec<i64>, &'static str> {
    let ([offset], [size], [stride]) = (&op.offsets_of(body)[..], &op.sizes_of(body)[..], &op.strides_of(body)[..])
    else {
        return Err("there are several dimensions");
    };
    if !may_list(&[*size]) {
        return Err(TOO_MANY_ELEMENTS);
    }
    Ok((0..*size).map(|index| offset + index * stride).collect())
}

#[pattern]
fn extract_as_shuffle(op: ExtractStridedSliceOp, rw: &mut Rewriter) -> Match {
    if is_of_scalable(rw, op) {
        return rw.no_match(op, "a scalable vector cannot be shuffled");
    }
    let places = match places(rw, op) {
        Ok(places) => places,
        Err(reason) => return rw.no_match(op, reason),
    };
    let source = op.source(rw);
    let result = shuffle(rw, source, source, &places);
    rw.replace(op, [result])
}

fn extract_by_elements(op: ExtractStridedSliceOp, rw: &mut Rewriter) -> Match {
    let places = match places(rw, op) {
        Ok(places) if may_unroll(&[places.len() as i64]) => places,
        Ok(_) => return rw.no_match(op, TOO_MANY_PARTS),
        Err(reason) => return rw.no_match(op, reason),
    };
    let source = op.source(rw);
    let elements: Vec<Value> = places.into_iter().map(|place| extract(rw, source, &[place])).collect();
    let ty = rw.ty(op.result(rw));
    let init = crate::make::zero_attr(rw, ty).expect("a slice is a vector of numbers");
    let mut result = constant(rw, init);
    for (at, element) in elements.into_iter().enumerate() {
        result = insert(rw, element, result, &[at as i64]);
    }
    rw.replace(op, [result])
}
