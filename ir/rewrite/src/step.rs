//! Rewrites as steps, of which a context may allow a limited number.

use rmlir_core::fuel::LastStep;
use rmlir_core::{Body, Fuel, OpId, OpName, OpRef};

/// The origin of a change.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Change {
    /// Erasure of a dead operation.
    Erased,
    /// The folder of this operation.
    Folded(OpName),
    /// The pattern with this name.
    Pattern(&'static str),
}

/// Returns whether a step is left.
fn has_fuel(body: &Body) -> bool {
    !body.cx().fuel().is_some_and(Fuel::is_empty)
}

/// Executes `rewrite`, which starts at `op`, as one step, if one is left. It returns its origin if it changed anything.
pub(crate) fn rewrite_op<'c>(
    body: &mut Body<'c>,
    op: OpId,
    rewrite: impl FnOnce(&mut Body<'c>) -> Option<Change>,
) -> Option<Change> {
    let Some(fuel) = body.cx().fuel() else { return rewrite(body) };
    if fuel.is_empty() {
        return None;
    }
    let (name, loc) = (body.name(op).str(body.cx()), body.loc(op));
    let change = rewrite(body)?;
    let description = || match change {
        Change::Erased => format!("erasure of dead '{name}'"),
        Change::Folded(_) => format!("fold of '{name}'"),
        Change::Pattern(pattern) => format!("pattern '{pattern}' on '{name}'"),
    };
    fuel.spend(|| LastStep { description: description(), loc });
    Some(change)
}

/// Executes `simplify`, which is described by `name`, on the regions of the root of `body` as one step, if one is left.
/// Returns whether it changed anything.
pub(crate) fn simplify_body<'c>(body: &mut Body<'c>, name: &str, simplify: impl FnOnce(&mut Body<'c>) -> bool) -> bool {
    let changed = has_fuel(body) && simplify(body);
    if let Some(fuel) = body.cx().fuel().filter(|_| changed) {
        let root = OpRef::root(body);
        fuel.spend(|| LastStep { description: format!("{name} of '{}'", root.name_str()), loc: root.loc() });
    }
    changed
}
