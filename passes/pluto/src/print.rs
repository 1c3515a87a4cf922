//! What is found, as text.

use std::fmt::Write;

use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_polyhedral::pluto::Fuse;

use crate::affine_pluto::normal;
use crate::extract::{Assumptions, Declined, Extracted, extract};
use crate::plan::Plan;

/// Print the schedule that PLuTo finds for each function.
///
/// One line for each statement with its time, and one for each band of permutable loops.
#[pass(name = "print-affine-schedule", title = "PrintAffineSchedule")]
pub struct PrintAffineSchedule {
    /// Different arguments of a function are different memory
    #[option(default = true)]
    noalias_arguments: bool,
}

impl Pass for PrintAffineSchedule {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let assumptions = Assumptions { noalias_arguments: self.noalias_arguments };
        let mut shown = String::new();
        for body in cx.body().proxies().into_iter().filter_map(|op| cx.body().nested(op)) {
            let name = body.symbol_name(body.root()).map_or("function", |name| name.str(body.cx()));
            let _ = write!(shown, "{name}:\n{}", show(body, assumptions));
        }
        cx.emit_text(shown);
        Ok(())
    }
}

/// The schedule of the function that `body` holds, or why there is none.
pub fn show(body: &Body, assumptions: Assumptions) -> String {
    match extract(&normal(body), assumptions) {
        Ok(Extracted { scop, .. }) => match Plan::of(&scop, Fuse::Smart) {
            Ok(plan) => plan.schedule_text(&scop),
            Err(unplanned) => format!("declined: {}\n", unplanned.why()),
        },
        Err(Declined { name, why, .. }) => format!("declined: '{name}': {why}\n"),
    }
}
