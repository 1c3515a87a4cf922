//! Operations that depend on their own results, as they may in graph regions and in unreachable code.
//!
//! Patterns apply to what they made from such operations without end, so they are left as they are: those that use their
//! own results always, and what depends on such where an iteration makes more changes than there are operations.

use rmlir_core::{Body, OpId};
use rustc_hash::FxHashMap;

use crate::fold::OperandMakers;

/// So many operations are visited to find a cycle.
const MAX_VISITED: usize = 1 << 10;

/// Whether an operand of `op` is a result of `op`, or something in its regions uses one. `makers` make the operands.
pub fn uses_itself(body: &Body, op: OpId, makers: &OperandMakers) -> bool {
    if makers.contains(&Some(op)) {
        return true;
    }
    let is_inside = |user: OpId| user != op && body.is_ancestor(op, user);
    !body.regions(op).is_empty() && body.results(op).iter().any(|&result| body.users(result).any(is_inside))
}

/// Whether `op` depends through operands on operations that depend on themselves.
pub fn depends_on_cycle(body: &Body, op: OpId) -> bool {
    let makers = |op: OpId| body.operands(op).filter_map(|operand| body.defining_op(operand)).collect::<Vec<OpId>>();
    // What is on the path is `true`, what was left `false`.
    let mut seen: FxHashMap<OpId, bool> = FxHashMap::from_iter([(op, true)]);
    let mut path = vec![(op, makers(op))];
    while let Some((at, waiting)) = path.last_mut() {
        let Some(before) = waiting.pop() else {
            seen.insert(*at, false);
            path.pop();
            continue;
        };
        match seen.get(&before) {
            Some(true) => return true,
            None if seen.len() < MAX_VISITED => {
                seen.insert(before, true);
                path.push((before, makers(before)));
            }
            _ => {}
        }
    }
    false
}

/// Whether any operation of `body` depends on its own results through operands: not all of them can be put in an order in
/// which each comes after those that make its operands.
pub fn has_cycles(body: &Body) -> bool {
    let mut n_waited_for: FxHashMap<OpId, usize> = FxHashMap::default();
    let mut ready = Vec::new();
    body.walk_preorder(body.root(), |op| {
        let n = body.operands(op).filter(|&operand| body.defining_op(operand).is_some()).count();
        match n {
            0 => ready.push(op),
            _ => _ = n_waited_for.insert(op, n),
        }
    });
    while let Some(op) = ready.pop() {
        for user in body.results(op).iter().flat_map(|&result| body.users(result)) {
            let Some(n) = n_waited_for.get_mut(&user) else { continue };
            *n -= 1;
            if *n == 0 {
                n_waited_for.remove(&user);
                ready.push(user);
            }
        }
    }
    !n_waited_for.is_empty()
}
