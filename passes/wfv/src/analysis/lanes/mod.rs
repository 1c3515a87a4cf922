//! The shapes of all values of a function, and the uniformity of its branches.
//!
//! Shapes and control depend on one another: a branch condition may be uniform by arithmetic only, and a value after a
//! divergent branch may be strided only if all lanes come along the same edge. Steps: 1. run the uniformity analysis
//! with the values known to be uniform (`beforehand`); 2. propagate shapes from the arguments to a fixed point, with
//! values that the analysis finds uniform being so; 3. pass values that are found to be uniform by arithmetic to the
//! analysis, and repeat until there are no new ones. All intermediate results are sound, so the final result is.
//!
//! Each phi has a *twin* in the analysis with a distinct constant for each different input: it is divergent if lanes
//! may select different inputs, whether these are divergent or not.
//!
//! A value from inside of a cycle with divergent exits is varying for uses outside of the cycle.
//!
//! Files: `question` the input of the uniformity analysis, `beforehand` and `propagation` steps 1 and 2, `shapes`
//! shapes that are known before, `result` the result.

mod beforehand;
mod propagation;
mod question;
mod result;
mod shapes;

use rmlir::analysis::cfg::DfsOrder;
use rmlir::analysis::uniformity::{Context as Question, Mode, analyze_with};
use rmlir::prelude::*;

use self::beforehand::uniform_beforehand;
use self::propagation::Propagation;
use self::question::Asked;
use crate::analysis::graph::Graph;
use crate::clauses::Clause;

pub use self::result::Lanes;
pub use self::shapes::{User, is_undefined, of_constant};

impl Lanes {
    /// Analyzes a function whose arguments satisfy `clauses`.
    pub fn new(graph: &Graph, clauses: &[Clause], n_lanes: i64) -> Self {
        let mut uniform = uniform_beforehand(graph, clauses, n_lanes);
        loop {
            let asked = Asked::new(graph, clauses, &uniform);
            let result = analyze_with(Question::new(&asked.flow, DfsOrder::LastFirst, Mode::Sound));
            let lanes = Propagation::new(graph, clauses, n_lanes, &asked, &result).run();
            let is_new = |value: Value, item| result.is_divergent(item) && lanes.shape(value).is_uniform();
            let mut found = asked.values().filter(|&(item, value)| is_new(value, item)).peekable();
            if found.peek().is_none() {
                return lanes;
            }
            found.for_each(|(_, value)| _ = uniform.insert(value, ()));
        }
    }
}
