//! Creation of tensors: empty ones, from elements, from computed elements, and splats.

use rmlir::core::interfaces::ReifyShapes;
use rmlir::core::mixed_index::MixedIndex;
use rmlir::core::speculate::all_at_least;
use rmlir::core::types::{DYNAMIC, TypeData};
use rmlir::core::value_bounds::ValueBounds;
use rmlir::prelude::*;

use crate::types::{TensorParts, element_of, verify_n_sizes};

/// A tensor of unspecified elements.
///
/// There is an operand for each dynamic size. The elements may differ at each use.
///
/// ```mlir
/// %t = tensor.empty(%n) : tensor<?x4xf32>
/// ```
#[op(name = "tensor.empty", eval, traits(NoMemoryEffect), interfaces(ReifyShapes, Speculatable, ValueBounds), verify = verify_sizes,
     canonicalize,
     format = "`(`$dynamicSizes`)` attr-dict `:` type($result)")]
pub struct EmptyOp {
    #[operand]
    dynamicSizes: Vec<Index>,
    #[result]
    result: AnyRankedTensor,
}

/// A tensor of these elements, in row-major order.
///
/// ```mlir
/// %t = tensor.from_elements %a, %b, %c, %d : tensor<2x2xf32>
/// ```
#[op(
    name = "tensor.from_elements",
    eval,
    traits(Pure),
    interfaces(AsmNames),
    fold,
    canonicalize,
    format = "$elements attr-dict `:` type($result)"
)]
pub struct FromElementsOp {
    #[operand(derive(from = "result", with = all_elements, summary = "operand types match result element type"))]
    elements: Vec<AnyType>,
    #[result]
    result: AnyStaticShapeTensor,
}

/// A tensor whose elements are computed by the region, from their indices.
///
/// There is an operand for each dynamic size.
///
/// ```mlir
/// %t = tensor.generate %n {
/// ^bb0(%i : index, %j : index):
///   %element = "make"(%i, %j) : (index, index) -> f32
///   tensor.yield %element : f32
/// } : tensor<?x3xf32>
/// ```
#[op(name = "tensor.generate", eval, traits(RecursiveMemoryEffects, SingleBlock), terminator = "tensor.yield",
     interfaces(AsmNames, ReifyShapes), verify = verify_sizes, verify_regions = verify_generate_body,
     canonicalize,
     format = "$dynamicExtents $body attr-dict `:` type($result)")]
pub struct GenerateOp {
    #[operand]
    dynamicExtents: Vec<Index>,
    #[result]
    result: AnyRankedTensor,
    #[region]
    body: SizedRegion1,
}

/// A tensor whose elements all have the same value.
///
/// ```mlir
/// %t = tensor.splat %x[%n] : tensor<?x20xf32>
/// ```
#[op(name = "tensor.splat", eval, traits(NoMemoryEffect), interfaces(AsmNames, ReifyShapes, Speculatable), verify = verify_splat, fold,
     format = "$input (`[` $dynamicSizes^ `]`)? attr-dict `:` type($aggregate)")]
pub struct SplatOp {
    #[operand(derive(from = "aggregate", with = element_of, summary = "operand type matches element type of result"))]
    input: AnyType,
    #[operand]
    dynamicSizes: Vec<Index>,
    #[result]
    aggregate: AnyRankedTensor,
}

/// Terminates the region of `tensor.generate` or `tensor.pad` and yields an element.
#[op(
    name = "tensor.yield", eval = rmlir::interp::eval::yields,
    traits(Pure, ReturnLike, Terminator),
    parents("tensor.generate", "tensor.pad"),
    format = "$value attr-dict `:` type($value)"
)]
pub struct YieldOp {
    #[operand]
    value: AnyType,
}

/// Rows of `Op;`: operations with dynamic sizes, which must not be negative.
macro_rules! sized {
    ($($op:ident;)*) => {$(
        impl Speculatable for $op {
            fn speculatability(&self, op: OpRef) -> Speculatability {
                let sizes = op.get($op::dynamicSizes);
                all_at_least(op.body, 0, sizes.into_iter().map(MixedIndex::Dynamic)).into()
            }
        }
    )*};
}

sized! {
    EmptyOp;
    SplatOp;
}

impl EmptyOp {
    /// The operand of a dynamic size.
    pub fn dynamic_size(self, body: &Body, dim: usize) -> Option<Value> {
        let shape = body.ty(self.result(body)).shape(body)?;
        let index = rmlir::core::mixed_index::n_dynamic(shape.get(..dim)?);
        (*shape.get(dim)? == DYNAMIC).then(|| self.dynamicSizes(body).get(index).copied())?
    }
}

/// The maximum number of elements; no textual format lists so many operands, so a type with more elements is an error.
const MOST_ELEMENTS: usize = 1 << 22;

/// The element type of `tensor`, repeated for each element.
fn all_elements(cx: &Context, tensor: Type) -> Option<Type> {
    let n = usize::try_from(tensor.n_elements(cx)?).ok().filter(|n| *n <= MOST_ELEMENTS)?;
    Some(cx.ty(TypeData::Tuple(vec![tensor.element(cx)?; n].into())))
}

fn verify_sizes(op: OpRef) -> Checked {
    verify_n_sizes(op, op.result(0).ty(), op.n_operands())
}

fn verify_splat(op: OpRef) -> Checked {
    verify_n_sizes(op, op.result(0).ty(), op.n_operands() - 1)
}

fn verify_generate_body(op: OpRef) -> Checked {
    let result = TensorParts::of_value(op.result(0));
    let entry = op.region(0).entry().expect("the region has a block");
    let args = entry.arg_types();
    if args.iter().any(|ty| !ty.is_index()) {
        return Err(op.plain_error("all body arguments must be index"));
    }
    if args.len() != result.rank() {
        return Err(op.plain_error("must have one body argument per input dimension"));
    }
    if yielded_type(entry) != Some(result.element) {
        return Err(op.error("body must be terminated with a `yield` operation of the tensor element type"));
    }
    Ok(())
}

/// The operand type of the `tensor.yield` at the end of a block.
pub(crate) fn yielded_type(block: BlockRef) -> Option<Type> {
    block.last_op()?.operands().next().map(ValueRef::ty)
}
