//! Replacements for erased values: zero, or an unrealized cast without operands.

use rmlir::core::Body;
use rmlir::core::OpRef;
use rmlir::core::arena::{BlockId, OpId, Value};
use rmlir::core::types::Type;
use rmlir_arith::ConstantOp;
use rmlir_builtin::UnrealizedConversionCastOp;

/// A value of type `ty` that dominates the whole body: at the start of its first block. An existing one is reused.
pub fn stand_in(body: &mut Body, ty: Type) -> Option<Value> {
    let entry = first_block(body)?;
    let loc = body.loc(body.root());
    let known = body.ops(entry).find(|&op| is_stand_in(body, op) && body.ty(body.result(op, 0)) == ty);
    // Elements attributes may be of memref type, but no constant has one.
    let zero = body.cx().zero_attr(ty).filter(|_| !ty.is_memref(body.cx()));
    let op = match (known, zero) {
        (Some(known), _) => {
            body.unlink_op(known);
            known
        }
        (None, Some(zero)) => body.create_op(ConstantOp::build(zero).at(loc).finish(body.cx())),
        (None, None) => body.create_op(UnrealizedConversionCastOp::build(&[ty], &[]).at(loc).finish(body.cx())),
    };
    body.prepend_op(entry, op);
    Some(body.result(op, 0))
}

fn first_block(body: &Body) -> Option<BlockId> {
    let region = *body.regions(body.root()).first()?;
    body.entry(region)
}

/// Whether `op` is one that [`stand_in`] creates.
fn is_stand_in(body: &Body, op: OpId) -> bool {
    let view = OpRef::new(body, op);
    let is_cast = view.is::<UnrealizedConversionCastOp>() && body.n_operands(op) == 0 && body.n_results(op) == 1;
    is_cast || view.is::<ConstantOp>()
}

/// Replaces the uses of each result of `op` by a value that `op` does not define: an operand, or a stand-in.
pub fn replace_results(body: &mut Body, op: OpId) {
    for result in body.results(op).to_vec() {
        if body.is_unused(result) {
            continue;
        }
        let ty = body.ty(result);
        let results = body.results(op).to_vec();
        let operand = body.operands(op).find(|&operand| body.ty(operand) == ty && !results.contains(&operand));
        if let Some(other) = operand.or_else(|| stand_in(body, ty)).filter(|other| *other != result) {
            body.replace_all_uses(result, other);
        }
    }
}
