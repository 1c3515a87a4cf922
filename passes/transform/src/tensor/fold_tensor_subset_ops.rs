//! Folding of extracted or inserted slices into their users and producers.

use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;

use super::{merge_slices, transfers};

/// Fold tensor subset ops into producer/consumer ops.
///
/// Slices are folded into vector transfers, and slices of slices are merged.
///
/// ```mlir
/// %s = tensor.extract_slice %t[%i] [8] [1] : tensor<?xf32> to tensor<8xf32>
/// %v = vector.transfer_read %s[%j], %x : tensor<8xf32>, vector<4xf32>
/// // becomes a transfer from %t at %i + %j
/// ```
#[pass(
    name = "fold-tensor-subset-ops",
    title = "FoldTensorSubsetOpsPass",
    summary = "Fold tensor subset ops into producer/consumer ops",
    depends(rmlir_affine::Affine, rmlir_tensor::Tensor, rmlir_vector::Vector)
)]
pub fn fold_tensor_subset_ops(cx: &mut PassCx) -> PassResult {
    let mut patterns = transfers::patterns();
    patterns.extend(merge_slices::patterns());
    // Failure to converge is ignored, as in upstream.
    let _ = cx.apply_greedily(patterns);
    Ok(())
}
