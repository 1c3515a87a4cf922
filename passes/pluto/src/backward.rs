//! A second search, with iterators that are reversed, if the result of the first one is not optimal.

use rmlir_polyhedral::parallel::Parallelism;
use rmlir_polyhedral::search::mirror::mirror;
use rmlir_polyhedral::search::pluto::{self, Fuse};
use rmlir_polyhedral::search::sizes::values;
use rmlir_polyhedral::{Dependence, Scop};

use crate::plan::Plan;

/// The maximum number of dependences for a second search, which takes as long as the first one.
const MAX_DEPENDENCES: usize = 100;

impl Plan {
    /// A plan with rows that have negative coefficients, if that is better. `general` is the program with parameters
    /// for sizes, with its dependences.
    pub(crate) fn or_backward(self, scop: &Scop, (general, of_general): (&Scop, &[Dependence]), fuse: Fuse) -> Self {
        if of_general.len() > MAX_DEPENDENCES || self.is_perfect(scop) {
            return self;
        }
        let backward = || {
            let mirror = mirror(general, of_general)?;
            let found = pluto::schedule(&mirror.program(general), &mirror.dependences(of_general), fuse).ok()?;
            let found = mirror.back(found, &values(scop))?;
            let plan = Plan::proved(scop, self.dependences.clone(), found).ok()?;
            plan.is_better(&self, scop).then_some(plan)
        };
        backward().unwrap_or(self)
    }

    /// Whether all statements have all loops in one band, whose outermost loop is parallel.
    fn is_perfect(&self, scop: &Scop) -> bool {
        (0..scop.statements.len()).all(|it| {
            let depth = scop.statements[it].depth();
            let (width, parallelism) = self.parallelism(it);
            depth == 0 || (width >= depth && parallelism == Parallelism::Outer)
        })
    }

    /// Whether some statement is more parallel, or has a wider band and is as parallel, and none is worse.
    fn is_better(&self, other: &Plan, scop: &Scop) -> bool {
        let of = |plan: &Plan, it: usize| {
            let (width, parallelism) = plan.parallelism(it);
            (parallelism, width)
        };
        let all = || (0..scop.statements.len()).map(|it| (of(self, it), of(other, it)));
        let is_as_good = |(new, old): ((Parallelism, usize), (Parallelism, usize))| new.0 >= old.0 && new.1 >= old.1;
        all().all(is_as_good) && all().any(|(new, old)| new > old)
    }
}
