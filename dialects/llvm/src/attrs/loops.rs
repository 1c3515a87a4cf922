//! Loop metadata: facts about a loop and requested transformations.

#![allow(non_upper_case_globals)] // As for the constraints of the core.

use rmlir::core::opdef::AttrConstraint;
use rmlir::prelude::*;

use super::memory::AccessGroupAttr;
use super::params::list_of;
use super::{May, Must, attrs};

static AccessGroups: AttrConstraint = list_of::<AccessGroupAttr>();

attrs! {
    /// Vectorization of a loop.
    LoopVectorizeAttr "llvm.loop_vectorize" {
        disable: May BoolAttr, predicateEnable: May BoolAttr, scalableEnable: May BoolAttr, width: May IntegerAttr,
        followupVectorized: May LoopAnnotationAttr, followupEpilogue: May LoopAnnotationAttr,
        followupAll: May LoopAnnotationAttr,
    }
    /// Interleaving of a loop's iterations.
    LoopInterleaveAttr "llvm.loop_interleave" { count: Must IntegerAttr }
    /// Unrolling of a loop.
    LoopUnrollAttr "llvm.loop_unroll" {
        disable: May BoolAttr, count: May IntegerAttr, runtimeDisable: May BoolAttr, full: May BoolAttr,
        followupUnrolled: May LoopAnnotationAttr, followupRemainder: May LoopAnnotationAttr,
        followupAll: May LoopAnnotationAttr,
    }
    /// Unrolling of a loop around another that is fused with its copies.
    LoopUnrollAndJamAttr "llvm.loop_unroll_and_jam" {
        disable: May BoolAttr, count: May IntegerAttr, followupOuter: May LoopAnnotationAttr,
        followupInner: May LoopAnnotationAttr, followupRemainderOuter: May LoopAnnotationAttr,
        followupRemainderInner: May LoopAnnotationAttr, followupAll: May LoopAnnotationAttr,
    }
    /// Motion of invariant code out of a loop.
    LoopLICMAttr "llvm.loop_licm" { disable: May BoolAttr, versioningDisable: May BoolAttr }
    /// Distribution of a loop.
    LoopDistributeAttr "llvm.loop_distribute" {
        disable: May BoolAttr, followupCoincident: May LoopAnnotationAttr, followupSequential: May LoopAnnotationAttr,
        followupFallback: May LoopAnnotationAttr, followupAll: May LoopAnnotationAttr,
    }
    /// Software pipelining of a loop.
    LoopPipelineAttr "llvm.loop_pipeline" { disable: May BoolAttr, initiationinterval: May IntegerAttr }
    /// Iterations that were peeled off a loop.
    LoopPeeledAttr "llvm.loop_peeled" { count: May IntegerAttr }
    /// Unswitching of a loop.
    LoopUnswitchAttr "llvm.loop_unswitch" { partialDisable: May BoolAttr }
    /// The metadata of a loop, on its back edge's branch.
    LoopAnnotationAttr "llvm.loop_annotation" {
        disableNonforced: May BoolAttr, vectorize: May LoopVectorizeAttr, interleave: May LoopInterleaveAttr,
        unroll: May LoopUnrollAttr, unrollAndJam: May LoopUnrollAndJamAttr, licm: May LoopLICMAttr,
        distribute: May LoopDistributeAttr, pipeline: May LoopPipelineAttr, peeled: May LoopPeeledAttr,
        unswitch: May LoopUnswitchAttr, mustProgress: May BoolAttr, isVectorized: May BoolAttr,
        startLoc: May LocationAttr, endLoc: May LocationAttr, parallelAccesses: May AccessGroups,
    }
}
