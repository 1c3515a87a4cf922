//! `memref.subview`: a strided view of a buffer.

use std::collections::BTreeMap;

use rmlir::core::interfaces::ViewLike;
use rmlir::core::memref_layout::{
    MemRefParts, Strides, memory_space, saturated_add, saturated_mul, strided_layout, strides_and_offset,
};
use rmlir::core::mixed_index::{
    MixedIndex, OffsetSizeAndStride, OffsetSizeAndStrideOp, SliceLists, SliceMismatch, check_rank_reduced,
    parse_dynamic_index_list, print_dynamic_index_list, split, statics,
};
use rmlir::core::value_bounds::ValueBounds;
use rmlir::prelude::*;

/// A strided view of a buffer, given by offsets, sizes and strides.
///
/// There is an offset, a size and a stride for each dimension of the source; the result may be
/// rank-reduced: without dimensions of size 1.
///
/// ```mlir
/// %part = memref.subview %a[%i, 0][4, 4][1, 2] : memref<16x16xf32> to memref<4x4xf32, strided<[16, 2], offset: ?>>
/// ```
#[op(name = "memref.subview", eval, traits(AttrSizedOperandSegments, Pure), custom_traits(OffsetSizeAndStride),
     interfaces(OffsetSizeAndStrideOp, ViewLike, AsmNames, ValueBounds), fold, verify = verify,
     canonicalize,
     custom(DynamicIndexList = (parse_dynamic_index_list, print_dynamic_index_list)),
     format = "$source `` custom<DynamicIndexList>($offsets, $static_offsets) \
               custom<DynamicIndexList>($sizes, $static_sizes) custom<DynamicIndexList>($strides, $static_strides) \
               attr-dict `:` type($source) `to` type($result)")]
pub struct SubViewOp {
    #[operand]
    source: AnyMemRef,
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
    result: AnyMemRef,
}

impl OffsetSizeAndStrideOp for SubViewOp<()> {
    fn max_ranks(&self, op: OpRef) -> [usize; 3] {
        [op.value(SubViewOp::source).ty().shape(op.cx()).unwrap_or_default().len(); 3]
    }
}

impl SubViewOp {
    /// The builder of the operation with a given result type.
    pub fn of(cx: &Context, ty: Type, source: Value, lists: &SliceLists) -> Build<Self> {
        let [(static_offsets, offsets), (static_sizes, sizes), (static_strides, strides)] =
            [&lists.offsets, &lists.sizes, &lists.strides].map(|list| split(list));
        let [static_offsets, static_sizes, static_strides] =
            [static_offsets, static_sizes, static_strides].map(|numbers| cx.i64_array(&numbers));
        Self::build(ty, source, &offsets, &sizes, &strides, static_offsets, static_sizes, static_strides)
    }
}

/// The type of a subview of a strided memref without rank reduction.
pub fn inferred_subview_type(cx: &Context, source: Type, lists: &SliceLists) -> Option<Type> {
    let parts = MemRefParts::of(cx, source)?;
    let Strides { mut offset, mut strides } = strides_and_offset(cx, source)?;
    for (&at, &stride) in lists.offsets.iter().zip(&strides) {
        offset = saturated_add(offset, saturated_mul(at.static_or_dynamic(), stride));
    }
    for (stride, by) in strides.iter_mut().zip(&lists.strides) {
        *stride = saturated_mul(*stride, by.static_or_dynamic());
    }
    Some(parts.with(cx, &statics(&lists.sizes), Some(strided_layout(cx, offset, &strides))))
}

/// As [`inferred_subview_type`], without the dimensions marked in `dropped`.
pub fn inferred_reduced_type(cx: &Context, source: Type, lists: &SliceLists, dropped: &[bool]) -> Option<Type> {
    let full = inferred_subview_type(cx, source, lists)?;
    if !dropped.contains(&true) {
        return Some(full);
    }
    let parts = MemRefParts::of(cx, full)?;
    let Strides { offset, strides } = strides_and_offset(cx, full)?;
    let kept = |list: &[i64]| -> Vec<i64> {
        list.iter().zip(dropped).filter(|(_, dropped)| !**dropped).map(|(&number, _)| number).collect()
    };
    Some(parts.with(cx, &kept(parts.shape), Some(strided_layout(cx, offset, &kept(&strides)))))
}

/// Whether each dimension of the source is dropped in a subview's result; `None` if the types do not determine that.
pub fn dropped_dims(op: OpRef) -> Option<Vec<bool>> {
    reduction_mask(op.cx(), op.value(SubViewOp::source).ty(), op.result(0).ty(), &SliceLists::of(op).sizes)
}

