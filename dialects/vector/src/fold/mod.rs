//! Folders: simplification of operations whose operands are constant, or are results of inverse operations.
//!
//! One file per family of operations. The order of the folds in each folder is upstream's.

pub mod base;
pub mod elements;
pub mod extract;
mod extract_chain;
pub mod insert;
pub mod mask;
pub mod reduce;
pub mod shape;
pub mod shuffle;
pub mod slice;
pub mod transfer;

use rmlir::prelude::*;

/// The operation `T` that defines `value`.
pub fn defining<T: Op>(body: &Body, value: Value) -> Option<T> {
    OpRef::new(body, body.defining_op(value)?).cast::<T>()
}

/// The constant value of operand `index`, if it is known.
pub(crate) fn constant(consts: &[Option<Attr>], index: usize) -> Option<Attr> {
    consts.get(index).copied().flatten()
}

/// The constant integer value of `value`.
pub(crate) fn constant_index(body: &Body, value: Value) -> Option<i64> {
    rmlir::core::fold::constant_value(body, value)?.as_i64(body)
}

/// The type of the only result.
fn result_type(cx: &FoldCx) -> Type {
    cx.ty(cx.result(cx.op(), 0))
}

/// Whether an operand is known to be poison.
pub(crate) fn is_poison(cx: &Context, attr: Option<Attr>) -> bool {
    attr.is_some_and(|attr| rmlir_ub::is_poison(cx, attr))
}

/// The fold to a poison constant.
fn poison(cx: &Context) -> Fold {
    Fold::attr(rmlir_ub::Poison::get(cx).attr())
}

/// The constant of type `ty` with these elements.
fn elements_attr(cx: &Context, ty: Type, elements: &[Attr]) -> Fold {
    rmlir::core::dense::from_elements(cx, ty, elements).into()
}

/// The constant of type `ty` whose elements are all `element`.
pub fn splat_attr(cx: &Context, ty: Type, element: Attr) -> Option<Attr> {
    rmlir::core::dense::splat(cx, ty, element)
}
