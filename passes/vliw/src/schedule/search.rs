//! The options of the search for schedules.

use rmlir::pass::options::{EnumCase, OptionKind, OptionType, OptionValue};
use rmlir_modulo::{Budgets, Graph};

/// The scheduling mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mode(pub rmlir_modulo::Mode);

impl OptionType for Mode {
    const KIND: OptionKind = OptionKind::Enum(&[
        EnumCase { name: "swing", doc: "Swing modulo scheduling that finds a schedule for every loop" },
        EnumCase { name: "textbook", doc: "Exactly the published algorithm" },
        EnumCase { name: "top-down", doc: "Operations by their earliest start" },
        EnumCase { name: "hrms", doc: "Hypernode reduction modulo scheduling" },
        EnumCase {
            name: "exact",
            doc: "The least initiation interval and fewest registers, proved where that is not too long",
        },
        EnumCase { name: "list", doc: "One iteration after the other" },
    ]);

    fn from_value(value: &OptionValue) -> Option<Self> {
        use rmlir_modulo::Mode as M;
        value.case(&[M::Swing, M::Textbook, M::TopDown, M::Hrms, M::Exact, M::List]).map(Self)
    }
}

pub(crate) fn search(mode: Mode, unroll: i64, max_steps: u64) -> Search<'static> {
    let search = Search::from(mode.0);
    let most = unroll.clamp(0, MAX_UNROLLED) as usize;
    Search { unroll: if most == 0 { search.unroll } else { most }, max_steps, ..search }
}

/// The limit on steps of each search for a loop: operations, dependences and rows visited.
pub(crate) const MAX_STEPS: u64 = 1 << 25;

/// The maximum unroll factor if it is left to the mode. Factor 2 takes 4 % fewer cycles in sum than 1 on the loops of
/// `test/vliw`, factor 4 no fewer than 2. The published algorithms schedule loops without unrolling.
const UNROLLED: usize = 2;

/// The limit on unroll factors.
const MAX_UNROLLED: i64 = 16;

/// The options of the search for schedules: the mode, the maximum unroll factor, and a function that is applied to
/// graphs before scheduling, for tests that omit dependences.
#[derive(Clone, Copy)]
pub struct Search<'s> {
    /// The scheduling mode.
    pub mode: rmlir_modulo::Mode,
    /// The maximum unroll factor.
    pub unroll: usize,
    /// The maximum number of steps of each part of the search for a loop.
    pub max_steps: u64,
    /// The function that is applied to the graph of pipelined code.
    pub change: &'s dyn Fn(Graph) -> Graph,
}

impl From<rmlir_modulo::Mode> for Search<'_> {
    fn from(mode: rmlir_modulo::Mode) -> Self {
        let is_ours = matches!(mode, rmlir_modulo::Mode::Swing | rmlir_modulo::Mode::Exact);
        Self { mode, unroll: if is_ours { UNROLLED } else { 1 }, max_steps: MAX_STEPS, change: &|graph| graph }
    }
}

impl Search<'_> {
    /// The budgets of a part of the search.
    pub fn budgets(&self) -> Budgets {
        Budgets::new(self.max_steps, "max-steps")
    }

    /// The same options without overlap of iterations.
    pub(crate) fn one_by_one(self) -> Search<'static> {
        Search { max_steps: self.max_steps, ..rmlir_modulo::Mode::List.into() }
    }
}
