//! The analysis of a function, on copies of it.

use rmlir::prelude::*;

use crate::cheapest::{Model, least_cost};
use crate::choice::Tiles;
use crate::extract::{Declined, Extracted, extract};
use crate::normal::normalize;
use crate::options::Options;
use crate::plan::{Plan, Unplanned};
use crate::privatize::privatize;

/// A normalized copy of a function, as statements with a plan.
pub struct Planned<'c> {
    /// The copy.
    pub body: Box<Body<'c>>,
    /// Its statements.
    pub extracted: Extracted,
    /// Its plan.
    pub plan: Plan,
    /// Whether loop iterations have private memory in the copy, by [`privatize`].
    pub is_private: bool,
}

impl<'c> Planned<'c> {
    /// The analysis of the function in `body`. Loop iterations get private memory if loops become parallel by that, and
    /// this is requested; or, for one thread, if the cost by the model is much lower.
    pub fn of(body: &Body<'c>, options: &Options) -> Result<Self, Declined> {
        let copy = normal(body);
        let mut extracted = extract(&copy, options.assumptions)?;
        extracted.scop.limits = options.limits;
        let unplanned = |it: Unplanned| Declined::because_of(body, body.root(), it.why());
        let plan = Plan::of(&extracted.scop, options.search).map_err(unplanned)?;
        let found = Planned { body: copy, extracted, plan, is_private: false };
        let private = match &options.tiles {
            _ if !options.privatize => None,
            Tiles::Chosen(model) if !options.parallel => found.private_if_cheaper(options, *model),
            _ if options.parallel => found.private_if_more_parallel(options),
            _ => None,
        };
        Ok(private.unwrap_or(found))
    }

    fn private_if_more_parallel(&self, options: &Options) -> Option<Self> {
        if self.plan.is_parallel_outside(&self.extracted.scop) {
            return None;
        }
        let (before, private) = self.with_private_memory(options)?;
        is_more_parallel((&private.extracted, &private.plan), (&before, &self.plan)).then_some(private)
    }

    fn private_if_cheaper(&self, options: &Options, model: Model) -> Option<Self> {
        let (_, private) = self.with_private_memory(options)?;
        let cost = |of: &Self| least_cost(&of.plan, &of.extracted.scop, model);
        (cost(&private) <= MUCH_CHEAPER * cost(self)).then_some(private)
    }

    /// The extracted statements of the copy with private memory for loop iterations, and the plan. `None` if no memory
    /// can be privatized.
    fn with_private_memory(&self, options: &Options) -> Option<(Extracted, Self)> {
        let mut body = self.body.clone_body();
        let before = extract(&body, options.assumptions).ok()?;
        if !privatize(&mut Rewriter::new(&mut body), &before) {
            return None;
        }
        let mut extracted = extract(&body, options.assumptions).ok()?;
        extracted.scop.limits = options.limits;
        let plan = Plan::of(&extracted.scop, options.search).ok()?;
        Some((before, Planned { body, extracted, plan, is_private: true }))
    }
}

/// The maximum cost for one thread of loops with private memory, relative to the cost without it. Of PolyBench's
/// kernels symm and ludcmp are 7 to 15 times as fast with it.
const MUCH_CHEAPER: f64 = 0.7;

/// A copy of a function in normal form.
pub fn normal<'c>(body: &Body<'c>) -> Box<Body<'c>> {
    let mut copy = body.clone_body();
    normalize(&mut Rewriter::new(&mut copy));
    copy
}

/// Whether statements are more parallel after a transformation of a function than before, and none is less so.
fn is_more_parallel(after: (&Extracted, &Plan), before: (&Extracted, &Plan)) -> bool {
    let now = |store: &OpId| {
        let statement = after.0.stores.iter().position(|it| it == store).expect("statements are still there");
        after.1.parallelism(statement).1
    };
    let of = |(statement, store): (usize, &OpId)| now(store).cmp(&before.1.parallelism(statement).1);
    let changes: Vec<_> = before.0.stores.iter().enumerate().map(of).collect();
    changes.iter().all(|it| it.is_ge()) && changes.iter().any(|it| it.is_gt())
}
