//! Casts between types that cancel out.

use rmlir_core::cycle::CycleGuard;
use rmlir_core::{Body, OpId, Rewriter, Value};
use rustc_hash::FxHashSet;

/// The name of the operation that stands for a conversion still to be mended.
pub const CAST: &str = "builtin.unrealized_conversion_cast";

fn is_cast(body: &Body, op: OpId) -> bool {
    body.name(op).str(body.cx()) == CAST
}

/// Replaces each of `casts` (operations called [`CAST`]) that undoes casts
/// before it by what these were made from, and erases those that only casts
/// use. Gives those that remain, in order.
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

/// Follows the casts before `cast` to one whose inputs have the types that
/// `cast` gives, and uses these inputs instead. In a graph region they may be a
/// cycle in which no input has these types.
fn bypass(body: &mut Body, cast: OpId) {
    let mut guard = CycleGuard::default();
    let mut at = Some(cast);
    while let Some(op) = at {
        if body.operand_types(op).eq(body.result_types(cast)) {
            let inputs: Vec<Value> = body.operands(op).collect();
            // A cycle has no beginning to go to.
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
