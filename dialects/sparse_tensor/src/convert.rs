//! Creation and conversion of sparse tensors.

use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;

use crate::tensor::SparseTensor;
use crate::types::{AnySparseTensor, DimensionAttr, IndexingScalarLike, LevelTensor};

/// Creates a sparse tensor with the elements of a source, such as a file, that a pointer represents.
///
/// ```mlir
/// %t = sparse_tensor.new %file : !llvm.ptr to tensor<8x8xf64, #csr>
/// ```
#[op(name = "sparse_tensor.new", traits(Pure), format = "$source attr-dict `:` type($source) `to` type($result)")]
pub struct NewOp {
    #[operand]
    source: AnyType,
    #[result]
    result: AnySparseTensor,
}

/// Creates a sparse tensor of the buffers of its levels, in the order of storage, and of its values.
///
/// ```mlir
/// %t = sparse_tensor.assemble (%positions, %coordinates), %values
///   : (tensor<2xindex>, tensor<3x2xindex>), tensor<3xf64> to tensor<3x4xf64, #coo>
/// ```
#[op(name = "sparse_tensor.assemble", traits(Pure), verify = verify_assemble,
     format = "` ` `(` $levels `)` `,` $values attr-dict `:` `(` type($levels) `)` `,` type($values) `to` type($result)")]
pub struct AssembleOp {
    #[operand]
    levels: Vec<LevelTensor>,
    #[operand]
    values: AnyRankedTensor,
    #[result]
    result: AnySparseTensor,
}

/// Copies the buffers of a sparse tensor to given ones, and returns these, and the numbers of elements copied.
///
/// ```mlir
/// %p, %c, %v, %n_p, %n_c, %n_v = sparse_tensor.disassemble %t : tensor<3x4xf64, #coo>
///   out_lvls(%out_p, %out_c : tensor<2xindex>, tensor<3x2xindex>) out_vals(%out_v : tensor<3xf64>)
///   -> (tensor<2xindex>, tensor<3x2xindex>), tensor<3xf64>, (index, index), index
/// ```
#[op(name = "sparse_tensor.disassemble", traits(Pure, SameVariadicResultSize), interfaces(AsmNames), verify = verify_disassemble,
     format = "$tensor attr-dict `:` type($tensor) `out_lvls` `(` $out_levels `:` type($out_levels) `)` \
               `out_vals` `(` $out_values `:` type($out_values) `)` `->` `(` type($ret_levels) `)` `,` type($ret_values) \
               `,` `(` type($lvl_lens) `)` `,` type($val_len)")]
pub struct DisassembleOp {
    #[operand]
    tensor: AnySparseTensor,
    #[operand]
    out_levels: Vec<LevelTensor>,
    #[operand]
    out_values: AnyRankedTensor,
    #[result]
    ret_levels: Vec<LevelTensor>,
    #[result]
    ret_values: AnyRankedTensor,
    #[result]
    lvl_lens: Vec<IndexingScalarLike>,
    #[result]
    val_len: IndexingScalarLike,
}

impl AsmNames for DisassembleOp<()> {
    fn result_names(&self, op: OpRef, name: &mut dyn FnMut(usize, &str)) {
        let n_levels = op.n_results().saturating_sub(2) / 2;
        if n_levels > 0 {
            name(0, "ret_levels");
            name(n_levels + 1, "lvl_lens");
        }
        name(n_levels, "ret_values");
        name(2 * n_levels + 1, "val_len");
    }
}

fn verify_assemble(op: OpRef) -> Checked {
    let levels: Vec<Type> = op.values(AssembleOp::levels).into_iter().map(ValueRef::ty).collect();
    let tensor = SparseTensor::of_value(op.result(0));
    if !tensor.is_static() {
        return Err(op.plain_error("the sparse-tensor must have static shape"));
    }
    check_buffers(op, tensor, &levels, op.value(AssembleOp::values).ty())
}

fn verify_disassemble(op: OpRef) -> Checked {
    let of_field = |values: Vec<ValueRef>| values.into_iter().map(ValueRef::ty).collect::<Vec<Type>>();
    let values = op.value(DisassembleOp::ret_values).ty();
    if op.value(DisassembleOp::out_values).ty() != values {
        return Err(op.plain_error("output values and return value type mismatch"));
    }
    let levels = of_field(op.values(DisassembleOp::ret_levels));
    if of_field(op.values(DisassembleOp::out_levels)) != levels {
        return Err(op.plain_error("output levels and return levels type mismatch"));
    }
    check_buffers(op, SparseTensor::of_value(op.operand(0)), &levels, values)
}

/// Verifies that the buffers of types `levels` and `values` can be those of `tensor`.
fn check_buffers(op: OpRef, tensor: SparseTensor, levels: &[Type], values: Type) -> Checked {
    let cx = op.cx();
    let n_in_list = tensor.level_rank() - tensor.aos_coo_start();
    if n_in_list != 0 {
        let last = levels.last().and_then(|last| last.shape(cx)).unwrap_or_default();
        if last.len() != 2 || last[1] != n_in_list as i64 {
            return Err(op.plain_error("input/output trailing COO level-ranks don't match"));
        }
    }
    let fields = tensor.fields();
    if fields.len() != levels.len() {
        return Err(op.plain_error("inconsistent number of fields between input/output"));
    }
    let is_field = |(&field, &ty): (_, &Type)| ty.element(cx) == Some(tensor.field_type(field));
    if fields.iter().zip(levels).all(is_field) && values.element(cx) == Some(tensor.element) {
        return Ok(());
    }
    Err(op.plain_error("input/output element-types don't match"))
}

