//! Slices: extraction and insertion of strided subsets of tensors.

use rmlir::core::interfaces::ReifyShapes;
use rmlir::core::mixed_index::{
    MixedIndex, OffsetSizeAndStride, OffsetSizeAndStrideOp, SliceLists, SliceMismatch, check_rank_reduced,
    parse_dynamic_index_list, print_dynamic_index_list, split, statics,
};
use rmlir::core::speculate::is_slice_in_bounds;
use rmlir::core::value_bounds::ValueBounds;
use rmlir::prelude::*;

use crate::types::{TensorParts, same};

/// Extracts a strided slice of a tensor, given by offsets, sizes and strides.
///
/// There is an offset, a size and a stride for each dimension of the source; the result may be
/// rank-reduced: without dimensions of size 1.
///
/// ```mlir
/// %part = tensor.extract_slice %t[%i, 0][4, 4][1, 2] : tensor<16x16xf32> to tensor<4x4xf32>
/// ```
#[op(name = "tensor.extract_slice", eval, traits(AttrSizedOperandSegments, NoMemoryEffect), custom_traits(OffsetSizeAndStride),
     interfaces(OffsetSizeAndStrideOp, AsmNames, ReifyShapes, Speculatable, ValueBounds), verify = verify_extract, fold,
     canonicalize,
     custom(DynamicIndexList = (parse_dynamic_index_list, print_dynamic_index_list)),
     format = "$source `` custom<DynamicIndexList>($offsets, $static_offsets) \
               custom<DynamicIndexList>($sizes, $static_sizes) custom<DynamicIndexList>($strides, $static_strides) \
               attr-dict `:` type($source) `to` type($result)")]
pub struct ExtractSliceOp {
    #[operand]
    source: AnyRankedTensor,
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
    result: AnyRankedTensor,
}

/// Inserts a tensor into a strided slice of another one.
///
/// The source may be rank-reduced: without dimensions of size 1 of the slice.
///
/// ```mlir
/// %u = tensor.insert_slice %part into %t[%i, 0][4, 4][1, 2] : tensor<4x4xf32> into tensor<16x16xf32>
/// ```
#[op(name = "tensor.insert_slice", eval, traits(AttrSizedOperandSegments, NoMemoryEffect), custom_traits(OffsetSizeAndStride),
     interfaces(OffsetSizeAndStrideOp, AsmNames, DestinationStyle, ReifyShapes, Speculatable), verify = verify_insert,
     fold,
     canonicalize,
     custom(DynamicIndexList = (parse_dynamic_index_list, print_dynamic_index_list)),
     format = "$source `into` $dest `` custom<DynamicIndexList>($offsets, $static_offsets) \
               custom<DynamicIndexList>($sizes, $static_sizes) custom<DynamicIndexList>($strides, $static_strides) \
               attr-dict `:` type($source) `into` type($dest)")]
pub struct InsertSliceOp {
    #[operand]
    source: AnyRankedTensor,
    #[operand]
    dest: AnyRankedTensor,
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
    #[result(derive(from = "dest", with = same, summary = "expected result type to match dest type"))]
    result: AnyRankedTensor,
}

/// Inserts a slice into a tensor that several threads share.
///
/// ```mlir
/// scf.forall.in_parallel {
///   tensor.parallel_insert_slice %part into %shared[%i][4][1] : tensor<4xf32> into tensor<16xf32>
/// }
/// ```
#[op(name = "tensor.parallel_insert_slice", eval, traits(AttrSizedOperandSegments), custom_traits(OffsetSizeAndStride),
     interfaces(OffsetSizeAndStrideOp, ParallelCombining), verify = verify_parallel_insert,
     canonicalize,
     custom(DynamicIndexList = (parse_dynamic_index_list, print_dynamic_index_list)),
     format = "$source `into` $dest `` custom<DynamicIndexList>($offsets, $static_offsets) \
               custom<DynamicIndexList>($sizes, $static_sizes) custom<DynamicIndexList>($strides, $static_strides) \
               attr-dict `:` type($source) `into` type($dest)")]
pub struct ParallelInsertSliceOp {
    #[operand]
    source: AnyRankedTensor,
    #[operand]
    dest: AnyRankedTensor,
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
}

/// The shape of the tensor that `op` slices: operand `operand`.
fn sliced_shape<'a>(op: OpRef<'a>, operand: usize) -> &'a [i64] {
    op.operand(operand).ty().shape(op.cx()).unwrap_or_default()
}

impl Speculatable for ExtractSliceOp<()> {
    fn speculatability(&self, op: OpRef) -> Speculatability {
        is_slice_in_bounds(op, sliced_shape(op, ExtractSliceOp::SOURCE_OPERAND)).into()
    }
}

impl Speculatable for InsertSliceOp<()> {
    /// The operation is speculatable if the types determine that the source has the sizes of the slice.
    fn speculatability(&self, op: OpRef) -> Speculatability {
        let has_known_sizes = SliceLists::of(op).sizes.iter().all(|size| size.is_static());
        (has_known_sizes && is_slice_in_bounds(op, sliced_shape(op, InsertSliceOp::DEST_OPERAND))).into()
    }
}

/// Rows of slice operations with the operand that is sliced: the source of an extraction,
/// the destination of an insertion.
macro_rules! sliced_operand {
    ($($op:ident $operand:ident;)*) => {$(
        impl OffsetSizeAndStrideOp for $op<()> {
            fn max_ranks(&self, op: OpRef) -> [usize; 3] {
                [op.operand($op::$operand).ty().shape(op.cx()).unwrap_or_default().len(); 3]
            }
        }
    )*};
}

