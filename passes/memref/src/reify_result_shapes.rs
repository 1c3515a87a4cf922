//! Refinement of result types by the static sizes that follow from the operands.

use rmlir::core::interfaces::ReifyShapes;
use rmlir::core::types::DYNAMIC;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_tensor::{CastOp, ConcatOp, PadOp, TensorParts};

/// Reifies the results of `tensor::PadOp` and `tensor::ConcatOp`.
///
/// Users of the result get a cast to the original type.
///
/// ```mlir
/// %c = tensor.concat dim(0) %a, %b : (tensor<4x7xf32>, tensor<?x7xf32>) -> tensor<?x?xf32>
/// // becomes
/// %0 = tensor.concat dim(0) %a, %b : (tensor<4x7xf32>, tensor<?x7xf32>) -> tensor<?x7xf32>
/// %c = tensor.cast %0 : tensor<?x7xf32> to tensor<?x?xf32>
/// ```
#[pass(
    name = "reify-result-shapes",
    title = "ReifyResultShapesPass",
    depends(rmlir_memref::MemRef, rmlir_tensor::Tensor)
)]
pub fn reify_result_shapes(cx: &mut PassCx) -> PassResult {
    reify_in(cx.body_mut());
    Ok(())
}

fn reify_in(body: &mut Body) {
    for op in body.proxies() {
        reify_in(body.nested_mut(op).expect("a proxy has a body"));
        body.sync_proxy(op);
    }
    for op in body.ops_under(body.root()) {
        let view = OpRef::new(body, op);
        if !view.is::<PadOp>() && !view.is::<ConcatOp>() {
            continue;
        }
        let rw = &mut Rewriter::new(body);
        if let Some(ty) = known_type(rw, op) {
            give_type(rw, op, ty);
        }
    }
}

/// The type of the result with the static sizes, if it differs. The operations that compute the sizes are created
/// before `op`.
fn known_type(rw: &mut Rewriter, op: OpId) -> Option<Type> {
    let reify = rw.def(op)?.interface::<dyn ReifyShapes>()?;
    rw.before(op);
    let loc = rw.loc(op);
    rw.set_loc(loc);
    let sizes = reify.result_sizes(rw, op, 0)?;
    let shape: Vec<i64> = sizes.iter().map(|size| size.constant(rw).unwrap_or(DYNAMIC)).collect();
    let old = TensorParts::of(rw, rw.ty(rw.result(op, 0)))?;
    (old.shape != shape).then(|| old.with_shape(rw, &shape))
}

/// Changes the result type to `ty`, and inserts a cast to the original type for its users.
fn give_type(rw: &mut Rewriter, op: OpId, ty: Type) {
    let result = rw.result(op, 0);
    let old = rw.ty(result);
    let users: Vec<OpId> = rw.users(result).collect();
    rw.set_type(result, ty);
    rw.after(op);
    let cast = rw.create(CastOp::build(old, result));
    let cast_value = cast.dest(rw);
    rw.replace_uses_if(result, cast_value, |_, user, _| users.contains(&user));
}
