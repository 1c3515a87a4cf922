//! Operations on the lifetime of tensors and buffers: allocation, cloning, and deallocation of a tensor.

use rmlir::core::asm::Delimiter;
use rmlir::core::interfaces::{Effect, EffectKind, MemoryEffects, ReifyShapes};
use rmlir::core::mixed_index::{MixedIndex, mixed, n_dynamic};
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;

use crate::bufferizable::BufferizableOp;

/// A tensor that bufferizes to a buffer of its own.
///
/// There is an operand for each dynamic size of the type. With `copy` the result has the elements and the sizes of
/// another tensor. Each such operation becomes one allocation.
///
/// ```mlir
/// %a = bufferization.alloc_tensor(%n) : tensor<?x4xf32>
/// %b = bufferization.alloc_tensor() copy(%a) {memory_space = 1 : i64} : tensor<?x4xf32>
/// ```
#[op(name = "bufferization.alloc_tensor", eval, traits(AttrSizedOperandSegments), interfaces(BufferizableOp, ReifyShapes), verify = verify_alloc_tensor,
     canonicalize,
     parse = parse_alloc_tensor, print = print_alloc_tensor)]
pub struct AllocTensorOp {
    #[operand]
    dynamic_sizes: Vec<Index>,
    /// The tensor whose elements are copied.
    #[operand]
    copy: Option<AnyTensor>,
    /// The number of stored elements, for sparse formats.
    #[operand]
    size_hint: Option<Index>,
    /// The memory space of the buffer.
    #[prop]
    memory_space: Option<AnyAttr>,
    #[result]
    result: AnyTensor,
}

impl AllocTensorOp {
    /// The operand of dynamic size `dim`, for an operation without `copy`.
    pub fn dynamic_size(self, body: &Body, dim: usize) -> Option<Value> {
        let shape = body.ty(self.result(body)).shape(body)?;
        let index = n_dynamic(shape.get(..dim)?);
        (*shape.get(dim)? == DYNAMIC).then(|| self.dynamic_sizes(body).get(index).copied())?
    }
}

impl ReifyShapes for AllocTensorOp {
    /// The sizes of the copied tensor, if there is one.
    fn result_sizes(&self, rw: &mut Rewriter, op: OpId, _index: usize) -> Option<Vec<MixedIndex>> {
        let alloc = AllocTensorOp::from_id(op);
        match alloc.copy(rw) {
            Some(copy) => Some(rmlir_tensor::mixed_sizes(rw, copy)),
            None => Some(mixed(rw.ty(alloc.result(rw)).shape(rw)?, &alloc.dynamic_sizes(rw))),
        }
    }
}

fn verify_alloc_tensor(op: OpRef) -> Checked {
    let ty = op.result(0).ty();
    let n_sizes = op.operand_range(AllocTensorOp::DYNAMIC_SIZES_OPERAND).len();
    let copy = op.values(AllocTensorOp::copy).into_iter().next();
    let Some(copy) = copy else {
        let wanted = n_dynamic(ty.shape(op.cx()).unwrap_or_default());
        if n_sizes == wanted {
            return Ok(());
        }
        return Err(op.error(format!("incorrect number of dynamic sizes, has {n_sizes}, expected {wanted}")));
    };
    if n_sizes != 0 {
        return Err(op.plain_error("dynamic sizes not needed when copying a tensor"));
    }
    if copy.ty() != ty {
        return Err(op.plain_error("expected that `copy` and return type match"));
    }
    Ok(())
}

fn parse_alloc_tensor(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let sizes = parser.operand_list(Delimiter::Paren)?;
    let copy = if parser.asm().try_token("copy") {
        parser.asm().token("(")?;
        let copy = parser.operand()?;
        parser.asm().token(")")?;
        Some(copy)
    } else {
        None
    };
    let size_hint = if parser.asm().try_token("size_hint") {
        parser.asm().token("=")?;
        Some(parser.operand()?)
    } else {
        None
    };
    parser.attr_dict(state)?;
    parser.asm().token(":")?;
    let ty = parser.asm().parse_type()?;
    state.result_types.push(ty);
    let segments = [sizes.len() as i32, copy.is_some().into(), size_hint.is_some().into()];
    parser.resolve_same(&sizes, Type::INDEX, state)?;
    parser.resolve_same(&Vec::from_iter(copy), ty, state)?;
    parser.resolve_same(&Vec::from_iter(size_hint), Type::INDEX, state)?;
    let segments = parser.asm().cx().i32_array(&segments);
    state.set_prop(AllocTensorOp::OPERAND_SEGMENT_SIZES, segments);
    Ok(())
}

fn print_alloc_tensor(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text("(");
    printer.operands(op.values(AllocTensorOp::dynamic_sizes));
    printer.text(")");
    if let [copy] = op.values(AllocTensorOp::copy)[..] {
        printer.text(" copy(");
        printer.operand(copy);
        printer.text(")");
    }
    if let [hint] = op.values(AllocTensorOp::size_hint)[..] {
        printer.text(" size_hint=");
        printer.operand(hint);
    }
    printer.attr_dict(op, &["operandSegmentSizes"]);
    printer.text(" : ");
    printer.ty(op.result(0).ty());
}

/// A buffer with the elements of another one.
///
/// It may be the same buffer: a write to either of them after the clone makes the elements of the other undefined.
///
/// ```mlir
/// %b = bufferization.clone %a : memref<?xf32> to memref<?xf32>
/// ```
#[op(
    name = "bufferization.clone",
    eval,
    interfaces(MemoryEffects),
    fold,
    canonicalize,
    format = "$input attr-dict `:` type($input) `to` type($output)"
)]
pub struct CloneOp {
    #[operand]
    input: AnyRankedOrUnrankedMemRef,
    #[result]
    output: AnyRankedOrUnrankedMemRef,
}

impl MemoryEffects for CloneOp {
    fn effects(&self, op: OpRef) -> Vec<Effect> {
        let (input, output) = (op.value(Self::input).id, op.result(0).id);
        vec![
            Effect::on(EffectKind::Read, input),
            Effect::on(EffectKind::Write, output),
            Effect::on(EffectKind::Allocate, output),
        ]
    }
}

/// Frees the buffer of a tensor. The tensor must not be used afterwards.
///
/// ```mlir
/// bufferization.dealloc_tensor %t : tensor<?xf32>
/// ```
#[op(name = "bufferization.dealloc_tensor", eval = rmlir::interp::eval::nothing, interfaces(BufferizableOp), format = "$tensor attr-dict `:` type($tensor)")]
pub struct DeallocTensorOp {
    #[operand]
    tensor: AnyTensor,
}
