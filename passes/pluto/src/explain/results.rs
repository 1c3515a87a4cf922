//! The results for a function, or the reason why there are none.

use rmlir::prelude::*;
use rmlir::text::print::print_type;
use rmlir_polyhedral::Scop;
use rmlir_polyhedral::code::Node;
use std::borrow::Cow;

use crate::extract::{Declined, Extracted};
use crate::options::Options;
use crate::plan::{Order, Plan};
use crate::planned::Planned;

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
    pub(super) fn of(planned: Planned, options: &Options) -> Self {
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
