//! The `tensor` dialect: creation of tensors, access to elements and slices, and reshapes.
//!
//! One file for each family of operations, with syntax and verification; `names` holds the names of results, `eval` the
//! evaluation of the operations, `fold` and `canonicalize` folding and canonicalization. Lists of offsets, sizes and
//! strides and reassociations are in `rmlir::core` (`mixed_index`, `reassociation`), since other dialects share them.

mod bounds;
pub mod canonicalize;
mod cast;
mod concat;
mod create;
mod element;
mod eval;
pub mod fold;
mod gather;
mod names;
mod pad;
mod query;
mod reshape;
mod sizes;
mod slice;
mod types;

use rmlir::core::dialect::DialectHooks;
use rmlir::prelude::*;

pub use self::cast::{
    BitcastOp, CastOp, are_cast_compatible, can_fold_into_consumer, can_fold_into_producer,
    preserves_static_information,
};
pub use self::concat::ConcatOp;
pub use self::create::{EmptyOp, FromElementsOp, GenerateOp, SplatOp, YieldOp};
pub use self::element::{ExtractOp, InsertOp};
pub use self::gather::{GatherOp, ScatterOp};
pub use self::pad::{PadOp, padded_type};
pub use self::query::{DimOp, RankOp};
pub use self::reshape::{CollapseShapeOp, ExpandShapeOp, ReshapeOp, collapsed_type};
pub use self::sizes::{mixed_size, mixed_sizes};
pub use self::slice::{ExtractSliceOp, InsertSliceOp, ParallelInsertSliceOp, dropped_dims};
pub use self::types::{TensorParts, tensor_type};

dialect! {
    /// Tensors: multidimensional arrays as values.
    ///
    /// A tensor has no address in memory, and is immutable: an insertion yields a new tensor.
    pub Tensor = "tensor" {
        ops: [BitcastOp, CastOp, CollapseShapeOp, ConcatOp, DimOp, EmptyOp, ExpandShapeOp, ExtractOp, ExtractSliceOp,
              FromElementsOp, GatherOp, GenerateOp, InsertOp, InsertSliceOp, PadOp, ParallelInsertSliceOp, RankOp,
              ReshapeOp, ScatterOp, SplatOp, YieldOp],
        depends: [rmlir_affine::Affine, rmlir_arith::Arith],
        hooks: Hooks,
    }
}

struct Hooks;

/// Constants are materialized as those of `arith`; all operations may be inlined.
impl DialectHooks for Hooks {
    fn materialize_constant(&self, cx: &Context, value: Attr, ty: Type) -> Option<OpState> {
        cx.dialect("arith")?.hooks().materialize_constant(cx, value, ty)
    }
    fn is_legal_to_inline_op(&self, _op: OpRef, _into: OpRef, _would_be_cloned: bool) -> bool {
        true
    }
    fn is_legal_to_inline_region(&self, _into: RegionRef, _from: RegionRef, _args: &[Value], _: bool) -> bool {
        true
    }
    fn canonicalize(&self, patterns: &mut PatternSet) {
        canonicalize::destination::add_patterns(patterns);
    }
}