sliced_operand! {
    ExtractSliceOp SOURCE_OPERAND;
    InsertSliceOp DEST_OPERAND;
    ParallelInsertSliceOp DEST_OPERAND;
}

impl DestinationStyle for InsertSliceOp<()> {
    fn inits(&self, op: OpRef) -> std::ops::Range<usize> {
        op.operand_range(InsertSliceOp::DEST_OPERAND)
    }
    /// The operation has its own pattern, which compares sizes.
    fn may_skip_casts(&self) -> bool {
        false
    }
}

impl ParallelCombining for ParallelInsertSliceOp<()> {
    fn updated_destinations(&self, op: OpRef) -> std::ops::Range<usize> {
        op.operand_range(ParallelInsertSliceOp::DEST_OPERAND)
    }
}

/// The static lists as attributes, and the dynamic values, of offsets, sizes and strides.
fn parts(cx: &Context, lists: &SliceLists) -> [(Attr, Vec<Value>); 3] {
    [&lists.offsets, &lists.sizes, &lists.strides].map(|list| {
        let (numbers, values) = split(list);
        (cx.i64_array(&numbers), values)
    })
}

impl ExtractSliceOp {
    /// The builder of the operation with a given result type.
    pub fn of(cx: &Context, ty: Type, source: Value, lists: &SliceLists) -> Build<Self> {
        let [(fixed_offsets, offsets), (fixed_sizes, sizes), (fixed_strides, strides)] = parts(cx, lists);
        Self::build(ty, source, &offsets, &sizes, &strides, fixed_offsets, fixed_sizes, fixed_strides)
    }
}

impl InsertSliceOp {
    /// The builder of the operation.
    pub fn of(cx: &Context, ty: Type, source: Value, dest: Value, lists: &SliceLists) -> Build<Self> {
        let [(fixed_offsets, offsets), (fixed_sizes, sizes), (fixed_strides, strides)] = parts(cx, lists);
        Self::build(source, dest, &offsets, &sizes, &strides, fixed_offsets, fixed_sizes, fixed_strides).results(&[ty])
    }
}

impl ParallelInsertSliceOp {
    /// The builder of the operation.
    pub fn of(cx: &Context, source: Value, dest: Value, lists: &SliceLists) -> Build<Self> {
        let [(fixed_offsets, offsets), (fixed_sizes, sizes), (fixed_strides, strides)] = parts(cx, lists);
        Self::build(source, dest, &offsets, &sizes, &strides, fixed_offsets, fixed_sizes, fixed_strides)
    }
}

/// The type of a slice of these sizes without rank reduction.
pub(crate) fn slice_type(cx: &Context, source: Type, sizes: &[MixedIndex]) -> Option<Type> {
    Some(TensorParts::of(cx, source)?.with_shape(cx, &statics(sizes)))
}

/// Whether each dimension of a slice with these sizes is dropped in `shape`: dimensions of size 1, from the last one
/// on, where `shape` has another size.
pub fn dropped_dims(shape: &[i64], sizes: &[MixedIndex]) -> Vec<bool> {
    let mut left = shape.iter().rev().peekable();
    let is_dropped = |&size: &MixedIndex| {
        let is_kept = left.peek().is_some_and(|&&next| size != MixedIndex::Static(1) || next == 1);
        if is_kept {
            left.next();
        }
        !is_kept
    };
    let mut dropped: Vec<bool> = sizes.iter().rev().map(is_dropped).collect();
    dropped.reverse();
    dropped
}

/// Verifies that `part`, which is inserted into or extracted from `whole`, has the shape of the slice.
fn verify_slice(op: OpRef, whole: Type, part: Type) -> Checked {
    let cx = op.cx();
    let lists = SliceLists::of(op);
    let expected = slice_type(cx, whole, &lists.sizes).expect("the type was checked");
    if let Err(mismatch) = check_rank_reduced(cx, expected, part) {
        return Err(op.plain_error(match mismatch {
            SliceMismatch::RankTooLarge => "expected rank to be smaller or equal to the other rank. ".to_owned(),
            SliceMismatch::ElementType => {
                let element = whole.element(cx).expect("a tensor has elements");
                format!("expected element type to be '{}'", cx.show_type(element))
            }
            _ => {
                let expected = cx.show_type(expected);
                format!("expected type to be '{expected}' or a rank-reduced version. (size mismatch) ")
            }
        }));
    }
    lists.check_in_bounds(whole.shape(cx).unwrap_or_default()).map_err(|message| op.plain_error(message))
}

fn verify_extract(op: OpRef) -> Checked {
    verify_slice(op, op.value(ExtractSliceOp::source).ty(), op.result(0).ty())
}

fn verify_insert(op: OpRef) -> Checked {
    verify_slice(op, op.value(InsertSliceOp::dest).ty(), op.value(InsertSliceOp::source).ty())
}

fn verify_parallel_insert(op: OpRef) -> Checked {
    let parent = op.parent().expect("an operation that is checked stands in another one");
    if parent.interface::<dyn InParallel>().is_none() {
        return Err(op.plain_error(format!("expected InParallelOpInterface parent, got:{}", op.cx().show_op(parent))));
    }
    verify_slice(op, op.value(ParallelInsertSliceOp::dest).ty(), op.value(ParallelInsertSliceOp::source).ty())
}
