//! Independence of the iterations of a loop, possibly under the condition that some memrefs are disjoint and some
//! layouts injective.
//!
//! Memory is accessed by loads and stores only; called functions have no memory effects. The accesses in as many
//! iterations as are to run together are compared by [`crate::loops::conflict`]. Memrefs that may alias are compared at run
//! time ([`super::runtime`]), if both are defined before the loop and there are not too many checks.

use rmlir::core::effects::{effects_recursive, is_memory_effect_free};
use rmlir::prelude::*;
use rustc_hash::FxHashSet;

use super::runtime::{Check, Excluded};
use crate::loops::conflict::{Facts, Reason, accessed, is_free_call, possible};

/// An operation that prevents independence, and the reason.
pub type Dependent = (OpId, String);

/// The assumptions under which iterations of a loop are independent.
#[derive(Clone, Copy)]
pub struct Assumptions<'a> {
    /// The number of iterations that run together.
    pub width: i64,
    /// The facts about memory.
    pub facts: Facts<'a>,
    /// The maximum number of run-time checks.
    pub n_checks: usize,
}

/// The run-time checks under which iterations of the loop `op` are independent.
pub fn check(body: &Body, op: OpId, assumptions: Assumptions) -> Result<Vec<Check>, Dependent> {
    let Assumptions { width, facts, n_checks } = assumptions;
    let mut unknown = None;
    body.walk_preorder(op, |inner| unknown = unknown.take().or_else(|| unknown_access(body, inner, facts)));
    if let Some(found) = unknown {
        return Err(found);
    }
    let mut checks: Vec<Check> = Vec::new();
    let mut is_excluded = |reason: Reason| match Excluded::of(body, op, reason) {
        Excluded::If(check) if n_checks > 0 => {
            if !checks.contains(&check) {
                checks.push(check);
            }
            true
        }
        found => found == Excluded::Always,
    };
    if let Some(found) = possible(body, op, [1, width - 1], facts, &mut is_excluded) {
        return Err((found.first, found.why_not(body)));
    }
    match checks.len() {
        n if n > n_checks => Err((op, format!("requires {n} run-time checks of memrefs, more than 'runtime-checks'"))),
        _ => Ok(checks),
    }
}

/// Reports `op` if its memory accesses are unknown.
fn unknown_access(body: &Body, op: OpId, facts: Facts) -> Option<Dependent> {
    let view = OpRef::new(body, op);
    let none = FxHashSet::default();
    if accessed(body, op).is_some()
        || view.n_regions() > 0
        || is_memory_effect_free(view)
        || is_free_call(view, facts.free.unwrap_or(&none))
    {
        return None;
    }
    let why = match effects_recursive(view) {
        None => "does something to memory that is not known",
        Some(_) => "accesses memory in a way that is not looked at",
    };
    Some((op, why.into()))
}