/// Converts a tensor to another encoding; sizes may become dynamic.
///
/// ```mlir
/// %1 = sparse_tensor.convert %0 : tensor<8x8xf32> to tensor<?x8xf32, #csr>
/// ```
#[op(
    name = "sparse_tensor.convert",
    traits(Pure),
    fold,
    verify = verify_convert,
    format = "$source attr-dict `:` type($source) `to` type($dest)"
)]
pub struct ConvertOp {
    #[operand]
    source: AnyRankedTensor,
    #[result]
    dest: AnyRankedTensor,
}

fn verify_convert(op: OpRef) -> Checked {
    let (source, dest) = (SparseTensor::of_value(op.operand(0)), SparseTensor::of_value(op.result(0)));
    if source.shape.len() != dest.shape.len() {
        return Err(op.plain_error("unexpected conversion mismatch in rank"));
    }
    if dest.encoding.is_some_and(|encoding| encoding.is_slice(op.cx())) {
        return Err(op.plain_error("cannot convert to a sparse tensor slice"));
    }
    let differs = |(from, to): (&i64, &i64)| from != to && *to != DYNAMIC;
    match source.shape.iter().zip(dest.shape).position(differs) {
        Some(dim) => Err(op.plain_error(format!("unexpected conversion mismatch in dimension {dim}"))),
        None => Ok(()),
    }
}

/// Replaces the map of a sparse tensor; its storage is unchanged.
///
/// ```mlir
/// %1 = sparse_tensor.reinterpret_map %0 : tensor<3x4xi32, #csc> to tensor<4x3xi32, #csr>
/// ```
#[op(
    name = "sparse_tensor.reinterpret_map",
    traits(NoMemoryEffect),
    fold,
    verify = verify_reinterpret,
    format = "$source attr-dict `:` type($source) `to` type($dest)"
)]
pub struct ReinterpretMapOp {
    #[operand]
    source: AnySparseTensor,
    #[result]
    dest: AnySparseTensor,
}

fn verify_reinterpret(op: OpRef) -> Checked {
    let (source, dest) = (SparseTensor::of_value(op.operand(0)), SparseTensor::of_value(op.result(0)));
    let what = match () {
        () if source.level_rank() != dest.level_rank() => "Level rank",
        () if source.levels() != dest.levels() => "Level type",
        () if source.pos_type() != dest.pos_type() || source.crd_type() != dest.crd_type() => "Crd/Pos width",
        () if source.element != dest.element => "Element type",
        () if source.level_shape() != dest.level_shape() => "Level size",
        () => return Ok(()),
    };
    Err(op.plain_error(format!("{what} mismatch between source/dest tensors")))
}

/// Concatenates tensors of static sizes along a dimension.
///
/// ```mlir
/// %2 = sparse_tensor.concatenate %0, %1 {dimension = 0 : index}
///   : tensor<2x4xf64, #csr>, tensor<3x4xf64, #csr> to tensor<5x4xf64, #csr>
/// ```
#[op(
    name = "sparse_tensor.concatenate",
    traits(Pure),
    verify = verify_concatenate,
    format = "$inputs attr-dict `:` type($inputs) `to` type($result)"
)]
pub struct ConcatenateOp {
    #[operand]
    inputs: Vec<AnyRankedTensor>,
    #[prop]
    dimension: DimensionAttr,
    #[result]
    result: AnyRankedTensor,
}

fn verify_concatenate(op: OpRef) -> Checked {
    let inputs: Vec<SparseTensor> = op.operands().map(SparseTensor::of_value).collect();
    let output = SparseTensor::of_value(op.result(0));
    let (along, rank) = (op.get(ConcatenateOp::dimension) as u64, output.shape.len());
    if inputs.len() <= 1 {
        return Err(op.plain_error("Need at least two tensors to concatenate."));
    }
    if along >= rank as u64 {
        let message = format!("Concat-dimension is out of bounds for dimension-rank ({along} >= {rank})");
        return Err(op.plain_error(message));
    }
    for (index, input) in inputs.iter().enumerate() {
        if !input.is_static() {
            return Err(op.plain_error(format!("Input tensor ${index} has dynamic shape")));
        }
        let found = input.shape.len();
        if found != rank {
            return Err(op.plain_error(format!(
                "Input tensor ${index} has a different rank (rank={found}) from the output tensor (rank={rank})."
            )));
        }
    }
    (0..rank).try_for_each(|dim| check_sizes(op, dim, dim as u64 == along, &inputs, output.shape[dim]))
}

/// Verifies the sizes of the inputs and the `output` of a concatenation in one dimension.
fn check_sizes(op: OpRef, dim: usize, is_concatenated: bool, inputs: &[SparseTensor], output: i64) -> Checked {
    let mut sizes = inputs.iter().map(|input| input.shape[dim]);
    if is_concatenated {
        if output == DYNAMIC || sizes.fold(0, i64::wrapping_add) == output {
            return Ok(());
        }
        return Err(op.plain_error(
            "The concatenation dimension of the output tensor should be the sum of all the concatenation dimensions of \
             the input tensors.",
        ));
    }
    let wanted = if output == DYNAMIC { inputs[0].shape[dim] } else { output };
    if sizes.all(|size| size == wanted) {
        return Ok(());
    }
    Err(op.plain_error("All dimensions (expect for the concatenating one) should be equal."))
}
