//! Bitcasts of smaller vectors: of parts, before insertions, after extractions.

use rmlir::core::mixed_index::MixedIndex;
use rmlir::prelude::*;
use rmlir_vector::place::{TOO_MANY_PARTS, may_unroll};
use rmlir_vector::*;

use crate::lower::of_benefit;
use crate::make::{broadcast, extract, insert, zero};

/// The pattern that decomposes the cast of a vector of one dimension, where `wanted` accepts it.
pub fn break_down_patterns(
    wanted: impl Fn(&Body, BitCastOp) -> bool + Send + Sync + 'static,
    benefit: u16,
) -> PatternSet {
    let mut set = PatternSet::new();
    let apply = move |op: BitCastOp, rw: &mut Rewriter| match wanted(rw, op) {
        true => break_down(op, rw),
        false => rw.no_match(op, "it is not wanted"),
    };
    set.add(Pattern::of("BreakDownVectorBitCast", apply).benefit(benefit));
    set
}

/// The patterns that move casts to smaller vectors.
pub fn bubble_patterns(benefit: u16) -> PatternSet {
    of_benefit(patterns![extract_first, slice_first, insert_last, insert_slice_last], benefit)
}

/// The sizes of the last dimension of source and result.
fn last_sizes(body: &Body, op: BitCastOp) -> Option<(i64, i64)> {
    let last = |value: Value| VectorType::at(body, value).shape.last().copied();
    last(op.source(body)).zip(last(op.result(body)))
}

/// The vector type with the size of the last dimension mapped by `last`, and other elements.
fn resized(cx: &Context, mut parts: VectorType, last: impl Fn(i64) -> i64, element: Type) -> Type {
    if let Some(size) = parts.shape.last_mut() {
        *size = last(*size);
    }
    parts.with_element(element).ty(cx)
}

fn break_down(op: BitCastOp, rw: &mut Rewriter) -> Match {
    let source = op.source(rw);
    let (from, to) = (VectorType::at(rw, source), VectorType::at(rw, op.result(rw)));
    if from.is_scalable() || from.rank() != 1 {
        return rw.no_match(op, "not of a fixed vector of one dimension");
    }
    let (n_from, n_to) = (from.shape[0], to.shape[0]);
    let ratio = n_from / n_to;
    if n_from < n_to || n_from == ratio {
        return rw.no_match(op, "not to fewer, but several, elements");
    }
    if !may_unroll(&[ratio]) {
        return rw.no_match(op, TOO_MANY_PARTS);
    }
    let init = zero(rw, to.element);
    let mut result = broadcast(rw, to.ty(rw), init);
    let n_part = n_to / ratio;
    let part_type = VectorType::fixed(&[n_part], to.element).ty(rw);
    for part in 0..ratio {
        let value = rw.value(ExtractStridedSliceOp::at(rw.cx(), source, &[part * n_to], &[n_to], &[1]));
        let value = rw.value(BitCastOp::build(part_type, value));
        result = rw.value(InsertStridedSliceOp::at(rw.cx(), value, result, &[part * n_part], &[1]));
    }
    rw.replace(op, [result])
}

/// Replaces an extraction from a cast vector by one from the cast of the element that contains its bits.
#[pattern]
fn extract_first(op: ExtractOp, rw: &mut Rewriter) -> Match {
    let Some(cast) = defining::<BitCastOp>(rw, op.source(rw)) else { return rw.no_match(op, "not of a cast") };
    let source = cast.source(rw);
    let (from, to) = (VectorType::at(rw, source), VectorType::at(rw, op.source(rw)));
    let [MixedIndex::Static(index)] = op.position(rw)[..] else {
        return rw.no_match(op, "not a known element of a vector of one dimension");
    };
    if from.rank() != 1 || from.n_elements() == 1 || from.n_elements() > to.n_elements() || index < 0 {
        return rw.no_match(op, "not of several elements that become more");
    }
    let ratio = to.n_elements() / from.n_elements();
    let packed = extract(rw, source, &[index / ratio]);
    let packed_type = VectorType::fixed(&[1], from.element).ty(rw);
    let init = zero(rw, packed_type);
    let packed = insert(rw, packed, init, &[0]);
    let ty = VectorType::fixed(&[ratio], to.element).ty(rw);
    let cast = rw.value(BitCastOp::build(ty, packed));
    rw.replace_with(op, ExtractOp::at_static(rw.cx(), cast, &[index % ratio]));
    Match::Yes
}

