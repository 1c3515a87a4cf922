//! Memref metadata: sizes, rank, address, strides.

use rmlir::core::fold::constant_value;
use rmlir::core::interfaces::{Speculatability, Speculatable, ViewLike};
use rmlir::core::memref_layout::{MemRefParts, memref_type};
use rmlir::core::value_bounds::ValueBounds;
use rmlir::prelude::*;

use crate::constraints::{AnyStridedMemRef, AnyStridedMemRefOfRank0};

/// The size of a dimension.
///
/// An index out of bounds is undefined behaviour.
///
/// ```mlir
/// %n = memref.dim %buffer, %c1 : memref<4x?xf32>
/// ```
#[op(
    name = "memref.dim",
    eval,
    traits(NoMemoryEffect, NoCapture),
    interfaces(Speculatable, InferIntRange, PoisonBehavior, AsmNames, ValueBounds),
    fold,
    canonicalize,
    format = "attr-dict $source `,` $index `:` type($source)"
)]
pub struct DimOp {
    #[operand]
    source: AnyNon0RankedOrUnrankedMemRef,
    #[operand]
    index: Index,
    #[result]
    result: Index,
}

/// The rank: the number of dimensions.
///
/// ```mlir
/// %n = memref.rank %buffer : memref<*xf32>
/// ```
#[op(
    name = "memref.rank",
    eval,
    traits(Pure, NoCapture),
    interfaces(PoisonBehavior, ValueBounds),
    fold,
    format = "$memref attr-dict `:` type($memref)"
)]
pub struct RankOp {
    #[operand]
    memref: AnyRankedOrUnrankedMemRef,
    #[result]
    result: Index,
}

/// The aligned address of a buffer, as an integer.
///
/// ```mlir
/// %address = memref.extract_aligned_pointer_as_index %buffer : memref<4x4xf32> -> index
/// ```
#[op(
    name = "memref.extract_aligned_pointer_as_index",
    eval,
    traits(Pure),
    interfaces(AsmNames),
    format = "$source `:` type($source) `->` type(results) attr-dict"
)]
pub struct ExtractAlignedPointerAsIndexOp {
    #[operand]
    source: AnyRankedOrUnrankedMemRef,
    #[result]
    aligned_pointer: Index,
}

/// Extracts the metadata of a memref: the base buffer, the offset, the sizes and the strides.
///
/// ```mlir
/// %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %buffer
///   : memref<10x?xf32> -> memref<f32>, index, index, index, index, index
/// ```
#[op(name = "memref.extract_strided_metadata", eval, traits(Pure, SameVariadicResultSize), interfaces(ViewLike, AsmNames, ValueBounds), infer = infer_metadata,
     fold,
     verify = verify_metadata, format = "$source `:` type($source) `->` type(results) attr-dict")]
pub struct ExtractStridedMetadataOp {
    #[operand]
    source: AnyStridedMemRef,
    /// A memref of one element at the base of the buffer.
    #[result]
    base_buffer: AnyStridedMemRefOfRank0,
    #[result]
    offset: Index,
    #[result]
    sizes: Vec<Index>,
    #[result]
    strides: Vec<Index>,
}

impl Speculatable for DimOp<()> {
    /// The operation is speculatable if the index is known to be in bounds.
    fn speculatability(&self, op: OpRef) -> Speculatability {
        let index = constant_value(op.body, op.value(DimOp::index).id).and_then(|index| index.as_i64(op.cx()));
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

fn infer_metadata(cx: &Context, _state: &OpState, operands: &[Type]) -> Result<Vec<Type>, String> {
    metadata_types(cx, operands[0]).ok_or_else(|| "the source is not a ranked memref".to_owned())
}

/// The types of the results for a source of type `source`.
fn metadata_types(cx: &Context, source: Type) -> Option<Vec<Type>> {
    let MemRefParts { shape, element, space, .. } = MemRefParts::of(cx, source)?;
    let mut types = vec![memref_type(cx, &[], element, None, space)];
    types.resize(2 + 2 * shape.len(), Type::INDEX);
    Some(types)
}

fn verify_metadata(op: OpRef) -> Checked {
    let cx = op.cx();
    let wanted = metadata_types(cx, op.value(ExtractStridedMetadataOp::source).ty()).unwrap_or_default();
    let found: Vec<Type> = op.results().map(ValueRef::ty).collect();
    if wanted == found {
        return Ok(());
    }
    let list =
        |types: &[Type]| types.iter().map(|&ty| format!("'{}'", cx.show_type(ty))).collect::<Vec<_>>().join(", ");
    Err(op.error(format!(
        "inferred type(s) {} are incompatible with return type(s) of operation {}",
        list(&wanted),
        list(&found)
    )))
}
