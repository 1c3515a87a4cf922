//! Uniformity: operations whose results differ between lanes, and operations that exchange values between lanes.

use rmlir::analysis::uniformity::source::default_argument_nature;
use rmlir::analysis::uniformity::{InferUniformity, Nature, Target};
use rmlir::core::function;
use rmlir::prelude::*;

use crate::attributions;
use crate::group::*;
use crate::ids::*;
use crate::module::FuncOp;

/// Rows of `operations: uniformity of their results`.
macro_rules! natures {
    ($($($op:ident),*: $nature:ident;)*) => {$($(
        impl InferUniformity for $op<()> {
            fn result_nature(&self, _op: OpRef, _result: usize, _target: Target) -> Nature {
                Nature::$nature
            }
        }
    )*)*};
}

natures! {
    ThreadIdOp, GlobalIdOp, LaneIdOp: Divergent;
    SubgroupIdOp, AllReduceOp, SubgroupBroadcastOp: Uniform;
}

/// Rows of operations whose first result is the value of another lane: uniform if the operand is. The second result,
/// whether that lane is valid, is divergent.
macro_rules! exchanges {
    ($($op:ident),*) => {$(
        impl InferUniformity for $op<()> {
            fn result_nature(&self, _op: OpRef, result: usize, _target: Target) -> Nature {
                if result == 0 { Nature::Computed } else { Nature::Divergent }
            }
        }
    )*};
}

exchanges!(ShuffleOp, RotateOp);

impl InferUniformity for SubgroupReduceOp<()> {
    /// Each cluster has a result of its own.
    fn result_nature(&self, op: OpRef, _result: usize, _target: Target) -> Nature {
        match op.get(SubgroupReduceOp::cluster_size) {
            None => Nature::Uniform,
            Some(_) => Nature::Divergent,
        }
    }
}

impl InferUniformity for FuncOp<()> {
    /// Workgroup buffers are uniform; private buffers are divergent.
    fn argument_nature(&self, op: OpRef, argument: usize, target: Target) -> Nature {
        let n_arguments = function::types_of(op, FuncOp::FUNCTION_TYPE).0.len();
        if argument < n_arguments {
            return default_argument_nature(op, target);
        }
        let is_shared = argument < n_arguments + attributions::n_workgroup(op);
        if is_shared { Nature::Computed } else { Nature::Divergent }
    }
}
