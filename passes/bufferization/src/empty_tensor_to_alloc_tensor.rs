//! `empty-tensor-to-alloc-tensor`.

use rmlir::prelude::*;
use rmlir_bufferization::{AllocTensorOp, Bufferization};
use rmlir_tensor::EmptyOp;

/// Replace all empty ops by alloc_tensor ops.
///
/// ```mlir
/// %0 = tensor.empty(%n) : tensor<?xf32>
/// // becomes
/// %0 = bufferization.alloc_tensor(%n) : tensor<?xf32>
/// ```
#[pass(
    name = "empty-tensor-to-alloc-tensor",
    title = "EmptyTensorToAllocTensorPass",
    summary = "Replace all empty ops by alloc_tensor ops.",
    depends(Bufferization)
)]
pub(crate) fn empty_tensor_to_alloc_tensor(cx: &mut PassCx) -> PassResult {
    cx.apply_greedily(patterns![allocate])
}

#[pattern]
fn allocate(op: EmptyOp, rw: &mut Rewriter) -> Match {
    let (ty, sizes) = (rw.ty(op.result(rw)), op.dynamicSizes(rw));
    rw.replace_with(op, AllocTensorOp::build(ty, &sizes, None, None));
    Match::Yes
}
