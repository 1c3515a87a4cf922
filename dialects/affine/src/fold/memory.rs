//! Folders of memory accesses: casts of memrefs are skipped, and a load of a constant global is an element of its initial
//! value.

use rmlir::affine_maps::AffineExpr;
use rmlir::core::interfaces::GlobalAddress;
use rmlir::core::memref_layout::has_identity_layout;
use rmlir::prelude::*;

use crate::LoadOp;
use crate::dma::{DmaStartOp, DmaWaitOp};
use crate::memory::{PrefetchOp, StoreOp};

/// The source of the `memref.cast` that defines `value`, if its type is ranked.
fn cast_source(body: &Body, value: Value) -> Option<Value> {
    let cast = body.defining_op(value).filter(|&op| OpRef::new(body, op).name_str() == "memref.cast")?;
    let source = body.operand(cast, 0);
    (AnyMemRef.check)(body, body.ty(source)).then_some(source)
}

/// Replaces operands that are casts of memrefs by the casts' sources.
#[fold(DmaStartOp, DmaWaitOp, PrefetchOp)]
pub(crate) fn fold_memref_cast(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    fold_casts(cx, None)
}

/// A load of a constant global is the element at its subscripts; of a splat whatever the subscripts are.
#[fold(LoadOp)]
pub(crate) fn fold_load(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    match fold_memref_cast(cx, consts) {
        Fold::No => loaded_constant(cx, OpRef::new(cx, cx.op())).into(),
        found => found,
    }
}

fn loaded_constant(body: &Body, op: OpRef) -> Option<Attr> {
    let address = OpRef::new(body, body.defining_op(op.get(LoadOp::memref))?);
    let symbol = address.interface::<dyn GlobalAddress>()?.global(address).symbol;
    let value = body.constant_global(symbol)?;
    if let Some(element) = value.splat_value(body) {
        return Some(element);
    }
    // The initial value does not determine which element another layout maps subscripts to. (22 uses the subscripts.)
    if !has_identity_layout(body, body.ty(op.get(LoadOp::memref))) {
        return None;
    }
    let subscripts: Option<Vec<i64>> = op.get(LoadOp::map).results().iter().map(AffineExpr::as_constant).collect();
    value.dense_element(body, &subscripts?)
}

/// As [`fold_memref_cast`], except for the stored value.
#[fold(StoreOp)]
pub(crate) fn fold_store(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let stored = cx.operand(cx.op(), 0);
    fold_casts(cx, Some(stored))
}

fn fold_casts(cx: &mut FoldCx, but: Option<Value>) -> Fold {
    let mut changed = false;
    for index in 0..cx.n_operands(cx.op()) {
        let operand = cx.operand(cx.op(), index);
        if let Some(source) = cast_source(cx, operand).filter(|_| Some(operand) != but) {
            cx.set_operand(index, source);
            changed = true;
        }
    }
    if changed { Fold::InPlace } else { Fold::No }
}
