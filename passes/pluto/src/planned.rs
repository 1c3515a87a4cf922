//! What is found for a function, on copies of it.

use rmlir::prelude::*;

use crate::affine_pluto::{Options, normal};
use crate::extract::{Declined, Extracted, extract};
use crate::plan::{Plan, Unplanned};
use crate::privatize::privatize;

/// A copy of a function in normal form, as statements with a plan.
pub struct Planned<'c> {
    /// The copy.
    pub body: Box<Body<'c>>,
    /// Its statements.
    pub extracted: Extracted,
    /// When they run.
    pub plan: Plan,
    /// Whether turns of loops have got memory of their own in the copy, by [`privatize`].
    pub is_private: bool,
}

impl<'c> Planned<'c> {
    /// That of the function that `body` holds. Turns of loops get memory of their own if loops become parallel by it, and
    /// are wanted to be.
    pub fn of(body: &Body<'c>, options: &Options) -> Result<Self, Declined> {
        let copy = normal(body);
        let extracted = extract(&copy, options.assumptions)?;
        let unplanned = |it: Unplanned| Declined::because_of(body, body.root(), it.why());
        let plan = Plan::of(&extracted.scop, options.fuse).map_err(unplanned)?;
        let found = Planned { body: copy, extracted, plan, is_private: false };
        let is_wanted = options.parallel && options.privatize && !found.plan.is_parallel_outside(&found.extracted.scop);
        let private = if is_wanted { found.with_private_memory(options) } else { None };
        Ok(private.unwrap_or(found))
    }

    /// The same with memory of their own for turns of loops. `None` if it is no more parallel.
    fn with_private_memory(&self, options: &Options) -> Option<Self> {
        let mut body = self.body.clone_body();
        let before = extract(&body, options.assumptions).ok()?;
        if !privatize(&mut Rewriter::new(&mut body), &before) {
            return None;
        }
        let extracted = extract(&body, options.assumptions).ok()?;
        let plan = Plan::of(&extracted.scop, options.fuse).ok()?;
        let is_better = is_more_parallel((&extracted, &plan), (&before, &self.plan));
        is_better.then_some(Planned { body, extracted, plan, is_private: true })
    }
}

/// Whether statements are more parallel after something was done to a function than before, and none is less so.
fn is_more_parallel(after: (&Extracted, &Plan), before: (&Extracted, &Plan)) -> bool {
    let now = |store: &OpId| {
        let statement = after.0.stores.iter().position(|it| it == store).expect("statements are still there");
        after.1.parallelism(statement).1
    };
    let of = |(statement, store): (usize, &OpId)| now(store).cmp(&before.1.parallelism(statement).1);
    let changes: Vec<_> = before.0.stores.iter().enumerate().map(of).collect();
    changes.iter().all(|it| it.is_ge()) && changes.iter().any(|it| it.is_gt())
}
