//! Reports of pipelined loops: as text, as a graph for Graphviz, as one page of HTML.

mod dot;
mod html;
mod text;

use rmlir::pass::options::{EnumCase, OptionKind, OptionType, OptionValue};
use rmlir_modulo::{Graph, Machine, Mode};
use rmlir_vliw::Model;

use crate::loop_body::LoopBody;
use crate::plan::Plan;
use crate::registers::Registers;

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

/// The output format of the report.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Form {
    /// Text with tables.
    #[default]
    Text,
    /// The dependence graph in Graphviz's language.
    Dot,
    /// A self-contained HTML page: kernel, iterations, tables.
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

/// The report of all loops of a module: the results, or the reasons for declined loops.
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
