//! Skipping of casts: of memrefs that are accessed, and of tensors that are read.

use rmlir::core::types::TypeData;
use rmlir::prelude::*;
use rmlir_tensor::{CastOp, can_fold_into_consumer};

use crate::memory::{LoadOp, MaskedLoadOp, MaskedStoreOp, StoreOp};

/// Replaces operands that are casts of ranked memrefs by the casts' sources.
pub(crate) fn look_through_memref_casts(cx: &mut FoldCx) -> bool {
    let mut changed = false;
    for index in 0..cx.n_operands(cx.op()) {
        let Some(cast) = cx.defining_op(cx.operand(cx.op(), index)) else { continue };
        if OpRef::new(cx, cast).name_str() != "memref.cast" {
            continue;
        }
        let source = cx.operand(cast, 0);
        if matches!(cx.ty(source).data(cx), TypeData::MemRef { .. }) {
            cx.set_operand(index, source);
            changed = true;
        }
    }
    changed
}

/// Replaces operands that are casts of tensors with more static types by the casts' sources.
pub(crate) fn look_through_tensor_casts(cx: &mut FoldCx) -> bool {
    let mut changed = false;
    for index in 0..cx.n_operands(cx.op()) {
        let cast = cx.defined_by::<CastOp>(cx.operand(cx.op(), index));
        if let Some(cast) = cast.filter(|&cast| can_fold_into_consumer(cx, cast)) {
            let source = cast.source(cx);
            cx.set_operand(index, source);
            changed = true;
        }
    }
    changed
}

/// The folder of operations that skip casts of memrefs.
#[fold(LoadOp, MaskedLoadOp, MaskedStoreOp, StoreOp)]
fn of_memory(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    if look_through_memref_casts(cx) { Fold::InPlace } else { Fold::No }
}
