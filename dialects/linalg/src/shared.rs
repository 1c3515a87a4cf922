//! What structured operations declare and implement in the same way.

use rmlir::prelude::*;

/// Structured operations.
#[op_class(
    traits(RecursiveMemoryEffects, SingleBlock),
    terminator = "linalg.yield",
    interfaces(DestinationStyle, MemoryEffects, ReifyShapes, Speculatable, Structured),
    eval,
    verify_regions
)]
struct LoopNest {}

/// Rows of `Op FIELD;`: a structured operation whose last operand field, the inits, is `FIELD`.
macro_rules! structured {
    ($($op:ident $inits:ident;)*) => {$(
        impl DestinationStyle for $op<()> {
            fn inits(&self, op: OpRef) -> std::ops::Range<usize> {
                op.operand_range($op::$inits)
            }
        }
        impl rmlir::core::RegionVerifier for $op {
            fn verify_regions(op: OpRef) -> Checked {
                $crate::verify::structured(op)
            }
        }
        impl rmlir::interp::Evaluator for $op {
            fn eval<'a>(op: OpRef<'a>, emit: &mut rmlir::interp::Emit<'a, '_>) -> rmlir::interp::Emitted {
                $crate::eval::structured(op, emit)
            }
        }
        impl MemoryEffects for $op<()> {
            fn effects(&self, op: OpRef) -> Vec<rmlir::core::interfaces::Effect> {
                $crate::structured::effects(op, $crate::structured::Structured::may_read_inits(self))
            }
        }
        impl rmlir::core::interfaces::Speculatable for $op<()> {
            fn speculatability(&self, op: OpRef) -> rmlir::core::interfaces::Speculatability {
                $crate::structured::speculatability(op)
            }
        }
        impl rmlir::core::interfaces::ReifyShapes for $op<()> {
            fn result_sizes(&self, rw: &mut Rewriter, op: OpId, index: usize) -> Option<Vec<rmlir::core::mixed_index::MixedIndex>> {
                $crate::sizes::result_sizes(rw, op, index)
            }
            fn result_size(&self, rw: &mut Rewriter, op: OpId, index: usize, dim: usize) -> Option<rmlir::core::mixed_index::MixedIndex> {
                $crate::sizes::result_size(rw, op, index, dim)
            }
        }
    )*};
}
pub(crate) use structured;
