//! Loop-independent operations: sizes that depend on induction variables are replaced by bounds that do not, and the
//! result is replaced by a slice of the larger one.
//!
//! Such operations can be hoisted out of the loops. [`memref`](mod@memref) has allocations, [`tensor`](mod@tensor)
//! tensors and their padding; `bounds` computes the bounds.

mod bounds;
mod memref;
mod tensor;

use rmlir::core::opdef::OpDef;
use rmlir::prelude::*;
use rmlir_memref::AllocaOp;
use rmlir_scf::ForOp;
use rmlir_tensor::{EmptyOp, PadOp};
use rmlir_transform::effects::replaces_payload;
use rmlir_transform::{
    Applied, Failure, PayloadOp, Results, TransformHandle, TransformOp, TransformState, handle_effects,
};

/// The operations.
pub(crate) const OPS: &[&OpDef] = &[MemRefMakeLoopIndependentOp::DEF, TensorMakeLoopIndependentOp::DEF];

handle_effects! {
    replaces_payload => MemRefMakeLoopIndependentOp, TensorMakeLoopIndependentOp;
}

/// Allocates each `memref.alloca` with its maximum size in any iteration of the surrounding loops, and replaces it by a
/// subview.
///
/// ```mlir
/// %subview = transform.memref.make_loop_independent %alloca {num_loops = 1}
///     : (!transform.any_op) -> !transform.any_op
/// ```
#[op(
    name = "transform.memref.make_loop_independent",
    interfaces(MemoryEffects, TransformOp),
    format = "$target attr-dict `:` functional-type($target, $transformed)"
)]
pub struct MemRefMakeLoopIndependentOp {
    #[operand]
    target: TransformHandle,
    #[prop]
    num_loops: I64Attr,
    #[result]
    transformed: TransformHandle,
}

/// Creates each `tensor.empty` with its maximum size, and each `tensor.pad` with its maximum padding, in any iteration
/// of the surrounding loops, and replaces it by a slice.
///
/// ```mlir
/// %slice = transform.tensor.make_loop_independent %pad {num_loops = 1} : (!transform.any_op) -> !transform.any_op
/// ```
#[op(
    name = "transform.tensor.make_loop_independent",
    interfaces(MemoryEffects, TransformOp),
    format = "$target attr-dict `:` functional-type($target, $transformed)"
)]
pub struct TensorMakeLoopIndependentOp {
    #[operand]
    target: TransformHandle,
    #[prop]
    num_loops: I64Attr,
    #[result]
    transformed: TransformHandle,
}

/// Makes an operation independent of values, and returns its replacement.
type MakeIndependent = fn(&mut Rewriter, OpId, &[Value]) -> Option<OpId>;

impl TransformOp for MemRefMakeLoopIndependentOp<()> {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        apply_to_each(op, MemRefMakeLoopIndependentOp::NUM_LOOPS, state, results, |target| {
            target.is::<AllocaOp>().then_some(memref::make_alloca_independent as MakeIndependent)
        })
    }
}

impl TransformOp for TensorMakeLoopIndependentOp<()> {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        apply_to_each(op, TensorMakeLoopIndependentOp::NUM_LOOPS, state, results, |target| {
            if target.is::<EmptyOp>() {
                return Some(tensor::make_empty_independent as MakeIndependent);
            }
            target.is::<PadOp>().then_some(tensor::make_pad_independent as MakeIndependent)
        })
    }
}

fn apply_to_each(
    op: OpRef,
    num_loops: usize,
    state: &mut TransformState,
    results: &mut Results,
    rule_for: fn(OpRef) -> Option<MakeIndependent>,
) -> Applied {
    let n_loops = op.prop(num_loops).and_then(|number| number.as_i64(op.cx())).unwrap_or_default();
    let mut transformed = Vec::new();
    for target in state.ops(op.operand(0)) {
        let fail =
            |state: &TransformState, why: String| Failure::silenceable(op, why).note(state.op(&target), "target op");
        let variables = match induction_vars_around(state, &target, n_loops) {
            Ok(variables) => variables,
            Err(n_found) => return Err(fail(state, format!("could not find {n_found}-th enclosing loop"))),
        };
        let Some(rule) = rule_for(state.op(&target)) else {
            return Err(fail(state, "unsupported target op".to_owned()));
        };
        let loc = state.op(&target).loc();
        let made = state.rewrite(&target.path, |rw| {
            rw.before(target.op);
            rw.set_loc(loc);
            rule(rw, target.op, &variables)
        });
        let Some(made) = made else {
            return Err(fail(state, "could not make target op loop-independent".to_owned()));
        };
        transformed.push(PayloadOp { path: target.path.clone(), op: made });
    }
    results.set(0, transformed);
    Ok(())
}

/// The induction variables of the `n` loops around `target`; the number of loops if there are fewer.
fn induction_vars_around(state: &TransformState, target: &PayloadOp, n: i64) -> Result<Vec<Value>, usize> {
    let mut variables = Vec::new();
    let mut inner = target.clone();
    // As in upstream, the count is interpreted as unsigned.
    while (variables.len() as u64) < n as u64 {
        let around = state.nearest_around(&inner, |around| around.is::<ForOp>()).ok_or(variables.len())?;
        let body = state.body(&around.path);
        variables.push((around.path.clone(), ForOp::from_id(around.op).induction_var(body)));
        inner = around;
    }
    // Operations in an isolated body cannot use variables from outside.
    Ok(variables.into_iter().filter(|(path, _)| *path == target.path).map(|(_, variable)| variable).collect())
}