/// Whether each dimension of `original`, a slice of these sizes, is dropped in `reduced`. If there are more dimensions
/// of size 1 than dropped ones, strides determine the dropped ones: each stride has to occur as often as in `reduced`.
pub(crate) fn reduction_mask(cx: &Context, original: Type, reduced: Type, sizes: &[MixedIndex]) -> Option<Vec<bool>> {
    let rank = original.shape(cx)?.len();
    let n_dropped = rank.checked_sub(reduced.shape(cx)?.len())?;
    if n_dropped == 0 {
        return Some(vec![false; rank]);
    }
    let n_true = |mask: &[bool]| mask.iter().filter(|dropped| **dropped).count();
    let mut mask: Vec<bool> = sizes.iter().map(|&size| size == MixedIndex::Static(1)).collect();
    if n_true(&mask) == n_dropped {
        return Some(mask);
    }
    let original = strides_and_offset(cx, original)?.strides;
    let mut left = occurrences(&original);
    let wanted = occurrences(&strides_and_offset(cx, reduced)?.strides);
    for (dropped, stride) in mask.iter_mut().zip(&original).filter(|(dropped, _)| **dropped) {
        let n_left = left.get_mut(stride).expect("strides were counted");
        let n_wanted = wanted.get(stride).copied().unwrap_or(0);
        match (*n_left).cmp(&n_wanted) {
            std::cmp::Ordering::Greater => *n_left -= 1,
            std::cmp::Ordering::Equal => *dropped = false,
            std::cmp::Ordering::Less => return None,
        }
    }
    (n_true(&mask) == n_dropped).then_some(mask)
}

fn occurrences(strides: &[i64]) -> BTreeMap<i64, usize> {
    let mut counts = BTreeMap::new();
    for &stride in strides {
        *counts.entry(stride).or_insert(0) += 1;
    }
    counts
}

fn verify(op: OpRef) -> Checked {
    let cx = op.cx();
    let (source, result) = (op.value(SubViewOp::source).ty(), op.result(0).ty());
    let (shown_source, shown_result) = (cx.show_type(source), cx.show_type(result));
    if memory_space(cx, source) != memory_space(cx, result) {
        return Err(op.plain_error(format!(
            "different memory spaces specified for base memref type '{shown_source}' and subview memref type \
             '{shown_result}'"
        )));
    }
    let lists = SliceLists::of(op);
    let Some(expected) = inferred_subview_type(cx, source, &lists) else {
        return Err(op.plain_error(format!("base type '{shown_source}' is not strided")));
    };
    check_result(cx, expected, result, &lists).map_err(|mismatch| {
        let expected_text = cx.show_type(expected);
        op.plain_error(match mismatch {
            SliceMismatch::RankTooLarge => {
                format!("expected result rank to be smaller or equal to the source rank, but got '{shown_result}'")
            }
            SliceMismatch::Size => format!(
                "expected result type to be '{expected_text}' or a rank-reduced version. (mismatch of result sizes), \
                 but got '{shown_result}'"
            ),
            SliceMismatch::ElementType => format!(
                "expected result element type to be '{}', but got '{shown_result}'",
                cx.show_type(expected.element_or_self(cx))
            ),
            SliceMismatch::MemorySpace => {
                format!("expected result and source memory spaces to match, but got '{shown_result}'")
            }
            SliceMismatch::Layout => format!(
                "expected result type to be '{expected_text}' or a rank-reduced version. (mismatch of result layout), \
                 but got '{shown_result}'"
            ),
        })
    })?;
    lists.check_in_bounds(source.shape(cx).unwrap_or_default()).map_err(|why| op.plain_error(why))
}

/// Verifies that `result` is `expected` with dimensions of size 1 dropped.
fn check_result(cx: &Context, expected: Type, result: Type, lists: &SliceLists) -> Result<(), SliceMismatch> {
    check_rank_reduced(cx, expected, result)?;
    if memory_space(cx, expected) != memory_space(cx, result) {
        return Err(SliceMismatch::MemorySpace);
    }
    let layout = |ty| strides_and_offset(cx, ty).ok_or(SliceMismatch::Layout);
    let (wanted, found) = (layout(expected)?, layout(result)?);
    if wanted.offset != found.offset {
        return Err(SliceMismatch::Layout);
    }
    let dropped = reduction_mask(cx, expected, result, &lists.sizes).ok_or(SliceMismatch::Layout)?;
    let kept = wanted.strides.iter().zip(&dropped).filter(|(_, dropped)| !**dropped).map(|(stride, _)| stride);
    if kept.eq(&found.strides) { Ok(()) } else { Err(SliceMismatch::Layout) }
}
