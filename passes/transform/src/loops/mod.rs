//! Transform operations on loops and conditionals: [`convert`] converts them to other operations, [`split`] peels and
//! unrolls loops, [`join`] merges several, [`outline`] outlines them to functions. `payload` applies such an operation
//! to each loop.

pub mod convert;
pub mod join;
pub mod outline;
mod payload;
pub mod split;

use rmlir::core::opdef::OpDef;
use rmlir::prelude::*;
use rmlir_transform::{PatternDescriptor, TransformState};

/// The operations.
pub(crate) const OPS: &[&OpDef] = &[
    convert::ForallToForOp::DEF,
    convert::ForallToParallelOp::DEF,
    convert::ParallelForToNestedForsOp::DEF,
    convert::TakeAssumedBranchOp::DEF,
    ApplyForLoopCanonicalizationPatternsOp::DEF,
    join::LoopCoalesceOp::DEF,
    join::LoopFuseSiblingOp::DEF,
    outline::LoopOutlineOp::DEF,
    split::LoopPeelOp::DEF,
    split::LoopPromoteIfOneIterationOp::DEF,
    split::LoopUnrollOp::DEF,
    split::LoopUnrollAndJamOp::DEF,
];

/// Simplifies minima, maxima and sizes in loops, by the bounds of the induction variables.
#[op(
    name = "transform.apply_patterns.scf.for_loop_canonicalization",
    interfaces(PatternDescriptor),
    format = "attr-dict"
)]
pub struct ApplyForLoopCanonicalizationPatternsOp {}

impl PatternDescriptor for ApplyForLoopCanonicalizationPatternsOp<()> {
    fn populate(&self, _op: OpRef, _state: &TransformState, patterns: &mut PatternSet) {
        patterns.extend(rmlir_scf_passes::for_loop_canonicalization::patterns());
    }
}
