//! `tensor.concat`: concatenation of tensors.

use rmlir::core::interfaces::ReifyShapes;
use rmlir::core::memref_layout::saturated_add;
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;

use crate::types::{TensorParts, tensor_type};

/// Concatenates tensors along one dimension; in the others they have the same sizes.
///
/// ```mlir
/// %2 = tensor.concat dim(0) %0, %1 : (tensor<3x6xf32>, tensor<3x6xf32>) -> tensor<6x6xf32>
/// ```
#[op(name = "tensor.concat", eval, traits(NoMemoryEffect), interfaces(AsmNames, ReifyShapes, Speculatable), verify = verify, fold,
     canonicalize,
     format = "`dim` `(` $dim `)` $inputs attr-dict `:` functional-type(operands, results)")]
pub struct ConcatOp {
    /// The dimension along which they are concatenated.
    #[prop]
    dim: I64Attr,
    #[operand]
    inputs: Vec<AnyRankedTensor>,
    #[result]
    result: AnyRankedTensor,
}

impl Speculatable for ConcatOp<()> {
    /// The operation is speculatable if the sizes of the inputs are known to be consistent.
    fn speculatability(&self, op: OpRef) -> Speculatability {
        let dim = op.get(ConcatOp::dim) as usize;
        let is_fixed = |(at, &size): (usize, &i64)| at == dim || size != DYNAMIC;
        let mut shapes = op.operands().map(|input| input.ty().shape(op.cx()).unwrap_or_default());
        (op.n_operands() == 1 || shapes.all(|shape| shape.iter().enumerate().all(is_fixed))).into()
    }
}

/// The size that is equal to both `left` and `right`, static if one is; `None` if they differ.
fn meet(left: i64, right: i64) -> Option<i64> {
    match (left, right) {
        (DYNAMIC, size) | (size, DYNAMIC) => Some(size),
        _ => (left == right).then_some(left),
    }
}

/// The shape of the concatenation of tensors of these shapes, or the inconsistent dimension.
fn joined_shape(shapes: &[&[i64]], dim: usize) -> Result<Vec<i64>, usize> {
    let size = |at: usize| {
        let mut sizes = shapes.iter().map(|shape| shape[at]);
        if at == dim {
            return Ok(sizes.fold(0, saturated_add));
        }
        sizes.try_fold(DYNAMIC, meet).ok_or(at)
    };
    (0..shapes.first().map_or(0, |shape| shape.len())).map(size).collect()
}

impl ConcatOp {
    /// The result type that is inferred from the types of the inputs.
    pub fn inferred_type(self, body: &Body) -> Option<Type> {
        let inputs: Vec<Type> = body.operand_types(self.id()).collect();
        let shapes: Option<Vec<&[i64]>> = inputs.iter().map(|ty| ty.shape(body)).collect();
        let dim = usize::try_from(self.dim(body)).ok()?;
        Some(tensor_type(body, &joined_shape(&shapes?, dim).ok()?, inputs.first()?.element(body)?))
    }
}

fn verify(op: OpRef) -> Checked {
    let cx = op.cx();
    if op.n_operands() == 0 {
        return Err(op.error("requires at least one input"));
    }
    let inputs: Vec<TensorParts> = op.operands().map(TensorParts::of_value).collect();
    let result = TensorParts::of_value(op.result(0));
    if inputs.iter().any(|input| input.rank() != result.rank()) {
        return Err(op.error("rank of concatenated inputs must match result rank"));
    }
    if inputs.iter().any(|input| input.element != result.element) {
        return Err(op.error("inputs and result element type must match"));
    }
    let dim = op.get(ConcatOp::dim);
    if dim >= result.rank() as i64 {
        return Err(op.error("concatenation dim must be less than the tensor rank"));
    }
    // Upstream uses a negative dimension as an index and reads out of bounds.
    let dim = usize::try_from(dim).map_err(|_| op.error("concatenation dim must be less than the tensor rank"))?;
    let shapes: Vec<&[i64]> = inputs.iter().map(|input| input.shape).collect();
    let inferred = joined_shape(&shapes, dim)
        .map_err(|at| op.error(format!("static concatenation size mismatch along non-concatenated dimension {at}")))?;
    if inferred.iter().zip(result.shape).any(|(&left, &right)| meet(left, right).is_none()) {
        let (found, wanted) = (cx.show_type(op.result(0).ty()), tensor_type(cx, &inferred, inputs[0].element));
        let wanted = cx.show_type(wanted);
        return Err(op.error(format!("result type '{found}'does not match inferred shape '{wanted}' static sizes")));
    }
    Ok(())
}
