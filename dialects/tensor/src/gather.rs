//! `tensor.gather` and `tensor.scatter`: slices at coordinates that are in a tensor.

use rmlir::prelude::*;

use crate::types::{IndicesTensor, TensorParts};

/// Gathers a slice for each coordinate in a tensor of coordinates.
///
/// The last dimension of `indices` has the coordinates, one for each dimension in `gather_dims`; in these dimensions
/// the slices have size 1, or they are dropped in the result.
///
/// ```mlir
/// %out = tensor.gather %source[%indices] gather_dims([1]) : (tensor<4x4xf32>, tensor<6x1xindex>) -> tensor<6x4x1xf32>
/// ```
#[op(name = "tensor.gather", eval, traits(NoMemoryEffect), interfaces(AsmNames), verify = verify_gather, fold,
     format = "$source `[` $indices `]` `gather_dims` `(` $gather_dims `)` (`unique` $unique^)? attr-dict `:` \
               functional-type(operands, results)")]
pub struct GatherOp {
    #[operand]
    source: AnyRankedTensor,
    #[operand]
    indices: IndicesTensor,
    #[prop]
    gather_dims: DenseI64ArrayAttr,
    /// Whether the coordinates are unique.
    #[prop]
    unique: UnitAttr,
    #[result]
    result: AnyRankedTensor,
}

/// Scatters slices to the coordinates in a tensor.
///
/// It is the inverse of `tensor.gather`; the coordinates must be unique.
///
/// ```mlir
/// %out = tensor.scatter %source into %dest[%indices] scatter_dims([1]) unique
///   : (tensor<6x4x1xf32>, tensor<4x8xf32>, tensor<6x1xindex>) -> tensor<4x8xf32>
/// ```
#[op(name = "tensor.scatter", eval, traits(NoMemoryEffect), interfaces(AsmNames), verify = verify_scatter,
     format = "$source `into` $dest `[` $indices `]` `scatter_dims` `(` $scatter_dims `)` (`unique` $unique^)? \
               attr-dict `:` functional-type(operands, results)")]
pub struct ScatterOp {
    #[operand]
    source: AnyRankedTensor,
    #[operand]
    dest: AnyRankedTensor,
    #[operand]
    indices: IndicesTensor,
    #[prop]
    scatter_dims: DenseI64ArrayAttr,
    /// Whether the coordinates are unique, which is required.
    #[prop]
    unique: UnitAttr,
    #[result]
    result: AnyRankedTensor,
}

/// The type of all slices of `source`; `reduced` without the dimensions of coordinates.
fn gathered_type(cx: &Context, source: TensorParts, indices: &[i64], dims: &[i64], reduced: bool) -> Type {
    let mut shape = indices.split_last().map_or(Vec::new(), |(_, leading)| leading.to_vec());
    for (dim, &size) in source.shape.iter().enumerate() {
        match (dims.contains(&(dim as i64)), reduced) {
            (false, _) => shape.push(size),
            (true, false) => shape.push(1),
            (true, true) => {}
        }
    }
    source.with_shape(cx, &shape)
}

/// Verifies the dimensions of coordinates; `verb` and `whole` are words of the message.
fn verify_dims(op: OpRef, dims: &[i64], indices: &[i64], rank: usize, verb: &str, whole: &str) -> Checked {
    let wrong = |what: &str| Err(op.error(format!("{verb}_dims{what}")));
    if dims.is_empty() {
        return wrong(" must be non-empty");
    }
    if dims.len() > rank {
        return wrong(&format!(" overflow {whole} rank"));
    }
    if indices.last() != Some(&(dims.len() as i64)) {
        return wrong(" length must match the size of last dimension of indices");
    }
    for &dim in dims {
        if dim < 0 {
            return wrong(" value must be non-negative");
        }
        if dim >= rank as i64 {
            return wrong(&format!(" value must be smaller than {whole} rank"));
        }
    }
    if dims.windows(2).any(|pair| pair[0] >= pair[1]) {
        return wrong(" values must be strictly increasing");
    }
    Ok(())
}

/// Verifies that the slices of `whole` have type `found`; `name` is that value's name.
fn verify_slices(op: OpRef, whole: TensorParts, indices: &[i64], dims: &[i64], found: Type, name: &str) -> Checked {
    let cx = op.cx();
    let [full, reduced] = [false, true].map(|reduced| gathered_type(cx, whole, indices, dims, reduced));
    if found == full || found == reduced {
        return Ok(());
    }
    let [full, reduced, found] = [full, reduced, found].map(|ty| cx.show_type(ty));
    Err(op.error(format!(
        "{name} type mismatch: expected '{full}' or its rank-reduced variant '{reduced}' (got: '{found}')"
    )))
}

fn verify_gather(op: OpRef) -> Checked {
    let (source, indices) =
        (TensorParts::of_value(op.value(GatherOp::source)), TensorParts::of_value(op.value(GatherOp::indices)));
    let dims = op.get(GatherOp::gather_dims);
    verify_dims(op, &dims, indices.shape, source.rank(), "gather", "source")?;
    verify_slices(op, source, indices.shape, &dims, op.result(0).ty(), "result")
}

fn verify_scatter(op: OpRef) -> Checked {
    let (dest, indices) =
        (TensorParts::of_value(op.value(ScatterOp::dest)), TensorParts::of_value(op.value(ScatterOp::indices)));
    let dims = op.get(ScatterOp::scatter_dims);
    verify_dims(op, &dims, indices.shape, dest.rank(), "scatter", "dest")?;
    if !op.get(ScatterOp::unique) {
        return Err(op.error("requires 'unique' attribute to be set"));
    }
    verify_slices(op, dest, indices.shape, &dims, op.value(ScatterOp::source).ty(), "source")
}
