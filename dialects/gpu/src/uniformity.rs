//! What units have in common: which operations differ from lane to lane, and which bring lanes together.

use rmlir::analysis::uniformity::source::default_argument_nature;
use rmlir::analysis::uniformity::{InferUniformity, Nature, Target};
use rmlir::core::function;
use rmlir::prelude::*;

use crate::attributions;
use crate::group::*;
use crate::ids::*;
use crate::module::FuncOp;

/// Rows of `operations: nature of their results`.
macro_rules! natures {
    ($($($op:ident),*: $nature:ident;)*) => {$($(
        impl InferUniformity for $op {
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

/// Rows of operations whose first result is the value of another lane: the same if all have the same. Whether that lane
/// is there differs.
macro_rules! exchanges {
    ($($op:ident),*) => {$(
        impl InferUniformity for $op {
            fn result_nature(&self, _op: OpRef, result: usize, _target: Target) -> Nature {
                if result == 0 { Nature::Computed } else { Nature::Divergent }
            }
        }
    )*};
}

exchanges!(ShuffleOp, RotateOp);

impl InferUniformity for SubgroupReduceOp {
    /// Clusters have a sum each.
    fn result_nature(&self, op: OpRef, _result: usize, _target: Target) -> Nature {
        match op.prop(SubgroupReduceOp::CLUSTER_SIZE) {
            None => Nature::Uniform,
            Some(_) => Nature::Divergent,
        }
    }
}

impl InferUniformity for FuncOp {
    /// Memory of the workgroup is shared; private memory is each unit's own.
    fn argument_nature(&self, op: OpRef, argument: usize, target: Target) -> Nature {
        let n_arguments = function::types_of(op, FuncOp::FUNCTION_TYPE).0.len();
        if argument < n_arguments {
            return default_argument_nature(op, target);
        }
        let is_shared = argument < n_arguments + attributions::n_workgroup(op);
        if is_shared { Nature::Computed } else { Nature::Divergent }
    }
}
