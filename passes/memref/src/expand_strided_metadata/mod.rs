//! Expands views to arithmetic on offsets, sizes and strides.
//!
//! A view becomes a `memref.reinterpret_cast` of the base buffer of its source, and the results of
//! `memref.extract_strided_metadata` of a view are computed from those of its source. `resolve` computes them for each
//! kind of view, `arithmetic` creates `affine.apply` operations.

pub mod arithmetic;
mod resolve;

use rmlir::core::memref_layout::{contiguous_strides, has_identity_layout, memory_space, with_memory_space};
use rmlir::core::mixed_index::{MixedIndex, SliceLists, mixed};
use rmlir::core::types::DYNAMIC;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_arith::{constant_index, materialize_index, materialize_negative};
use rmlir_memref::{
    AllocOp, AllocaOp, AssumeAlignmentOp, CastOp, CollapseShapeOp, ExpandShapeOp, ExtractAlignedPointerAsIndexOp,
    ExtractStridedMetadataOp, GetGlobalOp, MemorySpaceCastOp, ReinterpretCastOp, SubViewOp,
};

use self::arithmetic::product;
use self::resolve::Metadata;

/// Expand memref operations into easier to analyze constructs.
///
/// Subviews and reshapes become casts of base buffers to computed offsets, sizes and strides.
///
/// ```mlir
/// %b = memref.subview %a[%i][4][2] : memref<?xf32> to memref<4xf32, strided<[2], offset: ?>>
/// // becomes
/// %base, %offset, %size, %stride = memref.extract_strided_metadata %a : memref<?xf32> -> memref<f32>, index, index, index
/// %b = memref.reinterpret_cast %base to offset: [%i], sizes: [4], strides: [2]
///   : memref<f32> to memref<4xf32, strided<[2], offset: ?>>
/// ```
#[pass(
    name = "expand-strided-metadata",
    title = "ExpandStridedMetadataPass",
    summary = "Expand memref operations into easier to analyze constructs",
    depends(rmlir_affine::Affine, rmlir_memref::MemRef)
)]
pub fn expand_strided_metadata(cx: &mut PassCx) -> PassResult {
    // Whether the rewriting converges does not matter, as upstream.
    let _ = cx.apply_greedily(patterns());
    Ok(())
}

/// The patterns of `expand-strided-metadata`.
pub fn patterns() -> PatternSet {
    patterns![
        expand_subview,
        expand_expand_shape,
        expand_collapse_shape,
        metadata_of_alloc,
        metadata_of_alloca,
        metadata_of_collapse_shape,
        metadata_of_expand_shape,
        metadata_of_global,
        pointer_of_view,
        metadata_of_reinterpret_cast,
        metadata_of_subview,
        metadata_of_memory_space_cast,
        metadata_of_assume_alignment,
        metadata_of_base
    ]
}

/// Replaces a view by a `reinterpret_cast` of its base buffer.
fn replace_view(rw: &mut Rewriter, op: OpId, metadata: Option<Metadata>) -> Match {
    let Some(Metadata { base, mut offset, mut sizes, mut strides }) = metadata else {
        return rw.no_match(op, "failed to resolve metadata");
    };
    let ty = rw.ty(rw.result(op, 0));
    let has_negative =
        materialize_negative(rw, std::slice::from_mut(&mut offset)) | materialize_negative(rw, &mut sizes);
    // The least integer represents an unknown stride.
    for stride in strides.iter_mut().filter(|stride| matches!(stride, MixedIndex::Static(DYNAMIC))) {
        *stride = MixedIndex::Dynamic(constant_index(rw, DYNAMIC));
    }
    if !has_negative {
        rw.replace_with(op, ReinterpretCastOp::of(rw.cx(), ty, base, offset, &sizes, &strides));
        return Match::Yes;
    }
    // The type may state an offset that the list cannot.
    let inferred = ReinterpretCastOp::inferred_type(rw.cx(), rw.ty(base), offset, &sizes, &strides);
    let view = ReinterpretCastOp::of(rw.cx(), inferred, base, offset, &sizes, &strides);
    match inferred == ty {
        true => rw.replace_with(op, view).id(),
        false => {
            let view = rw.value(view);
            rw.replace_with(op, CastOp::build(ty, view)).id()
        }
    };
    Match::Yes
}

