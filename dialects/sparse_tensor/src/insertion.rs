//! Insertion of elements into sparse tensors, and their output.

use rmlir::core::fold::constant_value;
use rmlir::prelude::*;

use crate::tensor::SparseTensor;
use crate::types::{AnySparseTensor, AnyStridedMemRefOfRank1, BoolMemRef1D, IndexMemRef1D, MemRef1D};

/// Appends a value to a buffer with `curSize` elements, once or `n` times; the buffer is reallocated if it is full.
///
/// With `inbounds` it is known not to be full. The operand must not be used afterwards.
///
/// ```mlir
/// %buffer, %size = sparse_tensor.push_back %n, %old, %value : index, memref<?xf64>, f64
/// ```
#[op(name = "sparse_tensor.push_back", interfaces(AsmNames), verify = verify_push_back,
     format = "(`inbounds` $inbounds^)? $curSize `,` $inBuffer `,` $value (`,` $n^)? attr-dict `:` type($curSize) `,` \
               type($inBuffer) `,` type($value) (`,` type($n)^)?")]
pub struct PushBackOp {
    #[operand]
    curSize: Index,
    #[operand]
    inBuffer: MemRef1D,
    #[operand(derive(from = "inBuffer", with = element_of, summary = "value type matches element type of inBuffer"))]
    value: AnyType,
    #[operand]
    n: Option<Index>,
    #[prop]
    inbounds: UnitAttr,
    #[result(derive(from = "inBuffer", with = same_type, summary = "all of {inBuffer, outBuffer} have same type"))]
    outBuffer: MemRef1D,
    #[result]
    newSize: Index,
}

fn same_type(_cx: &Context, ty: Type) -> Option<Type> {
    Some(ty)
}

fn element_of(cx: &Context, ty: Type) -> Option<Type> {
    ty.element(cx)
}

fn verify_push_back(op: OpRef) -> Checked {
    let Some(n) = op.get(PushBackOp::n) else { return Ok(()) };
    let n = constant_value(op.body, n).and_then(|n| n.as_i64(op.cx()));
    if n.is_some_and(|n| n < 1) { Err(op.error("n must be not less than 1")) } else { Ok(()) }
}

/// Creates the buffers for the insertion of elements that differ in the last level's coordinate only.
///
/// The results are the values and whether there is an element, for each coordinate, and the list of coordinates with
/// elements with its length.
///
/// ```mlir
/// %values, %filled, %added, %count = sparse_tensor.expand %t
///   : tensor<4x4xf64, #csr> to memref<?xf64>, memref<?xi1>, memref<?xindex>
/// ```
#[op(
    name = "sparse_tensor.expand",
    interfaces(AsmNames),
    format = "$tensor attr-dict `:` type($tensor) `to` type($values) `,` type($filled) `,` type($added)"
)]
pub struct ExpandOp {
    #[operand]
    tensor: AnySparseTensor,
    #[result]
    values: AnyStridedMemRefOfRank1,
    #[result]
    filled: BoolMemRef1D,
    #[result]
    added: IndexMemRef1D,
    #[result]
    count: Index,
}

impl AsmNames for PushBackOp<()> {
    fn result_names(&self, _op: OpRef, name: &mut dyn FnMut(usize, &str)) {
        name(0, "outBuffer");
        name(1, "newSize");
    }
}

impl AsmNames for ExpandOp<()> {
    fn result_names(&self, _op: OpRef, name: &mut dyn FnMut(usize, &str)) {
        (0..).zip(["values", "filled", "added", "count"]).for_each(|(index, called)| name(index, called));
    }
}

/// Inserts the elements of buffers that `sparse_tensor.expand` created, at given coordinates of all levels but the last.
///
/// ```mlir
/// %1 = sparse_tensor.compress %values, %filled, %added, %count into %0[%i]
///   : memref<?xf64>, memref<?xi1>, memref<?xindex>, tensor<4x4xf64, #csr>
/// ```
#[op(name = "sparse_tensor.compress", types(T = AnySparseTensor), verify = verify_compress,
     format = "$values `,` $filled `,` $added `,` $count `into` $tensor `[` $lvlCoords `]` attr-dict `:` type($values) `,` \
               type($filled) `,` type($added) `,` type($tensor)")]
pub struct CompressOp {
    #[operand]
    values: AnyStridedMemRefOfRank1,
    #[operand]
    filled: BoolMemRef1D,
    #[operand]
    added: IndexMemRef1D,
    #[operand]
    count: Index,
    #[operand]
    tensor: T,
    #[operand]
    lvlCoords: Vec<Index>,
    #[result]
    result: T,
}

fn verify_compress(op: OpRef) -> Checked {
    let n_levels = SparseTensor::of_value(op.value(CompressOp::tensor)).level_rank();
    if n_levels == op.values(CompressOp::lvlCoords).len() + 1 {
        return Ok(());
    }
    Err(op.error("incorrect number of coordinates"))
}

/// The tensor that a storage represents after insertions into it, if `hasInserts`.
///
/// ```mlir
/// %1 = sparse_tensor.load %0 hasInserts : tensor<8xf64, #vector>
/// ```
#[op(
    name = "sparse_tensor.load",
    traits(SameOperandsAndResultType),
    format = "$tensor (`hasInserts` $hasInserts^)? attr-dict `:` type($tensor)"
)]
pub struct LoadOp {
    #[operand]
    tensor: AnySparseTensor,
    #[prop]
    hasInserts: UnitAttr,
    #[result]
    result: AnyTensor,
}

/// Writes a sparse tensor to a destination, such as a file, that a pointer represents.
///
/// ```mlir
/// sparse_tensor.out %t, %file : tensor<8x8xf64, #csr>, !llvm.ptr
/// ```
#[op(name = "sparse_tensor.out", format = "$tensor `,` $dest attr-dict `:` type($tensor) `,` type($dest)")]
pub struct OutOp {
    #[operand]
    tensor: AnySparseTensor,
    #[operand]
    dest: AnyType,
}

/// Prints the buffers of a sparse tensor, for tests.
///
/// ```mlir
/// sparse_tensor.print %t : tensor<8x8xf64, #csr>
/// ```
#[op(name = "sparse_tensor.print", format = "$tensor attr-dict `:` type($tensor)")]
pub struct PrintOp {
    #[operand]
    tensor: AnySparseTensor,
}

/// Whether the program calls a library for sparse tensors, for tests.
///
/// ```mlir
/// %0 = sparse_tensor.has_runtime_library
/// ```
#[op(name = "sparse_tensor.has_runtime_library", format = "attr-dict")]
pub struct HasRuntimeLibraryOp {
    #[result]
    result: I1,
}
