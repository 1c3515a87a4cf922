//! Constants, and the size of `index`.

use rmlir::core::constraints::{BoolAttr, I1, Index, IndexAttr};
use rmlir::prelude::*;

/// An index constant.
///
/// ```mlir
/// %0 = index.constant 42
/// ```
#[op(name = "index.constant", traits(ConstantLike, Pure), interfaces(AsmNames, InferIntRange), fold = fold_constant, eval,
     format = "attr-dict $value")]
pub struct ConstantOp {
    #[prop]
    value: IndexAttr,
    #[result(fixed)]
    result: Index,
}

impl AsmNames for ConstantOp<()> {
    fn result_names(&self, op: OpRef, name: &mut dyn FnMut(usize, &str)) {
        let value = op.prop(ConstantOp::VALUE).and_then(|value| value.as_integer(op.cx()));
        if let Some((value, _)) = value {
            name(0, &format!("idx{}", value.to_string_signed()));
        }
    }
}

/// A boolean constant, to which comparisons fold.
#[op(name = "index.bool.constant", traits(ConstantLike, Pure), interfaces(AsmNames, InferIntRange),
     fold = fold_constant, eval, format = "attr-dict $value")]
pub struct BoolConstantOp {
    #[prop]
    value: BoolAttr,
    #[result(fixed)]
    result: I1,
}

impl AsmNames for BoolConstantOp<()> {
    fn result_names(&self, op: OpRef, name: &mut dyn FnMut(usize, &str)) {
        if let Some(value) = op.prop(BoolConstantOp::VALUE).and_then(|value| value.as_bool(op.cx())) {
            name(0, if value { "true" } else { "false" });
        }
    }
}

fn fold_constant(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    cx.prop_named(cx.op(), "value").into()
}

/// The width of `index` in bits on the target.
#[op(name = "index.sizeof", traits(Pure), interfaces(InferIntRange), eval, format = "attr-dict")]
pub struct SizeOfOp {
    #[result(fixed)]
    result: Index,
}
