//! Folders: simplification of operations whose operands are constant or related.
//!
//! In reading order: `elements` folds element by element, for scalars, splats and dense elements; `matchers` matches
//! constants and defining operations; then one file per family of operations. A folder first applies identities, in
//! upstream's order, and then folds constants.

pub mod bits;
pub mod cast;
pub mod compare;
pub mod divide;
pub mod elements;
pub mod extended;
pub mod float;
pub mod int;
pub mod matchers;
pub mod shift;

use rmlir::prelude::*;

pub use self::int::zero;
use crate::constant::ConstantOp;

#[fold(ConstantOp)]
fn constant(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    Fold::attr(ConstantOp::from_id(cx.op()).value(cx))
}

/// The two operands of an operation, and their constant values.
#[derive(Clone, Copy)]
pub struct Operands {
    pub lhs: Value,
    pub rhs: Value,
    pub lhs_const: Option<Attr>,
    pub rhs_const: Option<Attr>,
}

impl Operands {
    pub fn of(cx: &FoldCx, consts: &[Option<Attr>]) -> Self {
        let operand = |index| cx.operand(cx.op(), index);
        let constant = |index: usize| consts.get(index).copied().flatten();
        Self { lhs: operand(0), rhs: operand(1), lhs_const: constant(0), rhs_const: constant(1) }
    }

    pub fn are_same(self) -> bool {
        self.lhs == self.rhs
    }
}

/// The type of the only result.
fn result_type(cx: &FoldCx) -> Type {
    cx.ty(cx.result(cx.op(), 0))
}
