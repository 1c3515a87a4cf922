//! A loop with the results of all steps.

use rmlir::pass::options::{EnumCase, OptionKind, OptionType, OptionValue};
use rmlir_modulo::{Graph, Machine, Mode};
use rmlir_vliw::Model;

use crate::loops::loop_body::LoopBody;
use crate::registers::allocation::Registers;
use crate::schedule::plan::Plan;

/// A loop with the results of all steps.
pub struct Explained<'a> {
    /// The name of its origin.
    pub name: String,
    /// The operations of an iteration.
    pub of: &'a LoopBody,
    /// The dependence graph.
    pub graph: &'a Graph,
    /// The machine for the scheduler.
    pub machine: &'a Machine,
    /// The machine model.
    pub model: &'a Model,
    /// The scheduling mode.
    pub mode: Mode,
    /// The schedule and the registers; `None` if only previous steps are printed.
    pub found: Option<(&'a Plan, &'a Registers)>,
}

/// The steps of the paper, of which the last one to print is selected.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Step {
    /// The dependence graph.
    Graph,
    /// ResMII, RecMII, MII.
    Bounds,
    /// ASAP, ALAP, MOB, D, H.
    Times,
    /// The sets of recurrences.
    Sets,
    /// The order in which operations are scheduled.
    Order,
    /// The schedule and the kernel.
    Schedule,
    /// The lifetimes of results.
    #[default]
    Registers,
}

impl OptionType for Step {
    const KIND: OptionKind = OptionKind::Enum(&[
        EnumCase { name: "graph", doc: "The dependence graph" },
        EnumCase { name: "bounds", doc: "ResMII, RecMII, MII" },
        EnumCase { name: "times", doc: "ASAP, ALAP, MOB, D, H" },
        EnumCase { name: "sets", doc: "The sets of recurrences" },
        EnumCase { name: "order", doc: "The order in which operations are placed" },
        EnumCase { name: "schedule", doc: "The schedule and the kernel" },
        EnumCase { name: "registers", doc: "Lifetimes" },
    ]);

    fn from_value(value: &OptionValue) -> Option<Self> {
        use Step as S;
        value.case(&[S::Graph, S::Bounds, S::Times, S::Sets, S::Order, S::Schedule, S::Registers])
    }
}
