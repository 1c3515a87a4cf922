//! `bufferization.materialize_in_destination`: the destination of a tensor's elements.

use rmlir::core::interfaces::{Effect, EffectKind, MemoryEffects, ReifyShapes};
use rmlir::core::mixed_index::MixedIndex;
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;

use crate::bufferizable::BufferizableOp;
use crate::types::SourceAndDestMatch;

/// Materializes a tensor in the buffer of another tensor, or in a given buffer.
///
/// If the destination is a tensor, the result has its buffer and the elements of the source. If it is a buffer it must
/// be `writable`, and with `restrict` nothing else in the function accesses it through a tensor.
///
/// ```mlir
/// %0 = bufferization.materialize_in_destination %t in %dest : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
/// bufferization.materialize_in_destination %t in writable %m : (tensor<?xf32>, memref<?xf32>) -> ()
/// ```
#[op(name = "bufferization.materialize_in_destination", eval, custom_traits(SourceAndDestMatch),
     interfaces(MemoryEffects, DestinationStyle, BufferizableOp, ReifyShapes), verify = verify,
     format = "$source `in` (`restrict` $restrict^)? (`writable` $writable^)? $dest \
               attr-dict `:` functional-type(operands, results)")]
pub struct MaterializeInDestinationOp {
    #[operand]
    source: AnyTensor,
    #[operand]
    dest: AnyShaped,
    /// No other operation accesses the buffer through a tensor.
    #[prop]
    restrict: UnitAttr,
    /// The buffer may be written to.
    #[prop]
    writable: UnitAttr,
    #[result]
    result: Option<AnyTensor>,
}

impl ReifyShapes for MaterializeInDestinationOp<()> {
    fn result_sizes(&self, rw: &mut Rewriter, op: OpId, _index: usize) -> Option<Vec<MixedIndex>> {
        let dest = MaterializeInDestinationOp::from_id(op).dest(rw);
        Some(rmlir_tensor::mixed_sizes(rw, dest))
    }
}

impl DestinationStyle for MaterializeInDestinationOp<()> {
    fn inits(&self, _op: OpRef) -> std::ops::Range<usize> {
        1..2
    }
}

impl MemoryEffects for MaterializeInDestinationOp<()> {
    fn effects(&self, op: OpRef) -> Vec<Effect> {
        let dest = op.value(MaterializeInDestinationOp::dest);
        if dest.ty().is_memref(op.cx()) { vec![Effect::on(EffectKind::Write, dest.id)] } else { Vec::new() }
    }
}

fn verify(op: OpRef) -> Checked {
    let cx = op.cx();
    let (source, dest) =
        (op.value(MaterializeInDestinationOp::source).ty(), op.value(MaterializeInDestinationOp::dest).ty());
    let is_buffer = dest.is_memref(cx);
    if dest.is_tensor(cx) {
        match op.results().next() {
            None => return Err(op.error("tensor 'dest' implies exactly one tensor result")),
            Some(result) if result.ty() != dest => return Err(op.error("result and 'dest' types must match")),
            Some(_) => {}
        }
    } else if !is_buffer {
        return Err(op.error("'dest' must be a tensor or a memref"));
    }
    if is_buffer && op.n_results() != 0 {
        return Err(op.error("memref 'dest' implies zero results"));
    }
    if op.get(MaterializeInDestinationOp::restrict) && !is_buffer {
        return Err(op.error("'restrict' is valid only for memref destinations"));
    }
    if op.get(MaterializeInDestinationOp::writable) != is_buffer {
        return Err(op.error("'writable' must be specified if and only if the destination is of memref type"));
    }
    if let (Some(source), Some(dest)) = (source.shape(cx), dest.shape(cx))
        && source.len() != dest.len()
    {
        return Err(op.error("rank mismatch between source and destination shape"));
    }
    let same = match (source.shape(cx), dest.shape(cx)) {
        (None, None) => true,
        (Some(source), Some(dest)) => {
            let agree = |(&left, &right): (&i64, &i64)| left == right || left == DYNAMIC || right == DYNAMIC;
            source.iter().zip(dest).all(agree)
        }
        _ => false,
    };
    if same { Ok(()) } else { Err(op.error("source/destination shapes are incompatible")) }
}
