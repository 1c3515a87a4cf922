//! The buffers of sparse tensors, and other facts about their storage.

use rmlir::core::memref_layout::{memref_type, strided_layout};
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;

use crate::tensor::SparseTensor;
use crate::types::{AnySparseTensor, AnySparseTensorSlice, LevelAttr};

/// Extracts a buffer of a sparse tensor, which must not be written.
#[op_class(traits(Pure), format = "$tensor attr-dict `:` type($tensor) `to` type($result)")]
struct Buffer {}

/// The positions of a level of a sparse tensor.
///
/// ```mlir
/// %1 = sparse_tensor.positions %0 {level = 1 : index} : tensor<8x8xf64, #csr> to memref<?xindex>
/// ```
#[op(
    name = "sparse_tensor.positions",
    classes(Buffer),
    infer = infer_positions,
    verify = verify_positions,
    verify_regions = verify_inferred
)]
pub struct ToPositionsOp {
    #[operand]
    tensor: AnySparseTensor,
    #[prop]
    level: LevelAttr,
    #[result]
    result: AnyNon0RankedMemRef,
}

/// The coordinates of a level of a sparse tensor.
///
/// ```mlir
/// %1 = sparse_tensor.coordinates %0 {level = 1 : index} : tensor<8x8xf64, #csr> to memref<?xindex>
/// ```
#[op(
    name = "sparse_tensor.coordinates",
    classes(Buffer),
    infer = infer_coordinates,
    verify = verify_coordinates,
    verify_regions = verify_inferred
)]
pub struct ToCoordinatesOp {
    #[operand]
    tensor: AnySparseTensor,
    #[prop]
    level: LevelAttr,
    #[result]
    result: AnyNon0RankedMemRef,
}

/// The coordinates of the list of elements at the end of the levels of a sparse tensor, level by level for each element.
///
/// ```mlir
/// %1 = sparse_tensor.coordinates_buffer %0 : tensor<8x8xf64, #coo> to memref<?xindex>
/// ```
#[op(
    name = "sparse_tensor.coordinates_buffer",
    classes(Buffer),
    infer = infer_coordinates_buffer,
    verify = verify_coordinates_buffer,
    verify_regions = verify_inferred
)]
pub struct ToCoordinatesBufferOp {
    #[operand]
    tensor: AnySparseTensor,
    #[result]
    result: AnyNon0RankedMemRef,
}

/// The stored values of a sparse tensor.
///
/// ```mlir
/// %1 = sparse_tensor.values %0 : tensor<8x8xf64, #csr> to memref<?xf64>
/// ```
#[op(
    name = "sparse_tensor.values",
    classes(Buffer),
    infer = infer_values,
    verify = verify_values,
    verify_regions = verify_inferred
)]
pub struct ToValuesOp {
    #[operand]
    tensor: AnySparseTensor,
    #[result]
    result: AnyNon0RankedMemRef,
}

/// The number of stored elements.
///
/// ```mlir
/// %1 = sparse_tensor.number_of_entries %0 : tensor<8x8xf64, #csr>
/// ```
#[op(name = "sparse_tensor.number_of_entries", traits(Pure), format = "$tensor attr-dict `:` type($tensor)")]
pub struct NumberOfEntriesOp {
    #[operand]
    tensor: AnySparseTensor,
    #[result]
    result: Index,
}

/// A number of a slice in one dimension.
#[op_class(traits(Pure), verify = verify_dim, format = "$slice `at` $dim attr-dict `:` type($slice)")]
struct SliceNumber {
    #[operand]
    slice: AnySparseTensorSlice,
    #[prop]
    dim: IndexAttr,
}

/// The offset of a slice in one dimension.
///
/// ```mlir
/// %1 = sparse_tensor.slice.offset %0 at 1 : tensor<8x8xf64, #slice>
/// ```
#[op(name = "sparse_tensor.slice.offset", classes(SliceNumber))]
pub struct ToSliceOffsetOp {
    #[result]
    offset: Index,
}

/// The stride of a slice in one dimension.
///
/// ```mlir
/// %1 = sparse_tensor.slice.stride %0 at 1 : tensor<8x8xf64, #slice>
/// ```
#[op(name = "sparse_tensor.slice.stride", classes(SliceNumber))]
pub struct ToSliceStrideOp {
    #[result]
    stride: Index,
}

fn verify_dim(op: OpRef) -> Checked {
    let rank = SparseTensor::of_value(op.operand(0)).shape.len() as i64;
    if (0..rank).contains(&op.get(ToSliceOffsetOp::dim)) {
        return Ok(());
    }
    Err(op.plain_error("requested dimension out of bound"))
}

