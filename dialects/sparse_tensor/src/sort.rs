//! Sorting of lists of elements.

use rmlir::core::fold::constant_value;
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;

use crate::kinds::SortKind;
use crate::tensor::SparseTensor;
use crate::types::{AnySparseTensor, IntegerMemRef1D, MemRef1D};

/// Sorts the first `n` entries of a buffer of interleaved coordinates lexicographically, and other buffers with them.
///
/// An entry consists of as many coordinates as `perm_map` has dimensions, which it orders for the comparison, and of `ny`
/// others.
///
/// ```mlir
/// sparse_tensor.sort quick_sort %n, %xy jointly %y {perm_map = affine_map<(i, j) -> (j, i)>}
///   : memref<?xindex> jointly memref<?xf32>
/// ```
#[op(name = "sparse_tensor.sort", verify = verify_sort,
     format = "$algorithm $n `,` $xy (`jointly` $ys^)? attr-dict `:` type($xy) (`jointly` type($ys)^)?")]
pub struct SortOp {
    #[operand]
    n: Index,
    #[operand]
    xy: IntegerMemRef1D,
    #[operand]
    ys: Vec<MemRef1D>,
    #[prop]
    perm_map: AffineMapAttr,
    #[prop]
    ny: Option<IndexAttr>,
    #[prop]
    algorithm: SortKind,
}

fn verify_sort(op: OpRef) -> Checked {
    let map = op.get(SortOp::perm_map);
    let n_keys = u64::from(map.n_dims());
    if n_keys < 1 {
        return Err(op.plain_error(format!("Expected rank(perm_map) > 1, got {n_keys}")));
    }
    if !map.is_permutation() {
        return Err(op.plain_error(format!("Expected a permutation map, got {map}")));
    }
    let n = constant_value(op.body, op.operand(0).id).and_then(|n| n.as_i64(op.cx()));
    let Some(n) = n else { return Ok(()) };
    let n_others = op.get(SortOp::ny).unwrap_or(0) as u64;
    let wanted = (n as u64).wrapping_mul(n_keys.wrapping_add(n_others)) as i64;
    check_size(op, op.operand(1).ty(), wanted, "Expected dimension(xy) >= n * (rank(perm_map) + ny)")?;
    let mut others = op.operands().skip(2);
    others.try_for_each(|other| check_size(op, other.ty(), n, "Expected dimension(y) >= n"))
}

/// Verifies that buffer `ty` has at least `least` elements, if its size is known.
fn check_size(op: OpRef, ty: Type, least: i64, message: &str) -> Checked {
    let size = ty.shape(op.cx()).and_then(|shape| shape.first()).copied().unwrap_or(DYNAMIC);
    if size == DYNAMIC || size >= least {
        return Ok(());
    }
    Err(op.plain_error(format!("{message} got {size} < {least}")))
}

/// Sorts the list of elements that is a tensor's storage as another encoding requires.
///
/// ```mlir
/// %1 = sparse_tensor.reorder_coo quick_sort %0 : tensor<?x?xf64, #unordered> to tensor<?x?xf64, #ordered>
/// ```
#[op(name = "sparse_tensor.reorder_coo", traits(Pure), fold, verify = verify_reorder,
     format = "$algorithm $input_coo attr-dict `:` type($input_coo) `to` type($result_coo)")]
pub struct ReorderCOOOp {
    #[operand]
    input_coo: AnySparseTensor,
    #[prop]
    algorithm: SortKind,
    #[result]
    result_coo: AnySparseTensor,
}

fn verify_reorder(op: OpRef) -> Checked {
    let (from, to) = (SparseTensor::of_value(op.operand(0)), SparseTensor::of_value(op.result(0)));
    if !from.is_unique_coo() || !to.is_unique_coo() {
        return Err(op.plain_error("Expected COO sparse tensors only"));
    }
    if !from.has_same_map(to) {
        return Err(op.plain_error("Unmatched dim2lvl map between input and result COO"));
    }
    let storage = |tensor: SparseTensor<'_>| (tensor.pos_type(), tensor.crd_type(), tensor.element);
    if storage(from) == storage(to) {
        return Ok(());
    }
    Err(op.plain_error("Unmatched storage format between input and result COO"))
}
