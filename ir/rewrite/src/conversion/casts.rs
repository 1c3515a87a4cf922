//! Casts between types that cancel out.

use rmlir_core::cycle::CycleGuard;
use rmlir_core::{Body, OpId, Rewriter, Value};
use rustc_hash::FxHashSet;

/// The name of the operation that represents a conversion still to be resolved.
pub const CAST: &str = "builtin.unrealized_conversion_cast";

fn is_cast(body: &Body, op: OpId) -> bool {
    body.name(op).str(body.cx()) == CAST
}

/// Replaces each of `casts` (operations called [`CAST`]) that cancels out with preceding casts by their inputs, and
/// erases casts used only by casts. Returns the remaining casts, in order.
pub fn reconcile_casts(body: &mut Body, casts: &[OpId]) -> Vec<OpId> {
    for &cast in casts.iter().rev() {
        bypass(body, cast);
    }
    let known: FxHashSet<OpId> = casts.iter().copied().collect();
    let mut live: FxHashSet<OpId> = FxHashSet::default();
    for &cast in casts {
        let is_used = body.results(cast).iter().any(|&result| body.users(result).any(|user| !known.contains(&user)));
        if is_used {
            mark_live(body, cast, &known, &mut live);
        }
    }
    let (live, dead): (Vec<OpId>, Vec<OpId>) = casts.iter().partition(|cast| live.contains(cast));
    Rewriter::new(body).erase_ops(&dead);
    live
}

fn mark_live(body: &Body, cast: OpId, known: &FxHashSet<OpId>, live: &mut FxHashSet<OpId>) {
    let mut waiting = vec![cast];
    while let Some(op) = waiting.pop() {
        if live.insert(op) {
            let sources = body.operands(op).filter_map(|value| body.defining_op(value));
            waiting.extend(sources.filter(|source| known.contains(source)));
        }
    }
}

/// Searches the chain of casts before `cast` for one whose inputs have the result types of `cast`, and replaces `cast`
/// by these inputs. In a graph region the chain may be a cycle in which no input has these types.
fn bypass(body: &mut Body, cast: OpId) {
    let mut guard = CycleGuard::default();
    let mut at = Some(cast);
    while let Some(op) = at {
        if body.operand_types(op).eq(body.result_types(cast)) {
            let inputs: Vec<Value> = body.operands(op).collect();
            // A cycle has no first cast.
            if !inputs.iter().any(|&input| body.defining_op(input) == Some(cast)) {
                let results = body.results(cast).to_vec();
                results.into_iter().zip(inputs).for_each(|(result, input)| body.replace_all_uses(result, input));
            }
            return;
        }
        at = input_cast(body, op).filter(|&next| guard.goes_on(body.result(next, 0)));
    }
}

/// The cast whose results are exactly the inputs of `cast`.
fn input_cast(body: &Body, cast: OpId) -> Option<OpId> {
    let source = body.defining_op(body.operands(cast).next()?)?;
    (is_cast(body, source) && body.operands(cast).eq(body.results(source).iter().copied())).then_some(source)
}