/// Replaces a slice of a cast vector by the cast of a slice, if it consists of whole elements.
#[pattern]
fn slice_first(op: ExtractStridedSliceOp, rw: &mut Rewriter) -> Match {
    let Some(cast) = defining::<BitCastOp>(rw, op.source(rw)) else { return rw.no_match(op, "not of a cast") };
    let Some((from, to)) = last_sizes(rw, cast).filter(|(from, to)| from <= to) else {
        return rw.no_match(op, "not of elements that become more");
    };
    let ratio = to / from;
    let (mut offsets, mut sizes, strides) = (op.offsets_of(rw), op.sizes_of(rw), op.strides_of(rw));
    let rank = VectorType::at(rw, op.source(rw)).rank();
    if strides.iter().any(|&stride| stride != 1) {
        return rw.no_match(op, "a stride is not 1");
    }
    for list in [&mut offsets, &mut sizes] {
        if list.len() < rank {
            continue;
        }
        let Some(last) = list.last_mut().filter(|last| **last % ratio == 0) else {
            return rw.no_match(op, "the slice is not made of whole elements");
        };
        *last /= ratio;
    }
    let part = rw.value(ExtractStridedSliceOp::at(rw.cx(), cast.source(rw), &offsets, &sizes, &strides));
    let ty = rw.ty(op.result(rw));
    rw.replace_with(op, BitCastOp::build(ty, part));
    Match::Yes
}

/// Casts the operands of an insertion instead of its result.
#[pattern]
fn insert_last(op: BitCastOp, rw: &mut Rewriter) -> Match {
    let (from, to) = (VectorType::at(rw, op.source(rw)), VectorType::at(rw, op.result(rw)));
    if from.rank() == 0 || from.is_scalable() || to.is_scalable() {
        return rw.no_match(op, "not of a fixed vector");
    }
    let Some(insertion) = defining::<InsertOp>(rw, op.source(rw)) else {
        return rw.no_match(op, "not of an insertion");
    };
    let (value, dest) = (insertion.value_to_store(rw), insertion.dest(rw));
    let Some(part) = VectorType::of(rw, rw.ty(value)) else { return rw.no_match(op, "a scalar is inserted") };
    let Some((from, last)) = last_sizes(rw, op) else { return Match::No };
    let scale = |size: i64| if from >= last { size / (from / last) } else { size * (last / from) };
    let ty = resized(rw, part, scale, to.element);
    let value = rw.value(BitCastOp::build(ty, value));
    let ty = resized(rw, VectorType::at(rw, dest), scale, to.element);
    let dest = rw.value(BitCastOp::build(ty, dest));
    rw.replace_with(op, InsertOp::at(rw.cx(), value, dest, &insertion.position(rw)));
    Match::Yes
}

/// Like [`insert_last`], for slices of whole elements.
#[pattern]
fn insert_slice_last(op: BitCastOp, rw: &mut Rewriter) -> Match {
    let (from, to) = (VectorType::at(rw, op.source(rw)), VectorType::at(rw, op.result(rw)));
    let Some((n_from, n_to)) = last_sizes(rw, op).filter(|(from, to)| from >= to) else {
        return rw.no_match(op, "not to fewer elements");
    };
    let ratio = n_from / n_to;
    let Some(insertion) = defining::<InsertStridedSliceOp>(rw, op.source(rw)) else {
        return rw.no_match(op, "not of an insertion");
    };
    let (value, dest) = (insertion.value_to_store(rw), insertion.dest(rw));
    let part = VectorType::at(rw, value);
    let (mut offsets, strides) = (insertion.offsets_of(rw), insertion.strides_of(rw));
    if strides.iter().any(|&stride| stride != 1) || part.rank() != from.rank() {
        return rw.no_match(op, "a stride is not 1, or the ranks differ");
    }
    let widths = from.element.int_or_float_width(rw).zip(to.element.int_or_float_width(rw));
    let n_elements = widths.map_or(1, |(narrow, wide)| i64::from(wide / narrow.max(1)).max(1));
    let Some(last) = offsets.last_mut().filter(|last| **last % ratio == 0 && part.n_elements() % n_elements == 0)
    else {
        return rw.no_match(op, "the slice is not made of whole elements");
    };
    *last /= ratio;
    let ty = resized(rw, part, |size| size / ratio, to.element);
    let value = rw.value(BitCastOp::build(ty, value));
    let ty = resized(rw, VectorType::at(rw, dest), |size| size / ratio, to.element);
    let dest = rw.value(BitCastOp::build(ty, dest));
    rw.replace_with(op, InsertStridedSliceOp::at(rw.cx(), value, dest, &offsets, &strides));
    Match::Yes
}
