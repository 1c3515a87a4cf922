//! Operations that depend on their own results, as possible in graph regions and in unreachable code.
//!
//! Patterns may apply without end to operations created from such operations, so these are not rewritten: those that
//! use their own results never, and those that depend on them if an iteration makes more changes than there are
//! operations.

use rmlir_core::{Body, OpId};
use rustc_hash::FxHashMap;

use crate::fold::OperandMakers;

/// The limit on the operations visited to find a cycle.
const MAX_VISITED: usize = 1 << 10;

/// Returns whether an operand of `op` is a result of `op`, or an operation in its regions uses one. `makers` define the
/// operands.
pub fn uses_itself(body: &Body, op: OpId, makers: &OperandMakers) -> bool {
    if makers.contains(&Some(op)) {
        return true;
    }
    let is_inside = |user: OpId| user != op && body.is_ancestor(op, user);
    !body.regions(op).is_empty() && body.results(op).iter().any(|&result| body.users(result).any(is_inside))
}

/// Returns whether `op` depends through operands on operations that depend on themselves.
pub fn depends_on_cycle(body: &Body, op: OpId) -> bool {
    let makers = |op: OpId| body.operands(op).filter_map(|operand| body.defining_op(operand)).collect::<Vec<OpId>>();
    // `true` for operations on the path, `false` for finished ones.
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

/// Returns whether any operation of `body` depends on its own results through operands: then there is no topological
/// order of the operations.
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
