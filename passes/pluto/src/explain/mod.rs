//! The results for functions, for people and programs: as text, as JSON, as one page of HTML with pictures.

mod html;
pub mod instance;
mod json;
mod picture;
mod text;

use std::borrow::Cow;

use rmlir::pass::options::{EnumCase, OptionKind, OptionType, OptionValue};
use rmlir::prelude::*;
use rmlir::text::print::print_type;
use rmlir_polyhedral::Scop;
use rmlir_polyhedral::code::Node;

use crate::affine_pluto::Options;
use crate::extract::{Declined, Extracted};
use crate::plan::{Order, Plan};
use crate::planned::Planned;

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

/// A function, and the results for it or the reason why there are none.
pub struct Function {
    /// Its name.
    pub name: String,
    /// The results.
    pub found: Result<Found, Undone>,
}

/// The reason why there are no results.
pub struct Undone {
    /// The operation for which the function was declined, if there is one.
    pub operation: Option<String>,
    /// The reason.
    pub why: Cow<'static, str>,
}

/// The results for a function.
pub struct Found {
    /// By array: its description, `argument 0: memref<4xf32>`.
    pub arrays: Vec<String>,
    /// The statements.
    pub scop: Scop,
    /// Dependences and schedule.
    pub plan: Plan,
    /// Tiles and loops; `None` if no other order has a lower cost than the original one.
    pub order: Option<Order>,
    /// The new loops; `None` if there is no order, or if the code is too large.
    pub code: Option<Vec<Node>>,
}

impl Function {
    /// The results for the function in `body`.
    pub fn of(body: &Body, options: &Options) -> Self {
        let name = body.symbol_name(body.root()).map_or("function", |name| name.str(body.cx())).to_owned();
        let declined = |Declined { name, why, .. }| Undone { operation: Some(name), why };
        let planned = Planned::of(body, options).map_err(declined);
        Function { name, found: planned.map(|planned| Found::of(planned, options)) }
    }
}

impl Found {
    fn of(planned: Planned, options: &Options) -> Self {
        let Planned { body, extracted: Extracted { scop, arrays, .. }, plan, .. } = planned;
        let order = options.order(&plan, &scop);
        let code = order.as_ref().and_then(|order| plan.code_in(&scop, order, &options.style));
        let arrays = arrays.iter().map(|&array| described(&body, array)).collect();
        Found { arrays, scop, plan, order, code }
    }
}

/// The description of a memref.
fn described(body: &Body, memref: Value) -> String {
    let ty = print_type(body.cx(), body.ty(memref));
    match body.value_def(memref) {
        ValueDefinition::Argument(_, number) => format!("argument {number}: {ty}"),
        ValueDefinition::Result(op, _) => format!("{}: {ty}", OpRef::new(body, op).name_str()),
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
