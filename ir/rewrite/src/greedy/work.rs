//! The pending work of a body in an iteration, and the state carried to the next iteration.
//!
//! An iteration that changes nothing in a body and in its enclosing ones would change nothing again: such a body is
//! settled and skipped, while its siblings are iterated.

use std::collections::BTreeMap;

use rmlir_core::{Body, OpId, RegionId};
use rustc_hash::FxHashSet;

use super::config::NotConverged;
use super::worklist::Worklist;

/// The pending work of one body.
#[derive(Default)]
pub struct Work {
    pub worklist: Worklist,
    /// With a strictness, the operations that may be visited.
    pub allowed: FxHashSet<OpId>,
    /// The region outside of which no operation is visited.
    pub scope: Option<RegionId>,
    /// Facts about this body from earlier iterations.
    pub known: Known,
    /// For a settled body, which has no pending work: the state for the next iteration.
    pub settled: Option<Carried>,
    /// The pending work of bodies nested here, by proxy.
    pub nested: BTreeMap<OpId, Work>,
}

/// Facts about a body established by iterations, so that later ones need not recompute them. Versions of the body
/// determine whether they are still valid.
#[derive(Default)]
pub struct Known {
    /// The version at the start of the iteration.
    pub at_start: u32,
    /// The version at which the structure was last found to be simplified.
    pub simple: Option<u32>,
    /// The version at which there were last known to be no unreachable blocks.
    pub reachable: Option<u32>,
    /// Whether operations depend on themselves, if that was computed.
    pub has_cycles: bool,
    /// An iteration changed nothing in this body and in its enclosing ones: neither would another one. Patterns access
    /// no other bodies.
    pub settled: bool,
}

/// The state carried from one iteration to the next.
#[derive(Default)]
pub struct Carried {
    /// With a strictness, the operations that may be visited.
    pub allowed: FxHashSet<OpId>,
    pub known: Known,
    /// The state of the bodies nested in this one, by proxy.
    pub nested: BTreeMap<OpId, Carried>,
}

/// The state of `body` carried over after an iteration with `work`. `around_settled`: no enclosing body has changed in
/// it.
pub fn carry(work: Work, body: &Body, around_settled: bool) -> Carried {
    if let Some(mut carried) = work.settled {
        if !around_settled {
            carried.wake();
        }
        return carried;
    }
    let is_done = work.worklist.is_empty() && work.known.at_start == body.version();
    let known = Known { settled: around_settled && is_done, ..work.known };
    let mut carried = Carried { allowed: work.allowed, known, nested: BTreeMap::new() };
    for (op, inner) in work.nested {
        if body.contains_op(op)
            && let Some(nested) = body.nested(op)
        {
            carried.nested.insert(op, carry(inner, nested, carried.known.settled));
        }
    }
    carried
}

impl Carried {
    /// Marks the body as not settled after a change in an enclosing body.
    fn wake(&mut self) {
        self.known.settled = false;
        self.nested.values_mut().for_each(Self::wake);
    }
}

/// The outcome of all bodies.
#[derive(Default)]
pub struct SiblingOutcome {
    /// The state passed to the first iteration of the enclosing body.
    pub carried: Carried,
    pub changed: bool,
    /// The limit that was reached in the first of the bodies that reached one.
    pub limited: Option<NotConverged>,
}
