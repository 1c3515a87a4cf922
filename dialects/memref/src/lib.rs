//! The `memref` dialect: buffers in memory, views of them, and access to their elements.
//!
//! One file for each family of operations, with syntax and verification. `effects`, `names` and `views` hold the
//! interfaces that are a row for each operation, `fold` and `canonicalize` folding and canonicalization, `eval` the
//! evaluation of the operations. Layouts and index lists are in `rmlir::core` (`memref_layout`, `mixed_index`,
//! `reassociation`), since other dialects share them.

mod access;
mod alloc;
mod atomic;
mod bounds;
pub mod canonicalize;
mod cast;
mod constraints;
mod dma;
mod effects;
mod eval;
pub mod fold;
mod global;
mod memory_slot;
mod metadata;
mod names;
mod reinterpret;
mod reshape;
mod scope;
mod subview;
mod view;
mod views;

use rmlir::core::dialect::DialectHooks;
use rmlir::prelude::*;

pub use self::access::{CopyOp, LoadOp, PrefetchOp, StoreOp};
pub use self::alloc::{AllocOp, AllocaOp, DeallocOp, ReallocOp};
pub use self::atomic::{AtomicRMWOp, AtomicYieldOp, GenericAtomicRMWOp};
pub use self::cast::{CastOp, MemorySpaceCastOp, are_cast_compatible, can_fold_into_consumer};
pub use self::constraints::{AnyStridedMemRef, ValidAlignment};
pub use self::dma::{DmaStartOp, DmaWaitOp};
pub use self::global::{GetGlobalOp, GlobalOp};
pub use self::metadata::{DimOp, ExtractAlignedPointerAsIndexOp, ExtractStridedMetadataOp, RankOp};
pub use self::reinterpret::ReinterpretCastOp;
pub use self::reshape::{CollapseShapeOp, ExpandShapeOp, ReshapeOp, collapsed_layout, collapsed_type, expanded_type};
pub use self::scope::{AllocaScopeOp, AllocaScopeReturnOp};
pub use self::subview::{SubViewOp, dropped_dims, inferred_reduced_type, inferred_subview_type};
pub use self::view::{AssumeAlignmentOp, DistinctObjectsOp, TransposeOp, ViewOp};

dialect! {
    /// Buffers in memory: allocation, views, and access to elements.
    ///
    /// A memref refers to a buffer and has the layout of the elements in it: sizes, an offset and strides. Views are
    /// memrefs that refer to the same buffer with another layout or type.
    pub MemRef = "memref" {
        ops: [AllocOp, AllocaOp, AllocaScopeOp, AllocaScopeReturnOp, AssumeAlignmentOp, AtomicRMWOp, AtomicYieldOp, CastOp,
              CollapseShapeOp, CopyOp, DeallocOp, DimOp, DistinctObjectsOp, DmaStartOp, DmaWaitOp, ExpandShapeOp,
              ExtractAlignedPointerAsIndexOp, ExtractStridedMetadataOp, GenericAtomicRMWOp, GetGlobalOp, GlobalOp, LoadOp,
              MemorySpaceCastOp, PrefetchOp, RankOp, ReallocOp, ReinterpretCastOp, ReshapeOp, StoreOp, SubViewOp,
              TransposeOp, ViewOp],
        depends: [rmlir_arith::Arith],
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
}
