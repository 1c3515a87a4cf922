//! What there is to do in a body during an iteration, and what the next iteration knows from it.
//!
//! An iteration that changes nothing in a body and in those around it would change nothing again: such a body is
//! settled and left alone, while its siblings go on.

use std::collections::BTreeMap;

use rmlir_core::{Body, OpId, RegionId};
use rustc_hash::FxHashSet;

use super::worklist::Worklist;

/// The work left in one body.
#[derive(Default)]
pub struct Work {
    pub worklist: Worklist,
    /// With a strictness, the operations that may be visited.
    pub allowed: FxHashSet<OpId>,
    /// The region outside of which nothing is visited.
    pub scope: Option<RegionId>,
    /// What is known of this body from the iterations before.
    pub known: Known,
    /// Of a settled body, in which there is no work: what the next iteration gets.
    pub settled: Option<Carried>,
    /// The work in bodies nested here, by proxy.
    pub nested: BTreeMap<OpId, Work>,
}

/// What iterations over a body found out, so that later ones need not find it again. Versions of the body tell whether
/// it still holds.
#[derive(Default)]
pub struct Known {
    /// When the iteration began.
    pub at_start: u32,
    /// When structure was last found simple.
    pub simple: Option<u32>,
    /// When it was last known that there are no unreachable blocks.
    pub reachable: Option<u32>,
    /// Whether operations depend on themselves, if that was asked.
    pub has_cycles: bool,
    /// An iteration changed nothing in this body and in those around: neither would another one. Patterns see no other
    /// bodies.
    pub settled: bool,
}

/// What one iteration hands on to the next.
#[derive(Default)]
pub struct Carried {
    /// With a strictness, the operations that may be visited.
    pub allowed: FxHashSet<OpId>,
    pub known: Known,
    /// Of the bodies nested in this one, by proxy.
    pub nested: BTreeMap<OpId, Carried>,
}

/// What is left of `work` on `body` after an iteration. `around_settled`: no body around has changed in it.
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
    /// Something around has changed: another iteration may change this as well.
    fn wake(&mut self) {
        self.known.settled = false;
        self.nested.values_mut().for_each(Self::wake);
    }
}
