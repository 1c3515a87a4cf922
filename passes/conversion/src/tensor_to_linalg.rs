//! Operations on tensors to `linalg`.

use rmlir::core::clone::CloneMap;
use rmlir::core::mixed_index::{MixedIndex, SliceLists};
use rmlir::core::types::DYNAMIC;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionPattern, ConversionPatterns, ConversionTarget};
use rmlir::rewrite::create_or_fold;
use rmlir_arith::{AddIOp, Arith, materialize_index};
use rmlir_linalg::{Linalg, fill};
use rmlir_tensor::{EmptyOp, GenerateOp, InsertSliceOp, PadOp, mixed_size, mixed_sizes};

/// Convert some Tensor dialect ops to Linalg dialect.
///
/// Padding becomes the insertion of the source into a tensor of padding elements: a fill if they are all the same,
/// otherwise a `tensor.generate` with the region of the padding.
///
/// ```mlir
/// %p = tensor.pad %t low[0] high[10] { .. tensor.yield %x : i32 } : tensor<10xi32> to tensor<20xi32>
/// // becomes
/// %0 = tensor.empty() : tensor<20xi32>
/// %1 = linalg.fill ins(%x : i32) outs(%0 : tensor<20xi32>) -> tensor<20xi32>
/// %p = tensor.insert_slice %t into %1[0] [10] [1] : tensor<10xi32> into tensor<20xi32>
/// ```
#[pass(name = "convert-tensor-to-linalg", title = "ConvertTensorToLinalgPass", depends(Arith, Linalg))]
pub fn convert_tensor_to_linalg(cx: &mut PassCx) -> PassResult {
    let mut target = ConversionTarget::new(cx.cx());
    target.legal_dialects(&["arith", "linalg", "tensor"]).illegal_ops(&[PadOp::DEF.name]);
    let mut patterns = ConversionPatterns::new();
    patterns.add(ConversionPattern::plain(pad::pattern()));
    cx.convert_partially(&target, &patterns)
}

#[pattern]
fn pad(op: PadOp, rw: &mut Rewriter) -> Match {
    let ty = rw.ty(op.result(rw));
    let shape = ty.shape(rw).unwrap_or_default().to_vec();
    let dynamic_dims = (0..shape.len()).filter(|&dim| shape[dim] == DYNAMIC);
    let sizes: Vec<Value> = dynamic_dims.map(|dim| padded_size(rw, op, dim)).collect();
    let empty = rw.value(EmptyOp::build(ty, &sizes));
    let padding = match op.constant_padding(rw) {
        Some(value) => filled(rw, op, value, empty),
        None => Some(generated(rw, op, ty, &sizes)),
    };
    let Some(padding) = padding else { return rw.no_match(op, "the tensor cannot be filled") };
    let (source, low) = (op.source(rw), op.mixed_low(rw));
    let strides = vec![MixedIndex::Static(1); low.len()];
    let lists = SliceLists { sizes: mixed_sizes(rw, source), offsets: low, strides };
    let slice = rw.value(InsertSliceOp::of(rw.cx(), ty, source, padding, &lists));
    rw.replace(op, [slice])
}

/// The size of dimension `dim` of the result.
fn padded_size(rw: &mut Rewriter, op: PadOp, dim: usize) -> Value {
    let size = mixed_size(rw, op.source(rw), dim);
    let amounts = [op.mixed_low(rw)[dim], op.mixed_high(rw)[dim]];
    let size = materialize_index(rw, size);
    amounts.into_iter().fold(size, |sum, amount| {
        let amount = materialize_index(rw, amount);
        create_or_fold(rw, AddIOp::build(sum, amount))
    })
}

/// Fills `tensor` with `value`, the padding of `op`, which is moved out of the region if it is a constant there.
fn filled(rw: &mut Rewriter, op: PadOp, value: Value, tensor: Value) -> Option<Value> {
    if rw.value_region(value) == Some(op.region(rw))
        && let Some(constant) = rw.defining_op(value)
    {
        rw.move_before(constant, op.id());
    }
    let fill = fill(rw, rw.loc(op.id()), value, tensor)?;
    rw.results(fill.id()).first().copied()
}

/// A tensor whose elements the region of `op` computes.
fn generated(rw: &mut Rewriter, op: PadOp, ty: Type, sizes: &[Value]) -> Value {
    let generate = rw.create(GenerateOp::build(ty, sizes));
    let (from, to) = (op.region(rw), generate.body(rw));
    rw.clone_region(from, to, &mut CloneMap::default());
    generate.result(rw)
}
