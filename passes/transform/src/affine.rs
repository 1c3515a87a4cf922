//! Transform operations on affine arithmetic.

use rmlir::prelude::*;
use rmlir::rewrite::{FrozenPatterns, GreedyConfig, Strictness, apply_ops_greedily};
use rmlir_affine::{MaxOp, MinOp};
use rmlir_affine_passes::simplify_min_max::{canonicalization, drop_dominated_results};
use rmlir_scf_passes::min_max::{Facts, simplify_min_max};
use rmlir_transform::effects::{OnPayload, effects};
use rmlir_transform::{
    Applied, Failure, PayloadOp, Results, TransformHandle, TransformOp, TransformState, handle_effects,
};

handle_effects! {
    simplify_effects => SimplifyBoundedAffineOpsOp, SimplifyMinMaxAffineOpsOp;
}

fn simplify_effects(op: OpRef) -> Vec<Effect> {
    effects(op, |index| index == 0, OnPayload::Modifies)
}

/// Simplifies `affine.min` and `affine.max` by given bounds of values: each is at least its lower bound and less than
/// its upper one.
///
/// ```mlir
/// transform.affine.simplify_bounded_affine_ops %min with [%id : !transform.any_op] within [0] and [32] : !transform.any_op
/// ```
#[op(
    name = "transform.affine.simplify_bounded_affine_ops",
    interfaces(MemoryEffects, TransformOp),
    verify = verify_simplify,
    format = "$target `with` `[` ($bounded_values^ `:` type($bounded_values))? `]` `within` $lower_bounds `and` \
              $upper_bounds attr-dict `:` type($target)"
)]
pub struct SimplifyBoundedAffineOpsOp {
    #[operand]
    target: TransformHandle,
    #[operand]
    bounded_values: Vec<TransformHandle>,
    #[prop]
    lower_bounds: DenseI64ArrayAttr,
    #[prop]
    upper_bounds: DenseI64ArrayAttr,
}

fn verify_simplify(op: OpRef) -> Checked {
    let n_values = op.n_operands() - 1;
    let lower = op.get(SimplifyBoundedAffineOpsOp::lower_bounds);
    let upper = op.get(SimplifyBoundedAffineOpsOp::upper_bounds);
    for (side, bounds) in [("lower", lower), ("upper", upper)] {
        let n_bounds = bounds.len();
        if n_bounds != n_values {
            let message = format!("incorrect number of {side} bounds, expected {n_values} but found {n_bounds}");
            return Err(op.error(message));
        }
    }
    Ok(())
}

impl TransformOp for SimplifyBoundedAffineOpsOp {
    fn apply(&self, op: OpRef, state: &mut TransformState, _results: &mut Results) -> Applied {
        let targets = state.ops(op.value(Self::target));
        let bounded = bounded_ops(op, state)?;
        for target in &targets {
            check_target(op, state.op(target))?;
            let view = state.op(target);
            if bounded.iter().any(|(other, ..)| other == target) {
                let failure = Failure::definite(op, "target op result must not be constrainted");
                return Err(failure.note(view, "target/constrained op"));
            }
        }
        // Values belong to one body, as do their uses.
        for (path, here) in by_body(&targets) {
            let known = bounded.iter().filter(|(value, ..)| value.path == path).cloned().collect::<Vec<_>>();
            let config = GreedyConfig { strictness: Strictness::ExistingAndNewOps, ..GreedyConfig::default() };
            let converged = state.drive(&path, |body, listener| {
                let patterns = FrozenPatterns::new(body.cx(), patterns(facts(body, &known)));
                apply_ops_greedily(body, &here, &patterns, &config, Some(listener)).is_ok()
            });
            if !converged {
                return Err(Failure::definite(op, "affine.min/max simplification did not converge"));
            }
        }
        Ok(())
    }
}