#[pattern]
fn expand_subview(op: SubViewOp, rw: &mut Rewriter) -> Match {
    rw.before(op.id());
    let metadata = resolve::subview(rw, op);
    replace_view(rw, op.id(), metadata)
}

#[pattern]
fn expand_expand_shape(op: ExpandShapeOp, rw: &mut Rewriter) -> Match {
    rw.before(op.id());
    let metadata = resolve::expand_shape(rw, op);
    replace_view(rw, op.id(), metadata)
}

#[pattern]
fn expand_collapse_shape(op: CollapseShapeOp, rw: &mut Rewriter) -> Match {
    rw.before(op.id());
    let metadata = resolve::collapse_shape(rw, op);
    replace_view(rw, op.id(), metadata)
}

/// The operation of type `T` that defines the source of `op`.
fn source_op<T: Op>(body: &Body, op: ExtractStridedMetadataOp) -> Option<T> {
    OpRef::new(body, body.defining_op(op.source(body))?).cast::<T>()
}

/// Replaces the results of `op`; constants are created at the insertion point.
fn replace_metadata(rw: &mut Rewriter, op: ExtractStridedMetadataOp, metadata: Option<Metadata>) -> Match {
    let Some(Metadata { base, offset, sizes, strides }) = metadata else {
        return rw.no_match(op, "failed to resolve metadata in terms of the source");
    };
    let mut values = vec![base];
    for index in std::iter::once(offset).chain(sizes).chain(strides) {
        values.push(materialize_index(rw, index));
    }
    rw.replace(op, values)
}

/// Resolves the metadata of the view of kind `T` that is the source of `op`.
fn metadata_of_view<T: Op>(
    op: ExtractStridedMetadataOp,
    rw: &mut Rewriter,
    resolve: impl Fn(&mut Rewriter, T) -> Option<Metadata>,
) -> Match {
    let Some(view) = source_op::<T>(rw, op) else { return Match::No };
    rw.before(op.id());
    rw.set_loc(rw.loc(view.id()));
    let metadata = resolve(rw, view);
    replace_metadata(rw, op, metadata)
}

#[pattern]
fn metadata_of_subview(op: ExtractStridedMetadataOp, rw: &mut Rewriter) -> Match {
    metadata_of_view(op, rw, resolve::subview)
}

#[pattern]
fn metadata_of_expand_shape(op: ExtractStridedMetadataOp, rw: &mut Rewriter) -> Match {
    metadata_of_view(op, rw, resolve::expand_shape)
}

#[pattern]
fn metadata_of_collapse_shape(op: ExtractStridedMetadataOp, rw: &mut Rewriter) -> Match {
    metadata_of_view(op, rw, resolve::collapse_shape)
}

#[pattern]
fn metadata_of_alloc(op: ExtractStridedMetadataOp, rw: &mut Rewriter) -> Match {
    let Some(alloc) = source_op::<AllocOp>(rw, op) else { return Match::No };
    let sizes = alloc.dynamicSizes(rw);
    metadata_of_allocation(op, rw, &sizes)
}

#[pattern]
fn metadata_of_alloca(op: ExtractStridedMetadataOp, rw: &mut Rewriter) -> Match {
    let Some(alloca) = source_op::<AllocaOp>(rw, op) else { return Match::No };
    let sizes = alloca.dynamicSizes(rw);
    metadata_of_allocation(op, rw, &sizes)
}

/// The offset of a new buffer is 0, and it is contiguous.
fn metadata_of_allocation(op: ExtractStridedMetadataOp, rw: &mut Rewriter, sizes: &[Value]) -> Match {
    let source = op.source(rw);
    let ty = rw.ty(source);
    if !has_identity_layout(rw, ty) {
        return rw.no_match(op, "alloc-like operations should have been normalized");
    }
    rw.before(op.id());
    let sizes = mixed(ty.shape(rw).unwrap_or_default(), sizes);
    let mut strides = vec![MixedIndex::Static(1); sizes.len()];
    for dim in (0..sizes.len().saturating_sub(1)).rev() {
        strides[dim] = product(rw, &sizes[dim + 1..]);
    }
    let base = if rw.is_unused(op.base_buffer(rw)) { op.base_buffer(rw) } else { base_of(rw, op) };
    replace_metadata(rw, op, Some(Metadata { base, offset: MixedIndex::Static(0), sizes, strides }))
}

