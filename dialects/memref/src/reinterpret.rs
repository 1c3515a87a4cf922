//! `memref.reinterpret_cast`: a view of a buffer with explicit offset, sizes and strides.

use rmlir::core::interfaces::ViewLike;
use rmlir::core::memref_layout::{Strides, memory_space, memref_type, strided_layout, strides_and_offset};
use rmlir::core::mixed_index::{
    MixedIndex, OffsetSizeAndStride, OffsetSizeAndStrideOp, SliceLists, parse_dynamic_index_list,
    print_dynamic_index_list, split,
};
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;

use crate::constraints::AnyStridedMemRef;

/// A view of a memref's buffer with this offset, these sizes and these strides, independent of the memref's own.
///
/// ```mlir
/// %b = memref.reinterpret_cast %a to offset: [0], sizes: [%n, 10], strides: [10, 1]
///   : memref<?x?xf32> to memref<?x10xf32, strided<[10, 1]>>
/// ```
#[op(name = "memref.reinterpret_cast", eval, traits(AttrSizedOperandSegments, Pure),
     custom_traits(OffsetSizeAndStride), interfaces(OffsetSizeAndStrideOp, ViewLike, AsmNames),
     fold, verify = verify,
     canonicalize,
     custom(DynamicIndexList = (parse_dynamic_index_list, print_dynamic_index_list)),
     format = "$source `to` `offset` `` `:` custom<DynamicIndexList>($offsets, $static_offsets) `` `,` `sizes` `` `:` \
               custom<DynamicIndexList>($sizes, $static_sizes) `` `,` `strides` `` `:` \
               custom<DynamicIndexList>($strides, $static_strides) attr-dict `:` type($source) `to` type($result)")]
pub struct ReinterpretCastOp {
    #[operand]
    source: AnyRankedOrUnrankedMemRef,
    #[operand]
    offsets: Vec<Index>,
    #[operand]
    sizes: Vec<Index>,
    #[operand]
    strides: Vec<Index>,
    #[prop]
    static_offsets: DenseI64ArrayAttr,
    #[prop]
    static_sizes: DenseI64ArrayAttr,
    #[prop]
    static_strides: DenseI64ArrayAttr,
    #[result]
    result: AnyStridedMemRef,
}

impl OffsetSizeAndStrideOp for ReinterpretCastOp<()> {
    fn max_ranks(&self, op: OpRef) -> [usize; 3] {
        let rank = op.result(0).ty().shape(op.cx()).unwrap_or_default().len();
        [1, rank, rank]
    }
}

impl ReinterpretCastOp {
    /// The builder of the operation with a given result type.
    pub fn of(
        cx: &Context,
        ty: Type,
        source: Value,
        offset: MixedIndex,
        sizes: &[MixedIndex],
        strides: &[MixedIndex],
    ) -> Build<Self> {
        let ((static_offset, offset), (static_sizes, sizes), (static_strides, strides)) =
            (split(&[offset]), split(sizes), split(strides));
        let [static_offset, static_sizes, static_strides] =
            [static_offset, static_sizes, static_strides].map(|numbers| cx.i64_array(&numbers));
        Self::build(ty, source, &offset, &sizes, &strides, static_offset, static_sizes, static_strides)
    }

    /// The result type that follows from the lists.
    pub fn inferred_type(
        cx: &Context,
        source: Type,
        offset: MixedIndex,
        sizes: &[MixedIndex],
        strides: &[MixedIndex],
    ) -> Type {
        let layout = strided_layout(cx, offset.static_or_dynamic(), &split(strides).0);
        let element = source.element_or_self(cx);
        memref_type(cx, &split(sizes).0, element, Some(layout), memory_space(cx, source))
    }
}

fn verify(op: OpRef) -> Checked {
    let cx = op.cx();
    let (source, result) = (op.value(ReinterpretCastOp::source).ty(), op.result(0).ty());
    let different = |what: &str| {
        let (source, result) = (cx.show_type(source), cx.show_type(result));
        let types = format!("source type '{source}' and result memref type '{result}'");
        Err(op.plain_error(format!("different {what} specified for {types}")))
    };
    if memory_space(cx, source) != memory_space(cx, result) {
        return different("memory spaces");
    }
    if source.element(cx) != result.element(cx) {
        return different("element types");
    }
    let lists = SliceLists::of(op);
    let expected = |what: &str, expected: i64, found: i64, dim: Option<usize>| {
        let expected = if expected == DYNAMIC { "dynamic".to_owned() } else { expected.to_string() };
        let dim = dim.map_or(String::new(), |dim| format!(" in dim = {dim}"));
        Err(op.plain_error(format!("expected result type with {what} = {expected} instead of {found}{dim}")))
    };
    let is_wrong = |found: i64, wanted: MixedIndex| found != DYNAMIC && found != wanted.static_or_dynamic();
    for (dim, (&found, &wanted)) in result.shape(cx).unwrap_or_default().iter().zip(&lists.sizes).enumerate() {
        if is_wrong(found, wanted) {
            return expected("size", wanted.static_or_dynamic(), found, Some(dim));
        }
    }
    let Some(Strides { offset, strides }) = strides_and_offset(cx, result) else {
        let result = cx.show_type(result);
        return Err(op.plain_error(format!("expected result type to have strided layout but found '{result}'")));
    };
    if is_wrong(offset, lists.offsets[0]) {
        return expected("offset", lists.offsets[0].static_or_dynamic(), offset, None);
    }
    for (dim, (&found, &wanted)) in strides.iter().zip(&lists.strides).enumerate() {
        if is_wrong(found, wanted) {
            return expected("stride", wanted.static_or_dynamic(), found, Some(dim));
        }
    }
    Ok(())
}
