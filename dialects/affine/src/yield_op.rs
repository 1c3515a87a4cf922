//! `affine.yield`: the terminator of the regions of this dialect.

use rmlir::prelude::*;

use crate::{ForOp, IfOp, ParallelOp};

/// Terminates a region and yields values.
///
/// A yield without operands is not printed where the operation has no results.
#[op(name = "affine.yield", eval = rmlir::interp::eval::yields, traits(Pure, ReturnLike, Terminator), verify = verify,
     format = "attr-dict ($operands^ `:` type($operands))?")]
pub struct YieldOp {
    #[operand]
    operands: Vec<AnyType>,
}

fn verify(op: OpRef) -> Checked {
    let parent = op.parent().filter(|parent| parent.is::<ForOp>() || parent.is::<IfOp>() || parent.is::<ParallelOp>());
    let Some(parent) = parent else {
        return Err(op.error("only terminates affine.if/for/parallel regions"));
    };
    if parent.n_results() != op.n_operands() {
        return Err(op.error("parent of yield must have same number of results as the yield operands"));
    }
    if parent.results().zip(op.operands()).any(|(result, operand)| result.ty() != operand.ty()) {
        return Err(op.error("types mismatch between yield op and its parent"));
    }
    Ok(())
}
