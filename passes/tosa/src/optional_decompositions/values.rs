//! Values that decompositions read and create.

use rmlir::core::fold::constant_value;
use rmlir::prelude::*;
use rmlir_tosa::{InferShapes, ReshapeOp, const_shape};

/// The constant zero point; that of a float must be zero.
pub(super) fn zero_point(body: &Body, value: Value) -> Option<i64> {
    let first = constant_value(body, value)?.splat_value(body)?;
    match first.as_float(body) {
        Some((number, _)) => number.is_zero().then_some(0),
        None => first.as_i64(body),
    }
}

/// Creates the operation that `build` declares with a result of unknown rank, which becomes the inferred type.
pub(super) fn inferred<T: Op>(
    rw: &mut Rewriter,
    element: Type,
    build: impl FnOnce(Type) -> rmlir::core::Build<T>,
) -> Value {
    let unranked = rw.cx().ty(rmlir::core::types::TypeData::UnrankedTensor { element });
    let value = rw.value(build(unranked));
    let op = rw.defining_op(value).expect("the value is the result of the operation");
    let view = OpRef::new(rw, op);
    let shapes = view.interface::<dyn InferShapes>().and_then(|infer| infer.infer_shapes(view));
    if let Some(Some(shape)) = shapes.and_then(|shapes| shapes.into_iter().next()) {
        let ty = rmlir_tensor::tensor_type(rw.cx(), &shape, element);
        rw.set_type(value, ty);
    }
    value
}

/// `tensor` with leading dimensions of size 1, `rank` in all.
pub(super) fn expanded(rw: &mut Rewriter, tensor: Value, rank: usize) -> Value {
    let ty = rw.ty(tensor);
    let shape = ty.shape(rw).unwrap_or_default().to_vec();
    if shape.len() >= rank {
        return tensor;
    }
    let mut sizes = vec![1; rank - shape.len()];
    sizes.extend(shape);
    let ty = rmlir_tensor::tensor_type(rw.cx(), &sizes, ty.element_or_self(rw));
    let sizes = const_shape(rw, &sizes);
    rw.value(ReshapeOp::build(ty, tensor, sizes))
}
