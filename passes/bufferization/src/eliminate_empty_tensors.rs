//! `eliminate-empty-tensors`: empty tensors become slices of the tensors that they are inserted into.

use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_bufferization::Bufferization;
use rmlir_bufferization::bufferizable::{Options, Session};
use rmlir_tensor::Tensor;

use crate::models::{MODELS, model_of};
use crate::one_shot_bufferize::{module, say};

/// Try to eliminate all tensor.empty ops.
///
/// If the buffer of a tensor that is inserted into another one is that of an empty tensor, the empty tensor is replaced
/// by the subset of the destination.
///
/// ```mlir
/// %0 = tensor.empty() : tensor<5xf32>
/// %1 = linalg.fill ins(%x : f32) outs(%0 : tensor<5xf32>) -> tensor<5xf32>
/// %2 = tensor.insert_slice %1 into %t[1] [5] [1] : tensor<5xf32> into tensor<10xf32>
/// // becomes
/// %0 = tensor.extract_slice %t[1] [5] [1] : tensor<10xf32> to tensor<5xf32>
/// %1 = linalg.fill ins(%x : f32) outs(%0 : tensor<5xf32>) -> tensor<5xf32>
/// %2 = tensor.insert_slice %1 into %t[1] [5] [1] : tensor<5xf32> into tensor<10xf32>
/// ```
#[pass(
    name = "eliminate-empty-tensors",
    title = "EmptyTensorEliminationPass",
    summary = "Try to eliminate all tensor.empty ops.",
    depends(Bufferization, Tensor)
)]
pub(crate) fn eliminate_empty_tensors(cx: &mut PassCx) -> PassResult {
    let options = Options {
        models: MODELS,
        model_of: Some(model_of),
        allow_return_allocs_from_loops: true,
        check_parallel_regions: true,
        function_boundaries: cx.op().is::<rmlir_builtin::ModuleOp>(),
        ..Options::default()
    };
    let mut run = module::Run::new(Session { options, ..Session::default() }, module::Task::EliminateEmpty);
    let outcome = run.module(cx.body_mut());
    let said = std::mem::take(&mut run.said);
    say(cx, outcome.is_err(), said)
}
