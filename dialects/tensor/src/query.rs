//! Size and rank queries.

use rmlir::core::fold::constant_value;
use rmlir::core::interfaces::{Speculatability, Speculatable};
use rmlir::core::value_bounds::ValueBounds;
use rmlir::prelude::*;

/// The size of a dimension.
///
/// An index out of bounds is undefined behaviour.
///
/// ```mlir
/// %n = tensor.dim %t, %c1 : tensor<4x?xf32>
/// ```
#[op(
    name = "tensor.dim",
    eval,
    traits(NoMemoryEffect),
    interfaces(Speculatable, InferIntRange, PoisonBehavior, AsmNames, ValueBounds),
    fold,
    canonicalize,
    format = "attr-dict $source `,` $index `:` type($source)"
)]
pub struct DimOp {
    #[operand]
    source: AnyNon0RankedOrUnrankedTensor,
    #[operand]
    index: Index,
    #[result]
    result: Index,
}

/// The rank: the number of dimensions.
///
/// ```mlir
/// %n = tensor.rank %t : tensor<*xf32>
/// ```
#[op(
    name = "tensor.rank",
    eval,
    traits(Pure),
    interfaces(AsmNames, PoisonBehavior, ValueBounds),
    fold,
    format = "$tensor attr-dict `:` type($tensor)"
)]
pub struct RankOp {
    #[operand]
    tensor: AnyTensor,
    #[result]
    result: Index,
}

impl DimOp {
    /// The index, if it is a constant.
    pub fn constant_index(self, body: &Body) -> Option<i64> {
        constant_value(body, self.index(body))?.as_i64(body)
    }
}

impl Speculatable for DimOp<()> {
    /// The operation is speculatable if the index is known to be in bounds.
    fn speculatability(&self, op: OpRef) -> Speculatability {
        let index = DimOp::from_id(op.id).constant_index(op.body);
        let rank = op.value(DimOp::source).ty().shape(op.cx()).map(|shape| shape.len() as i64);
        match (index, rank) {
            (Some(index), Some(rank)) if (0..rank).contains(&index) => Speculatability::Yes,
            _ => Speculatability::No,
        }
    }
}

impl PoisonBehavior for DimOp<()> {
    fn may_make_poison(&self, _: OpRef) -> bool {
        false
    }
}

impl PoisonBehavior for RankOp<()> {
    fn may_make_poison(&self, _: OpRef) -> bool {
        false
    }
}

impl InferIntRange for DimOp<()> {
    fn infer_ranges(&self, op: OpRef, operands: &[Option<IntRange>], set: &mut dyn FnMut(Value, IntRange)) {
        let shape = op.value(DimOp::source).ty().shape(op.cx()).unwrap_or_default();
        set(op.result(0).id, IntRange::of_dim(shape, operands.get(1).and_then(Option::as_ref)));
    }
}