/// The source of `op` as a memref of one element at its start.
fn base_of(rw: &mut Rewriter, op: ExtractStridedMetadataOp) -> Value {
    let (source, ty) = (op.source(rw), rw.ty(op.base_buffer(rw)));
    if rw.ty(source) == ty {
        return source;
    }
    rw.value(ReinterpretCastOp::of(rw.cx(), ty, source, MixedIndex::Static(0), &[], &[]))
}

#[pattern]
fn metadata_of_global(op: ExtractStridedMetadataOp, rw: &mut Rewriter) -> Match {
    let ty = rw.ty(op.source(rw));
    if source_op::<GetGlobalOp>(rw, op).is_none() {
        return Match::No;
    }
    if !has_identity_layout(rw, ty) {
        return rw.no_match(op, "get-global operation result should have been normalized");
    }
    rw.before(op.id());
    let shape = ty.shape(rw).unwrap_or_default();
    let known = |numbers: &[i64]| numbers.iter().map(|&number| MixedIndex::Static(number)).collect();
    let (sizes, strides) = (known(shape), known(&contiguous_strides(shape)));
    let base = base_of(rw, op);
    replace_metadata(rw, op, Some(Metadata { base, offset: MixedIndex::Static(0), sizes, strides }))
}

/// The address of a buffer is the same for all views of it.
#[pattern]
fn pointer_of_view(op: ExtractAlignedPointerAsIndexOp, rw: &mut Rewriter) -> Match {
    let Some(view) = rw.defining_op(op.source(rw)).map(|view| OpRef::new(rw, view)) else { return Match::No };
    if !view.is::<SubViewOp>() && !view.is::<ReinterpretCastOp>() {
        return rw.no_match(op, "not a ViewLike source");
    }
    let source = view.operand(0).id;
    rw.set_operand(op, 0, source);
    Match::Yes
}

#[pattern]
fn metadata_of_reinterpret_cast(op: ExtractStridedMetadataOp, rw: &mut Rewriter) -> Match {
    let Some(cast) = source_op::<ReinterpretCastOp>(rw, op) else { return Match::No };
    let source = cast.source(rw);
    if rw.ty(source).shape(rw).is_none() {
        return rw.no_match(op, "reinterpret_cast source's type is incompatible");
    }
    rw.before(op.id());
    let SliceLists { offsets, sizes, strides } = SliceLists::of(OpRef::new(rw, cast.id()));
    let extract = rw.create(ExtractStridedMetadataOp::build(source));
    let base = extract.base_buffer(rw);
    replace_metadata(rw, op, Some(Metadata { base, offset: offsets[0], sizes, strides }))
}

#[pattern]
fn metadata_of_memory_space_cast(op: ExtractStridedMetadataOp, rw: &mut Rewriter) -> Match {
    let Some(cast) = source_op::<MemorySpaceCastOp>(rw, op) else { return Match::No };
    rw.before(op.id());
    let source = cast.source(rw);
    let extract = rw.create(ExtractStridedMetadataOp::build(source));
    let mut values = rw.results(extract.id()).to_vec();
    if rw.is_unused(op.base_buffer(rw)) {
        values[0] = op.base_buffer(rw);
    } else {
        let space = memory_space(rw, rw.ty(cast.dest(rw)));
        let ty = with_memory_space(rw, rw.ty(values[0]), space);
        values[0] = rw.value(MemorySpaceCastOp::build(ty, values[0]));
    }
    rw.replace(op, values)
}

#[pattern]
fn metadata_of_assume_alignment(op: ExtractStridedMetadataOp, rw: &mut Rewriter) -> Match {
    let Some(assume) = source_op::<AssumeAlignmentOp>(rw, op) else { return Match::No };
    let source = assume.memref(rw);
    rw.replace_with(op, ExtractStridedMetadataOp::build(source));
    Match::Yes
}

/// The base buffer of a base buffer that another operation extracted is itself, with offset 0.
#[pattern]
fn metadata_of_base(op: ExtractStridedMetadataOp, rw: &mut Rewriter) -> Match {
    let Some(before) = source_op::<ExtractStridedMetadataOp>(rw, op) else { return Match::No };
    rw.before(op.id());
    let base = before.base_buffer(rw);
    let offset = constant_index(rw, 0);
    rw.replace(op, [base, offset])
}
