//! Folders of memory accesses: casts of memrefs are skipped.
//!
//! Deviation: upstream also folds an `affine.load` of a constant global. The global is in another
//! body, which a folder cannot access.

use rmlir::prelude::*;

/// The source of the `memref.cast` that defines `value`, if its type is ranked.
fn cast_source(body: &Body, value: Value) -> Option<Value> {
    let cast = body.defining_op(value).filter(|&op| OpRef::new(body, op).name_str() == "memref.cast")?;
    let source = body.operand(cast, 0);
    (AnyMemRef.check)(body, body.ty(source)).then_some(source)
}

/// Replaces operands that are casts of memrefs by the casts' sources.
pub(crate) fn fold_memref_cast(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    fold_casts(cx, None)
}

/// As [`fold_memref_cast`], except for the stored value.
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
