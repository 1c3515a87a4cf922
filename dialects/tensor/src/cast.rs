//! Casts: the same elements under another type.

use rmlir::core::interfaces::{CastOp as CastInterface, verify_cast};
use rmlir::core::types::DYNAMIC;
use rmlir::core::value_bounds::ValueBounds;
use rmlir::prelude::*;

use crate::canonicalize;
use crate::types::{NumberTensor, TensorParts};

/// Reads the bits of each element as a number of another type of the same width.
///
/// ```mlir
/// %b = tensor.bitcast %a : tensor<4xui32> to tensor<4xi32>
/// ```
#[op(name = "tensor.bitcast", eval = crate::eval::bitcast, traits(Pure), interfaces(CastInterface), verify = verify_cast,
     canonicalize(canonicalize::cast::bitcast_of_bitcast),
     format = "$source attr-dict `:` type($source) `to` type($dest)")]
pub struct BitcastOp {
    #[operand]
    source: NumberTensor,
    #[result]
    dest: NumberTensor,
}

/// Casts between tensors of which one says more than the other about sizes.
///
/// What both know has to agree. A cast to a type that knows more is undefined
/// if that is not so.
///
/// ```mlir
/// %b = tensor.cast %a : tensor<4x?xf32> to tensor<?x?xf32>
/// %c = tensor.cast %a : tensor<4x?xf32> to tensor<*xf32>
/// ```
#[op(name = "tensor.cast", eval = crate::eval::cast, traits(NoMemoryEffect),
     interfaces(CastInterface, AsmNames, Speculatable, ValueBounds), verify = verify_cast,
     canonicalize(canonicalize::cast::cast_of_cast, canonicalize::cast::cast_of_slice),
     format = "$source attr-dict `:` type($source) `to` type($dest)")]
pub struct CastOp {
    #[operand]
    source: AnyTensor,
    #[result]
    dest: AnyTensor,
}

impl Speculatable for CastOp {
    /// Only if the source is known to have the sizes of the result.
    fn speculatability(&self, op: OpRef) -> Speculatability {
        let [from, to] = [op.operand(0).ty(), op.result(0).ty()].map(|ty| ty.shape(op.cx()));
        let Some(to) = to else { return Speculatability::Yes };
        from.is_some_and(|from| from.iter().zip(to).all(|(from, &to)| to == DYNAMIC || *from == to)).into()
    }
}

impl CastInterface for BitcastOp {
    fn compatible(&self, cx: &Context, from: &[Type], to: &[Type]) -> bool {
        let ([from], [to]) = (from, to) else { return false };
        let width = |ty: Type| ty.element(cx).and_then(|element| element.int_or_float_width(cx));
        from.is_tensor(cx) && to.is_tensor(cx) && width(*from) == width(*to) && are_shapes_compatible(cx, *from, *to)
    }
}

impl CastInterface for CastOp {
    fn compatible(&self, cx: &Context, from: &[Type], to: &[Type]) -> bool {
        matches!((from, to), ([from], [to]) if are_cast_compatible(cx, *from, *to))
    }
}

/// Whether sizes that both types know are equal.
fn are_shapes_compatible(cx: &Context, from: Type, to: Type) -> bool {
    let (Some(from), Some(to)) = (from.shape(cx), to.shape(cx)) else { return true };
    let agree = |(&from, &to): (&i64, &i64)| from == DYNAMIC || to == DYNAMIC || from == to;
    from.len() == to.len() && from.iter().zip(to).all(agree)
}

/// Whether `tensor.cast` may cast `from` to `to`.
pub fn are_cast_compatible(cx: &Context, from: Type, to: Type) -> bool {
    from.is_tensor(cx) && to.is_tensor(cx) && from.element(cx) == to.element(cx) && are_shapes_compatible(cx, from, to)
}

/// Whether `target` knows all sizes that `source` knows: both are ranked
/// tensors that differ in nothing else.
pub fn preserves_static_information(cx: &Context, source: Type, target: Type) -> bool {
    let (Some(from), Some(to)) = (TensorParts::of(cx, source), TensorParts::of(cx, target)) else { return false };
    from.element == to.element
        && from.rank() == to.rank()
        && from.encoding == to.encoding
        && from.shape.iter().zip(to.shape).all(|(&from, &to)| from == DYNAMIC || to != DYNAMIC)
}

/// Whether a user of `cast` that takes any type of tensor may use its operand:
/// the cast only forgets.
pub fn can_fold_into_consumer(body: &Body, cast: CastOp) -> bool {
    preserves_static_information(body, body.ty(cast.dest(body)), body.ty(cast.source(body)))
}

/// Whether what makes the operand of `cast` may make the result in its place:
/// the cast only adds what is known.
pub fn can_fold_into_producer(body: &Body, cast: CastOp) -> bool {
    preserves_static_information(body, body.ty(cast.source(body)), body.ty(cast.dest(body)))
}
