//! Peeling, unrolling, and loops with a single iteration.

use rmlir::core::opdef::{AttrConstraint, TypeConstraint};
use rmlir::prelude::*;
use rmlir_affine::ForOp as AffineForOp;
use rmlir_affine_passes::loop_unroll as unroll_affine;
use rmlir_scf::ForOp;
use rmlir_scf_passes::{for_loop_peeling, unroll, unroll_jam};
use rmlir_transform::effects::replaces_payload;
use rmlir_transform::{
    Applied, Failure, OperationType, PayloadOp, Results, TransformHandle, TransformOp, TransformState, handle_effects,
};

use super::payload::{for_each, of_kind};

handle_effects! {
    replaces_payload => LoopPeelOp, LoopPromoteIfOneIterationOp, LoopUnrollAndJamOp, LoopUnrollOp;
}

/// A handle to `scf.for`.
#[allow(non_upper_case_globals)] // Constraints are named like types.
static ForHandle: TypeConstraint = TypeConstraint::new("Transform IR handle to scf.for operations", |cx, ty| {
    OperationType::from_type(cx, ty).is_some_and(|ty| ty.operation_name(cx) == ForOp::NAME)
});

/// Peels the last iteration, if it is a partial one, or the first one.
///
/// ```mlir
/// %main, %rest = transform.loop.peel %loop : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)
/// ```
#[op(
    name = "transform.loop.peel",
    interfaces(AsmNames, MemoryEffects, TransformOp),
    format = "$target attr-dict `:` functional-type(operands, results)"
)]
pub struct LoopPeelOp {
    #[operand]
    target: ForHandle,
    #[prop(default = no)]
    peel_front: BoolAttr,
    #[prop(default = no)]
    fail_if_already_divisible: BoolAttr,
    #[result]
    peeled_loop: TransformHandle,
    #[result]
    remainder_loop: TransformHandle,
}

fn no(_cx: &Context) -> Attr {
    Attr::FALSE
}

impl AsmNames for LoopPeelOp<()> {
    fn result_names(&self, _op: OpRef, name: &mut dyn FnMut(usize, &str)) {
        name(0, "peeled_loop");
        name(1, "remainder_loop");
    }
}

impl TransformOp for LoopPeelOp<()> {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let is_front = op.get(LoopPeelOp::peel_front);
        for_each(op, state, results, |state, target| {
            let payload: ForOp = of_kind(op, state, target)?;
            let other = state.rewrite(&target.path, |rw| match (payload.unsignedCmp(rw), is_front) {
                (true, _) => None,
                (_, true) => for_loop_peeling::peel_first(payload, rw),
                (_, false) => for_loop_peeling::peel_last(payload, rw),
            });
            let which = if is_front { "first" } else { "last" };
            let failed = || Failure::silenceable(op, format!("failed to peel the {which} iteration"));
            let other = PayloadOp { path: target.path.clone(), op: other.ok_or_else(failed)?.id() };
            Ok(vec![target.clone(), other])
        })
    }
}

/// The unroll factor.
#[allow(non_upper_case_globals)] // Constraints are named like types.
static Factor: AttrConstraint = I64Attr
    .refined("64-bit signless integer attribute whose value is positive", |cx, attr| {
        (I64Attr.check)(cx, attr) && attr.as_i64(cx).is_some_and(|value| value > 0)
    });
/// The type of attributes that satisfy it.
type Factor = I64Attr;

/// Unrolls loops.
#[op(
    name = "transform.loop.unroll",
    interfaces(MemoryEffects, TransformOp),
    format = "$target attr-dict `:` type($target)"
)]
pub struct LoopUnrollOp {
    #[operand]
    target: TransformHandle,
    #[prop]
    factor: Factor,
}

impl TransformOp for LoopUnrollOp<()> {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let factor = op.get(LoopUnrollOp::factor).unsigned_abs();
        for_each(op, state, results, |state, target| {
            let view = state.op(target);
            let (plain, affine) = (view.cast::<ForOp>(), view.cast::<AffineForOp>());
            let unrolled = state.rewrite(&target.path, |rw| match (plain, affine) {
                (Some(payload), _) => Some(unroll::unroll_by(rw, payload, factor)),
                (_, Some(payload)) => Some(unroll_affine::unroll_by(rw, payload, factor, false)),
                _ => None,
            });
            match unrolled {
                Some(true) => Ok(Vec::new()),
                Some(false) => Err(Failure::silenceable(op, "failed to unroll")),
                None => Err(Failure::silenceable(op, "failed to unroll, incorrect type of payload")),
            }
        })
    }
}

/// Unrolls loops and fuses the copies of inner loops.
#[op(
    name = "transform.loop.unroll_and_jam",
    interfaces(MemoryEffects, TransformOp),
    format = "$target attr-dict `:` type($target)"
)]
pub struct LoopUnrollAndJamOp {
    #[operand]
    target: TransformHandle,
    #[prop]
    factor: Factor,
}

impl TransformOp for LoopUnrollAndJamOp<()> {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let factor = op.get(LoopUnrollAndJamOp::factor).unsigned_abs();
        for_each(op, state, results, |state, target| {
            let Some(payload) = state.op(target).cast::<ForOp>() else {
                return Err(Failure::silenceable(op, "failed to unroll and jam, incorrect type of payload"));
            };
            match state.rewrite(&target.path, |rw| unroll_jam::unroll_and_jam_by(rw, payload, factor)) {
                true => Ok(Vec::new()),
                false => Err(Failure::silenceable(op, "failed to unroll and jam")),
            }
        })
    }
}

/// Replaces each `scf.for` that runs at most once by its body; others are unchanged.
#[op(
    name = "transform.loop.promote_if_one_iteration",
    interfaces(MemoryEffects, TransformOp),
    format = "$target attr-dict `:` type($target)"
)]
pub struct LoopPromoteIfOneIterationOp {
    #[operand]
    target: TransformHandle,
}

impl TransformOp for LoopPromoteIfOneIterationOp<()> {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        for_each(op, state, results, |state, target| {
            let view = state.op(target);
            if view.interface::<dyn LoopLike>().is_none() {
                let failure = Failure::silenceable(op, "transform applied to the wrong op kind");
                return Err(failure.note(view, "when applied to this op"));
            }
            if let Some(payload) = view.cast::<ForOp>() {
                state.rewrite(&target.path, |rw| unroll::promote_if_single_iteration(rw, payload));
            }
            Ok(Vec::new())
        })
    }
}
