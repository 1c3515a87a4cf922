//! Loads and stores with constant masks, and with contiguous elements.

use rmlir::core::fold::constant_value;
use rmlir::core::types::TypeData;
use rmlir::prelude::*;

use super::result_type;
use crate::fold::defining;
use crate::fold::mask::{MaskFormat, mask_format};
use crate::memory::has_unit_stride;
use crate::types::VectorType;
use crate::{CompressStoreOp, ExpandLoadOp, GatherOp, LoadOp, MaskedLoadOp, MaskedStoreOp, ScatterOp, StepOp, StoreOp};

canonicalize! {
    MaskedLoadOp: masked_load;
    MaskedStoreOp: masked_store;
    ExpandLoadOp: expand_load;
    CompressStoreOp: compress_store;
    GatherOp: gather_of_nothing, gather_of_consecutive;
    ScatterOp: scatter_of_nothing, scatter_of_consecutive;
}

/// Rows of `name: Op;`: a masked load becomes a load if all mask bits are set, and its pass-through value if none is.
macro_rules! masked_reads {
    ($($name:ident: $op:ident;)*) => {$(
        #[pattern]
        pub(crate) fn $name(op: $op, rw: &mut Rewriter) -> Match {
            match mask_format(rw, op.mask(rw)) {
                MaskFormat::AllTrue => {
                    let (ty, base, indices) = (result_type(rw, op), op.base(rw), op.indices(rw));
                    rw.replace_with(op, LoadOp::build(ty, base, &indices));
                    Match::Yes
                }
                MaskFormat::AllFalse => {
                    let passed = op.pass_thru(rw);
                    rw.replace(op, [passed])
                }
                MaskFormat::Unknown => rw.no_match(op, "the mask is not known"),
            }
        }
    )*};
}
masked_reads! {
    masked_load: MaskedLoadOp;
    expand_load: ExpandLoadOp;
}

/// Rows of `name: Op;`: a masked store becomes a store if all mask bits are set, and is erased if none is.
macro_rules! masked_writes {
    ($($name:ident: $op:ident;)*) => {$(
        #[pattern]
        pub(crate) fn $name(op: $op, rw: &mut Rewriter) -> Match {
            match mask_format(rw, op.mask(rw)) {
                MaskFormat::AllTrue => {
                    let (value, base, indices) = (op.value_to_store(rw), op.base(rw), op.indices(rw));
                    rw.replace_with(op, StoreOp::build(value, base, &indices));
                    Match::Yes
                }
                MaskFormat::AllFalse => rw.erase(op),
                MaskFormat::Unknown => rw.no_match(op, "the mask is not known"),
            }
        }
    )*};
}
masked_writes! {
    masked_store: MaskedStoreOp;
    compress_store: CompressStoreOp;
}

/// Whether `ty` is a ranked memref.
fn is_memref(cx: &Context, ty: Type) -> bool {
    matches!(ty.data(cx), TypeData::MemRef { .. })
}

#[pattern]
pub(crate) fn gather_of_nothing(op: GatherOp, rw: &mut Rewriter) -> Match {
    if mask_format(rw, op.mask(rw)) != MaskFormat::AllFalse {
        return rw.no_match(op, "some bits may be set");
    }
    let passed = op.pass_thru(rw);
    rw.replace(op, [passed])
}

#[pattern]
pub(crate) fn scatter_of_nothing(op: ScatterOp, rw: &mut Rewriter) -> Match {
    if mask_format(rw, op.mask(rw)) != MaskFormat::AllFalse {
        return rw.no_match(op, "some bits may be set");
    }
    let base = op.base(rw);
    match rw.n_results(op.id()) {
        0 => rw.erase(op),
        _ => rw.replace(op, [base]),
    }
}

/// Whether the elements at `indices` of `base` are known to be contiguous in memory: `base` is a memref whose last
/// dimension has unit stride, and `indices` is 0, 1, 2, ..
fn are_consecutive(body: &Body, base: Value, indices: Value) -> bool {
    if !is_memref(body, body.ty(base)) || !has_unit_stride(body.cx(), body.ty(base)) {
        return false;
    }
    let ty = VectorType::at(body, indices);
    if ty.rank() != 1 || ty.is_scalable() {
        return false;
    }
    if defining::<StepOp>(body, indices).is_some() {
        return true;
    }
    let elements = constant_value(body, indices).and_then(|value| value.dense_elements(body));
    elements.is_some_and(|elements| elements.iter().map(|element| element.as_i64(body)).eq((0..ty.shape[0]).map(Some)))
}

/// Replaces a gather of contiguous elements by a masked load.
#[pattern]
pub(crate) fn gather_of_consecutive(op: GatherOp, rw: &mut Rewriter) -> Match {
    let base = op.base(rw);
    if !are_consecutive(rw, base, op.indices(rw)) {
        return rw.no_match(op, "not from consecutive elements of a memref");
    }
    let (ty, offsets, mask, passed) = (result_type(rw, op), op.offsets(rw), op.mask(rw), op.pass_thru(rw));
    rw.replace_with(op, MaskedLoadOp::build(ty, base, &offsets, mask, passed));
    Match::Yes
}

/// Replaces a scatter to contiguous elements by a masked store.
#[pattern]
pub(crate) fn scatter_of_consecutive(op: ScatterOp, rw: &mut Rewriter) -> Match {
    let base = op.base(rw);
    if !are_consecutive(rw, base, op.indices(rw)) {
        return rw.no_match(op, "not to consecutive elements of a memref");
    }
    let (offsets, mask, value) = (op.offsets(rw), op.mask(rw), op.value_to_store(rw));
    rw.replace_with(op, MaskedStoreOp::build(base, &offsets, mask, value));
    Match::Yes
}
