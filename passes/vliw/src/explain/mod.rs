//! Reports of pipelined loops: as text, as a graph for Graphviz, as one page of HTML. `explained` has the results that
//! are shown.

mod dot;
mod explained;
mod html;
mod text;

use rmlir::pass::options::{EnumCase, OptionKind, OptionType, OptionValue};

pub use self::explained::{Explained, Step};

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
