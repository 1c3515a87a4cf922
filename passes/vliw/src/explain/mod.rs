//! What was found about a loop, for people: as text, as a graph for Graphviz, as one page of HTML.

mod dot;
mod html;
mod text;

use rmlir::pass::options::{EnumCase, OptionKind, OptionType, OptionValue};
use rmlir_modulo::{Graph, Machine, Mode};
use rmlir_vliw::Model;

use crate::loop_body::LoopBody;
use crate::plan::Plan;
use crate::registers::Registers;

/// A loop and what was found about it.
pub struct Explained<'a> {
    /// Where it is from.
    pub name: String,
    /// What it does.
    pub of: &'a LoopBody,
    /// What waits for what.
    pub graph: &'a Graph,
    /// The machine as the scheduler sees it.
    pub machine: &'a Machine,
    /// The machine.
    pub model: &'a Model,
    /// How the schedule was searched for.
    pub mode: Mode,
    /// The schedule; none if only steps before are shown.
    pub found: Option<(&'a Plan, &'a Registers)>,
}

/// The steps of the paper, the last one that is shown.
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
    /// The order in which operations are placed.
    Order,
    /// The schedule and the kernel.
    Schedule,
    /// Lifetimes.
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

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Form {
    /// Tables.
    #[default]
    Text,
    /// The dependence graph in Graphviz's language.
    Dot,
    /// A page that needs nothing else: kernel, iterations, tables.
    Html,
}

impl OptionType for Form {
    const KIND: OptionKind = OptionKind::Enum(&[
        EnumCase { name: "text", doc: "Tables" },
        EnumCase { name: "dot", doc: "The dependence graph for Graphviz" },
        EnumCase { name: "html", doc: "One page with the kernel as a chart" },
    ]);

    fn from_value(value: &OptionValue) -> Option<Self> {
        value.case(&[Form::Text, Form::Dot, Form::Html])
    }
}

/// All loops of a module: those that were found, or why not.
pub fn all(loops: &[Result<Explained, String>], form: Form, last: Step) -> String {
    match form {
        Form::Text => loops
            .iter()
            .map(|of| of.as_ref().map_or_else(|why| format!("not pipelined: {why}\n"), |of| text::text(of, last)))
            .collect(),
        Form::Dot => loops.iter().flatten().map(dot::graph).collect(),
        Form::Html => html::page(loops, last),
    }
}
