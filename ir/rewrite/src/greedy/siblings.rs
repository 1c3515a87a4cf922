//! Sibling bodies, each simplified alone.
//!
//! Patterns access one body. So if no observer depends on the order, each of the bodies nested in another is iterated
//! to its fixed point by itself, in parallel, before the enclosing body begins its iterations. For the latter they are
//! settled then: the result is that of joint iterations, and only one body at a time has a worklist.

use rayon::prelude::*;
use rmlir_core::{Body, OpId, RegionId};

use super::config::{NotConverged, Strictness};
use super::driver::Driver;
use super::work::{Carried, Known, SiblingOutcome};
use crate::fold::has_folds;
use crate::regions::proxies_in;

/// The outcome of a body.
type Done<'c> = (OpId, Box<Body<'c>>, Result<bool, NotConverged>);

impl Driver<'_> {
    /// Simplifies the bodies nested in `region` of `body` that can be simplified alone.
    pub fn simplify_siblings(&self, body: &mut Body, region: RegionId) -> SiblingOutcome {
        let mut result = SiblingOutcome::default();
        let is_watched = body.cx().has_action_handler() || body.cx().fuel().is_some();
        let is_confined = self.config.max_rewrites.is_some() || self.config.scope.is_some();
        if is_watched || is_confined || self.config.strictness != Strictness::AnyOp {
            return result;
        }
        let proxies = proxies_in(body, &[region]).into_iter().filter(|&op| self.stands_alone(body, op));
        let proxies: Vec<OpId> = proxies.collect();
        let children: Vec<(OpId, Box<Body>)> = proxies.into_iter().map(|op| (op, body.lend(op))).collect();
        for (op, child, outcome) in self.simplify_each(children) {
            body.take_back(op, child);
            match outcome {
                Ok(changed) => result.changed |= changed,
                Err(limited) => {
                    result.changed |= limited.changed;
                    NotConverged::add(&mut result.limited, limited);
                }
            }
            let known = Known { settled: true, ..Known::default() };
            result.carried.nested.insert(op, Carried { known, ..Carried::default() });
        }
        result
    }

    /// Returns whether `op` itself is never modified, and its body has one region.
    fn stands_alone(&self, body: &Body, op: OpId) -> bool {
        let has_one_region = body.nested(op).is_some_and(|nested| nested.regions(nested.root()).len() == 1);
        let is_left_alone = self.patterns.for_name(body.name(op)).len() == 0 && !body.def(op).is_some_and(has_folds);
        has_one_region && is_left_alone
    }

    fn simplify_each<'c>(&self, children: Vec<(OpId, Box<Body<'c>>)>) -> Vec<Done<'c>> {
        let simplify = |(op, mut child): (OpId, Box<Body<'c>>)| {
            let outcome = Driver::simplify_body(&mut child, self.patterns, self.config, None);
            // The memory released here is reused by the next body.
            if !child.pack_if_sparse() {
                child.compact();
            }
            (op, child, outcome)
        };
        children.into_par_iter().map(simplify).collect()
    }
}