/// Verifies that the level exists, and that the buffer has elements of type `wanted`.
fn check_level(op: OpRef, wanted: Type, what: &str) -> Checked {
    let n_levels = SparseTensor::of_value(op.operand(0)).level_rank() as u64;
    if op.get(ToPositionsOp::level) as u64 >= n_levels {
        return Err(op.plain_error("requested level is out of bounds"));
    }
    if op.result(0).ty().element(op.cx()) != Some(wanted) {
        return Err(op.plain_error(format!("unexpected type for {what}")));
    }
    Ok(())
}

fn verify_positions(op: OpRef) -> Checked {
    check_level(op, SparseTensor::of_value(op.operand(0)).pos_type(), "positions")
}

fn verify_coordinates(op: OpRef) -> Checked {
    check_level(op, SparseTensor::of_value(op.operand(0)).crd_type(), "coordinates")
}

fn verify_coordinates_buffer(op: OpRef) -> Checked {
    let tensor = SparseTensor::of_value(op.operand(0));
    if tensor.aos_coo_start() < tensor.level_rank() {
        return Ok(());
    }
    Err(op.plain_error("expected sparse tensor with a COO region"))
}

fn verify_values(op: OpRef) -> Checked {
    let element = op.result(0).ty().element(op.cx());
    if element == Some(SparseTensor::of_value(op.operand(0)).element) {
        return Ok(());
    }
    Err(op.plain_error("unexpected mismatch in element types"))
}

/// The type of a buffer of `element`s: it has the batch levels as dimensions, and one more.
fn buffer_type(cx: &Context, tensor: SparseTensor, element: Type, is_strided: bool) -> Type {
    let mut shape = tensor.batch_shape();
    shape.push(DYNAMIC);
    let layout = is_strided.then(|| strided_layout(cx, DYNAMIC, &[DYNAMIC]));
    memref_type(cx, &shape, element, layout, None)
}

fn infer_positions(cx: &Context, _state: &OpState, operands: &[Type]) -> Result<Vec<Type>, String> {
    let tensor = SparseTensor::of(cx, operands[0]);
    Ok(vec![buffer_type(cx, tensor, tensor.pos_type(), false)])
}

fn infer_coordinates(cx: &Context, state: &OpState, operands: &[Type]) -> Result<Vec<Type>, String> {
    let level = state.props.get(ToCoordinatesOp::LEVEL).and_then(|level| level.as_i64(cx)).unwrap_or(0);
    Ok(vec![coordinates_type(cx, SparseTensor::of(cx, operands[0]), level)])
}

/// The type of the coordinates of a level. Those of a list of elements are interleaved.
fn coordinates_type(cx: &Context, tensor: SparseTensor, level: i64) -> Type {
    buffer_type(cx, tensor, tensor.crd_type(), tensor.aos_coo_start() as u64 <= level as u64)
}

fn infer_coordinates_buffer(cx: &Context, _state: &OpState, operands: &[Type]) -> Result<Vec<Type>, String> {
    let tensor = SparseTensor::of(cx, operands[0]);
    Ok(vec![buffer_type(cx, tensor, tensor.crd_type(), false)])
}

fn infer_values(cx: &Context, _state: &OpState, operands: &[Type]) -> Result<Vec<Type>, String> {
    let tensor = SparseTensor::of(cx, operands[0]);
    Ok(vec![buffer_type(cx, tensor, tensor.element, false)])
}

/// Verifies that the result has the type that is inferred.
fn verify_inferred(op: OpRef) -> Checked {
    let (cx, tensor) = (op.cx(), SparseTensor::of_value(op.operand(0)));
    let inferred = match () {
        () if op.is::<ToPositionsOp>() => buffer_type(cx, tensor, tensor.pos_type(), false),
        () if op.is::<ToCoordinatesOp>() => coordinates_type(cx, tensor, op.get(ToCoordinatesOp::level)),
        () if op.is::<ToCoordinatesBufferOp>() => buffer_type(cx, tensor, tensor.crd_type(), false),
        () => buffer_type(cx, tensor, tensor.element, false),
    };
    check_inferred(op, inferred)
}

/// Verifies that the result is of type `inferred`.
pub(crate) fn check_inferred(op: OpRef, inferred: Type) -> Checked {
    let found = op.result(0).ty();
    if found == inferred {
        return Ok(());
    }
    let (wanted, found) = (op.cx().show_type(inferred), op.cx().show_type(found));
    Err(op.error(format!("inferred type(s) '{wanted}' are incompatible with return type(s) of operation '{found}'")))
}
