//! Access to single elements.

use rmlir::core::speculate::are_in_bounds;
use rmlir::prelude::*;

use crate::types::{TensorParts, element_of, same};

/// Extracts an element.
///
/// ```mlir
/// %x = tensor.extract %t[%i, %j] : tensor<4x?xf32>
/// ```
#[op(name = "tensor.extract", eval, traits(NoMemoryEffect), interfaces(AsmNames, Speculatable), verify = verify_extract, fold,
     canonicalize,
     format = "$tensor `[` $indices `]` attr-dict `:` type($tensor)")]
pub struct ExtractOp {
    #[operand]
    tensor: AnyRankedTensor,
    #[operand]
    indices: Vec<Index>,
    #[result(derive(from = "tensor", with = element_of, summary = "result type matches element type of tensor"))]
    result: AnyType,
}

/// Inserts an element into a tensor.
///
/// ```mlir
/// %u = tensor.insert %x into %t[%i, %j] : tensor<4x?xf32>
/// ```
#[op(name = "tensor.insert", eval, traits(NoMemoryEffect), interfaces(AsmNames, DestinationStyle, Speculatable), verify = verify_insert,
     fold, format = "$scalar `into` $dest `[` $indices `]` attr-dict `:` type($dest)")]
pub struct InsertOp {
    #[operand(derive(from = "dest", with = element_of, summary = "scalar type matches element type of dest"))]
    scalar: AnyType,
    #[operand]
    dest: AnyRankedTensor,
    #[operand]
    indices: Vec<Index>,
    #[result(derive(from = "dest", with = same, summary = "result type matches type of dest"))]
    result: AnyRankedTensor,
}

impl DestinationStyle for InsertOp {
    fn inits(&self, op: OpRef) -> std::ops::Range<usize> {
        op.operand_range(InsertOp::DEST_OPERAND)
    }
}

/// Rows of `Op: tensor operand;`: accesses to an element at given indices.
macro_rules! accesses {
    ($($op:ident: $tensor:ident;)*) => {$(
        impl Speculatable for $op {
            fn speculatability(&self, op: OpRef) -> Speculatability {
                let shape = op.operand($op::$tensor).ty().shape(op.cx()).unwrap_or_default();
                are_in_bounds(op.body, shape, &op.get($op::indices)).into()
            }
        }
    )*};
}

accesses! {
    ExtractOp: TENSOR_OPERAND;
    InsertOp: DEST_OPERAND;
}

fn verify_extract(op: OpRef) -> Checked {
    if TensorParts::of_value(op.value(ExtractOp::tensor)).rank() == op.n_operands() - 1 {
        return Ok(());
    }
    Err(op.error("incorrect number of indices for extract_element"))
}

fn verify_insert(op: OpRef) -> Checked {
    if TensorParts::of_value(op.value(InsertOp::dest)).rank() == op.n_operands() - 2 {
        return Ok(());
    }
    Err(op.error("incorrect number of indices"))
}
