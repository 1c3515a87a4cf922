//! What is found, as text.

use std::fmt::Write;

use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_polyhedral::check::check;
use rmlir_polyhedral::dependences::dependences;
use rmlir_polyhedral::parallel::{carried, parallel};
use rmlir_polyhedral::pluto::{self, Fuse};
use rmlir_polyhedral::text;

use crate::extract::{Assumptions, Declined, extract};

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
    let extracted = match extract(body, assumptions) {
        Ok(extracted) => extracted,
        Err(Declined { op, why }) => return format!("declined: '{}': {why}\n", OpRef::new(body, op).name_str()),
    };
    let scop = &extracted.scop;
    let dependences = dependences(scop);
    let schedule = pluto::schedule(scop, &dependences, Fuse::Smart);
    if let Err(mistake) = check(scop, &dependences, &schedule) {
        panic!("a schedule satisfies all dependences: {mistake:?}\n{schedule:?}");
    }
    text::schedule(scop, &schedule, &parallel(&schedule, &carried(&schedule, &dependences)))
}
