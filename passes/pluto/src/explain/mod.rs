//! The results for functions, for people and programs: as text, as JSON, as one page of HTML with pictures. `results`
//! has what is shown of a function.

mod html;
pub mod instance;
mod json;
mod picture;
mod results;
mod text;

use rmlir::pass::options::{EnumCase, OptionKind, OptionType, OptionValue};

pub use self::results::{Found, Function, Undone};

/// The output format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A line for each statement with its time, and one for each band.
    Schedule,
    /// All results, as text.
    Text,
    /// All results, as JSON.
    Json,
    /// A self-contained page with pictures.
    Html,
}

impl OptionType for Form {
    const KIND: OptionKind = OptionKind::Enum(&[
        EnumCase { name: "schedule", doc: "Times of statements and bands" },
        EnumCase { name: "text", doc: "Everything that was found" },
        EnumCase { name: "json", doc: "The same for programs" },
        EnumCase { name: "html", doc: "One page with pictures of the instances before and after" },
    ]);

    fn from_value(value: &OptionValue) -> Option<Self> {
        value.case(&[Form::Schedule, Form::Text, Form::Json, Form::Html])
    }
}

/// The output for all functions of a module.
pub fn all(functions: &[Function], form: Form) -> String {
    match form {
        Form::Schedule => functions.iter().map(text::schedule).collect(),
        Form::Text => functions.iter().map(text::everything).collect(),
        Form::Json => json::module(functions),
        Form::Html => html::page(functions),
    }
}
