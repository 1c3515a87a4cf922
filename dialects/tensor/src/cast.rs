//! Casts: the same elements under another type.

use rmlir::core::interfaces::{CastOp as CastInterface, verify_cast};
use rmlir::core::types::DYNAMIC;
use rmlir::core::value_bounds::ValueBounds;
use rmlir::prelude::*;

use crate::types::{NumberTensor, TensorParts};

/// Reinterprets the bits of each element as another type of the same width.
///
/// ```mlir
/// %b = tensor.bitcast %a : tensor<4xui32> to tensor<4xi32>
/// ```
#[op(name = "tensor.bitcast", eval, traits(Pure), interfaces(CastInterface), verify = verify_cast,
     canonicalize,
     format = "$source attr-dict `:` type($source) `to` type($dest)")]
pub struct BitcastOp {
    #[operand]
    source: NumberTensor,
    #[result]
    dest: NumberTensor,
}

/// Casts between tensor types with different static sizes.
///
/// Static sizes of both types have to be equal. If the result type is more static, a mismatch at
/// run time is undefined behaviour.
///
/// ```mlir
/// %b = tensor.cast %a : tensor<4x?xf32> to tensor<?x?xf32>
/// %c = tensor.cast %a : tensor<4x?xf32> to tensor<*xf32>
/// ```
#[op(name = "tensor.cast", eval, traits(NoMemoryEffect),
     interfaces(CastInterface, AsmNames, Speculatable, ValueBounds), verify = verify_cast,
     canonicalize,
     format = "$source attr-dict `:` type($source) `to` type($dest)")]
pub struct CastOp {
    #[operand]
    source: AnyTensor,
    #[result]
    dest: AnyTensor,
}

impl Speculatable for CastOp<()> {
    /// Only if the source is known to have the sizes of the result.
    fn speculatability(&self, op: OpRef) -> Speculatability {
        let [from, to] = [op.value(CastOp::source).ty(), op.result(0).ty()].map(|ty| ty.shape(op.cx()));
        let Some(to) = to else { return Speculatability::Yes };
        from.is_some_and(|from| from.iter().zip(to).all(|(from, &to)| to == DYNAMIC || *from == to)).into()
    }
}

impl CastInterface for BitcastOp<()> {
    fn compatible(&self, cx: &Context, from: &[Type], to: &[Type]) -> bool {
        let ([from], [to]) = (from, to) else { return false };
        let width = |ty: Type| ty.element(cx).and_then(|element| element.int_or_float_width(cx));
        from.is_tensor(cx) && to.is_tensor(cx) && width(*from) == width(*to) && are_shapes_compatible(cx, *from, *to)
    }
}

impl CastInterface for CastOp<()> {
    fn compatible(&self, cx: &Context, from: &[Type], to: &[Type]) -> bool {
        matches!((from, to), ([from], [to]) if are_cast_compatible(cx, *from, *to))
    }
}

/// Whether sizes that are static in both types are equal.
fn are_shapes_compatible(cx: &Context, from: Type, to: Type) -> bool {
    let (Some(from), Some(to)) = (from.shape(cx), to.shape(cx)) else { return true };
    let agree = |(&from, &to): (&i64, &i64)| from == DYNAMIC || to == DYNAMIC || from == to;
    from.len() == to.len() && from.iter().zip(to).all(agree)
}

/// Whether `tensor.cast` from `from` to `to` is valid.
pub fn are_cast_compatible(cx: &Context, from: Type, to: Type) -> bool {
    from.is_tensor(cx) && to.is_tensor(cx) && from.element(cx) == to.element(cx) && are_shapes_compatible(cx, from, to)
}

/// Whether all static sizes of `source` are static in `target`: both are ranked tensor types that are otherwise equal.
pub fn preserves_static_information(cx: &Context, source: Type, target: Type) -> bool {
    let (Some(from), Some(to)) = (TensorParts::of(cx, source), TensorParts::of(cx, target)) else { return false };
    from.element == to.element
        && from.rank() == to.rank()
        && from.encoding == to.encoding
        && from.shape.iter().zip(to.shape).all(|(&from, &to)| from == DYNAMIC || to != DYNAMIC)
}

/// Whether a user of `cast` that accepts any tensor type may use its operand: the cast only makes sizes dynamic.
pub fn can_fold_into_consumer(body: &Body, cast: CastOp) -> bool {
    preserves_static_information(body, body.ty(cast.dest(body)), body.ty(cast.source(body)))
}

/// Whether the definition of `cast`'s operand may produce the result type instead: the cast only makes sizes static.
pub fn can_fold_into_producer(body: &Body, cast: CastOp) -> bool {
    preserves_static_information(body, body.ty(cast.source(body)), body.ty(cast.dest(body)))
}