fn check_target(op: OpRef, target: OpRef) -> Applied {
    if target.is::<MinOp>() || target.is::<MaxOp>() {
        return Ok(());
    }
    let failure = Failure::definite(op, "target must be affine.min or affine.max");
    Err(failure.note(target, "target op"))
}

/// The targets of each body.
fn by_body(targets: &[PayloadOp]) -> Vec<(Vec<OpId>, Vec<OpId>)> {
    let mut found: Vec<(Vec<OpId>, Vec<OpId>)> = Vec::new();
    for target in targets {
        match found.iter_mut().find(|(path, _)| *path == target.path) {
            Some((_, ops)) => ops.push(target.op),
            None => found.push((target.path.clone(), vec![target.op])),
        }
    }
    found
}

/// The operations whose results are bounded, with the bounds.
fn bounded_ops(op: OpRef, state: &TransformState) -> Result<Vec<(PayloadOp, i64, i64)>, Failure> {
    let lower = op.get(SimplifyBoundedAffineOpsOp::lower_bounds);
    let upper = op.get(SimplifyBoundedAffineOpsOp::upper_bounds);
    let mut found = Vec::new();
    for ((handle, lower), upper) in op.operands().skip(1).zip(lower).zip(upper) {
        for payload in state.ops(handle) {
            let view = state.op(&payload);
            if view.n_results() != 1 || !view.result(0).ty().is_index() {
                let message = "expected bounded value handle to point to one or multiple single-result index-typed ops";
                return Err(Failure::definite(op, message).note(view, "multiple/non-index result"));
            }
            found.push((payload, lower, upper));
        }
    }
    Ok(found)
}

fn facts(body: &Body, bounded: &[(PayloadOp, i64, i64)]) -> Facts {
    let mut facts = Facts::default();
    for (payload, lower, upper) in bounded {
        let value = facts.input(body.result(payload.op, 0));
        facts.not_negative(&value - *lower);
        // Upper bounds are exclusive.
        facts.not_negative(-value + upper.saturating_sub(1));
    }
    facts
}

fn patterns(facts: Facts) -> PatternSet {
    let mut set = canonicalization();
    for name in [MinOp::DEF.name, MaxOp::DEF.name] {
        let facts = facts.clone();
        set.on(name, "SimplifyAffineMinMaxOp", move |rw, op| simplify_min_max(rw, op, facts.clone()));
    }
    set
}

/// Simplifies `affine.min` and `affine.max` by the bounds of results that operations define.
///
/// ```mlir
/// transform.affine.simplify_min_max_affine_ops %min : !transform.any_op
/// ```
#[op(
    name = "transform.affine.simplify_min_max_affine_ops",
    interfaces(MemoryEffects, TransformOp),
    format = "$target attr-dict `:` type($target)"
)]
pub struct SimplifyMinMaxAffineOpsOp {
    #[operand]
    target: TransformHandle,
}

impl TransformOp for SimplifyMinMaxAffineOpsOp {
    fn apply(&self, op: OpRef, state: &mut TransformState, _results: &mut Results) -> Applied {
        let targets = state.ops(op.value(Self::target));
        for target in &targets {
            check_target(op, state.op(target))?;
        }
        let mut is_changed = false;
        for (path, here) in by_body(&targets) {
            for &target in &here {
                is_changed |= state.rewrite(&path, |rw| drop_dominated_results(rw, target)) == Match::Yes;
            }
            let config = GreedyConfig { strictness: Strictness::ExistingAndNewOps, ..GreedyConfig::default() };
            let outcome = state.drive(&path, |body, listener| {
                let patterns = FrozenPatterns::new(body.cx(), canonicalization());
                apply_ops_greedily(body, &here, &patterns, &config, Some(listener))
            });
            let Ok(outcome) = outcome else {
                return Err(Failure::definite(op, "affine.min/max simplification did not converge"));
            };
            is_changed |= outcome.changed;
        }
        if is_changed {
            return Ok(());
        }
        Err(Failure::silenceable(op, "the transform failed to simplify any of the target operations"))
    }
}
