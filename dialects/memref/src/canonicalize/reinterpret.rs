//! `memref.reinterpret_cast`.

use rmlir::core::memref_layout::strides_and_offset;
use rmlir::core::mixed_index::{MixedIndex, SliceLists};
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;

use super::replace_by_cast;
use crate::{ExtractStridedMetadataOp, ReinterpretCastOp};

canonicalize! {
    ReinterpretCastOp: cast_of_metadata, known_numbers;
}

/// Replaces a cast from a memref's own metadata by the memref, or by a cast of it; for other metadata, casts the memref
/// instead of the base buffer.
#[pattern]
pub(crate) fn cast_of_metadata(op: ReinterpretCastOp, rw: &mut Rewriter) -> Match {
    let Some(extract) = rw.defined_by::<ExtractStridedMetadataOp>(op.source(rw)) else { return Match::No };
    let source = extract.source(rw);
    if known_lists(rw, op) != metadata_lists(rw, extract) {
        rw.set_operand(op, ReinterpretCastOp::SOURCE_OPERAND, source);
        return Match::Yes;
    }
    if rw.ty(source) == rw.ty(op.result(rw)) { rw.replace(op, [source]) } else { replace_by_cast(rw, op, source) }
}

/// Makes constant offsets, sizes and strides static.
#[pattern]
pub(crate) fn known_numbers(op: ReinterpretCastOp, rw: &mut Rewriter) -> Match {
    let old = SliceLists::of(OpRef::new(rw, op.id()));
    let Some(mut new) = known_lists(rw, op) else { return Match::No };
    // A negative offset or size would be invalid.
    for (list, old) in [(&mut new.offsets, &old.offsets), (&mut new.sizes, &old.sizes)] {
        for (entry, &old) in list.iter_mut().zip(old) {
            if entry.static_or_dynamic() < 0 {
                *entry = old;
            }
        }
    }
    let n_static = |lists: &SliceLists| {
        let all = lists.offsets.iter().chain(&lists.sizes).chain(&lists.strides);
        all.filter(|entry| entry.is_static()).count()
    };
    if n_static(&old) == n_static(&new) {
        return Match::No;
    }
    let (source, cx) = (op.source(rw), rw.cx());
    let (offset, sizes, strides) = (new.offsets[0], &new.sizes, &new.strides);
    let ty = ReinterpretCastOp::inferred_type(cx, rw.ty(source), offset, sizes, strides);
    rw.before(op.id());
    let cast = rw.value(ReinterpretCastOp::of(cx, ty, source, offset, sizes, strides));
    replace_by_cast(rw, op, cast)
}

/// The lists of `op`, made static by the result type and constants.
fn known_lists(body: &Body, op: ReinterpretCastOp) -> Option<SliceLists> {
    let ty = body.ty(op.result(body));
    let layout = strides_and_offset(body, ty)?;
    let mut lists = SliceLists::of(OpRef::new(body, op.id()));
    make_known(body, &mut lists.offsets, &[layout.offset]);
    make_known(body, &mut lists.sizes, ty.shape(body)?);
    make_known(body, &mut lists.strides, &layout.strides);
    Some(lists)
}

/// The lists that the results of `op` represent, made static by the source type.
fn metadata_lists(body: &Body, op: ExtractStridedMetadataOp) -> Option<SliceLists> {
    let ty = body.ty(op.source(body));
    let layout = strides_and_offset(body, ty)?;
    let values = |values: Vec<Value>| values.into_iter().map(MixedIndex::Dynamic).collect::<Vec<_>>();
    let mut lists = SliceLists {
        offsets: vec![MixedIndex::Dynamic(op.offset(body))],
        sizes: values(op.sizes(body)),
        strides: values(op.strides(body)),
    };
    make_known(body, &mut lists.offsets, &[layout.offset]);
    make_known(body, &mut lists.sizes, ty.shape(body)?);
    make_known(body, &mut lists.strides, &layout.strides);
    Some(lists)
}

fn make_known(body: &Body, list: &mut [MixedIndex], known: &[i64]) {
    for (entry, &known) in list.iter_mut().zip(known) {
        let known = Some(known).filter(|&known| known != DYNAMIC).or_else(|| entry.constant(body));
        if let Some(known) = known.filter(|&known| known != DYNAMIC) {
            *entry = MixedIndex::Static(known);
        }
    }
}
