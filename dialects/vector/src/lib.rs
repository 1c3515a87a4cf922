//! The `vector` dialect: vectors of any rank, access to their elements and slices, and loads and stores of vectors.
//!
//! In reading order: [`attrs`] combining kinds; [`types`] vector types and constraints; [`interfaces`] masking and
//! transfers; the operations by family: [`element`] access by position, [`mod@slice`] slices, [`shape`] reshapes and
//! permutations, [`reduce`] and [`contract`] reductions, [`memory`] and [`transfer`] loads and stores, [`mask`] masks,
//! [`arithmetic`] the rest; [`place`] linear indices; then folding and canonicalization: `fold` and `canonicalize`, and
//! the evaluation of operations: `eval`; `hooks` the dialect's hooks.

pub mod arithmetic;
pub mod attrs;
mod canonicalize;
pub mod contract;
pub mod element;
mod eval;
mod fold;
mod hooks;
pub mod interfaces;
pub mod mask;
pub mod memory;
pub mod place;
pub mod reduce;
pub mod shape;
pub mod slice;
pub mod transfer;
pub mod types;

use rmlir::prelude::*;

pub use self::arithmetic::*;
pub use self::attrs::{CombiningKind, IteratorType, PrintPunctuation};
pub use self::canonicalize::vector_to_vector_patterns;
pub use self::contract::ContractionOp;
pub use self::element::{ExtractOp, FromElementsOp, InsertOp, ToElementsOp};
pub use self::fold::mask::{MaskFormat, mask_format};
pub use self::fold::transfer::{are_disjoint, are_disjoint_by, is_splat_of_padding};
pub use self::fold::{defining, splat_attr};
pub use self::interfaces::{MaskableOp, MaskingOp, Transfer, VectorTransferOp};
pub use self::mask::{ConstantMaskOp, CreateMaskOp, MaskOp, YieldOp};
pub use self::memory::*;
pub use self::reduce::{MultiDimReductionOp, OuterProductOp, ReductionOp, ScanOp, reduce_vector};
pub use self::shape::*;
pub use self::slice::{ExtractStridedSliceOp, InsertStridedSliceOp, ScalableExtractOp, ScalableInsertOp};
pub use self::transfer::{TransferReadOp, TransferWriteOp};
pub use self::types::VectorType;

dialect! {
    /// Vectors of any rank.
    ///
    /// Dimensions have static sizes; those in brackets are multiplied by the vector scale, which is constant during the
    /// execution of a program. Operations are machine-independent and can be lowered progressively.
    pub Vector = "vector" {
        attrs: [CombiningKind, IteratorType, PrintPunctuation],
        ops: [
            BitCastOp, BroadcastOp, CompressStoreOp, ConstantMaskOp, ContractionOp, CreateMaskOp, DeinterleaveOp,
            ExpandLoadOp, ExtractOp, ExtractStridedSliceOp, FMAOp, FromElementsOp, GatherOp, InsertOp,
            InsertStridedSliceOp, InterleaveOp, LoadOp, MaskOp, MaskedLoadOp, MaskedStoreOp, MultiDimReductionOp,
            OuterProductOp, PrintOp, ReductionOp, ScalableExtractOp, ScalableInsertOp, ScanOp, ScatterOp, ShapeCastOp,
            ShuffleOp, StepOp, StoreOp, ToElementsOp, TransferReadOp, TransferWriteOp, TransposeOp, TypeCastOp,
            VectorScaleOp, YieldOp,
        ],
        depends: [rmlir_arith::Arith, rmlir_ub::Ub],
        hooks: hooks::Hooks,
    }
}
