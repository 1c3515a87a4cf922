//! Reports of the analyses of a function: its operations with the shapes of their values, the blocks before and after
//! linearization side by side, and the estimated costs.
//!
//! In reading order: [`explained`] collects the data, [`text`] formats it as text, [`picture`] draws the diagrams,
//! [`page`] formats the HTML page.

mod explained;
mod page;
mod picture;
mod text;

use rmlir::pass::{EnumCase, OptionKind, OptionType, OptionValue};
use rmlir::prelude::*;

use self::explained::{Explained, annotated, rows};
use crate::analysis::lowered::lowered;
use crate::analysis::plan::{Plan, callees};
use crate::cost::estimate::estimate;
use crate::declined::Declined;
use crate::targets::Target;
use crate::variants::wanted;

/// The format of the report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Plain text.
    Text,
    /// A self-contained HTML page with diagrams.
    Html,
}

impl OptionType for Form {
    const KIND: OptionKind = OptionKind::Enum(&[
        EnumCase { name: "text", doc: "Annotated operations, the linear order, costs" },
        EnumCase { name: "html", doc: "One page with the same, and the blocks before and after as a picture" },
    ]);

    fn from_value(value: &OptionValue) -> Option<Self> {
        value.case(&[Form::Text, Form::Html])
    }
}

/// The report about all functions of a module with variants; a `width` other than 0 replaces their number of lanes.
pub fn explain(module: &Body, width: i64, target: Target, skip: Option<u64>, form: Form) -> Result<String, Declined> {
    let callees = callees(module, width);
    let mut shown = if form == Form::Html { page::HEAD.to_owned() } else { String::new() };
    for op in module.proxies() {
        let function = OpRef::new(module, op).resolve();
        let Some(clauses) = wanted(function, width) else { continue };
        let Some(variant) = clauses.variants.first() else { continue };
        let body = lowered(function.body);
        let plan = Plan::new(&body, &clauses, variant.width, skip)?;
        let rows = rows(&plan, variant.width, target, &callees);
        let explained = Explained {
            name: function.symbol_name().map_or(String::new(), |name| name.str(module.cx()).to_owned()),
            target,
            plan: &plan,
            estimate: estimate(&plan, variant.width, target, &callees),
            rows,
            annotated: annotated(&plan, variant.width, target, &callees),
        };
        match form {
            Form::Text => shown.push_str(&text::section(&explained)),
            Form::Html => shown.push_str(&page::section(&explained)),
        }
    }
    if form == Form::Html {
        shown.push_str(page::END);
    }
    Ok(shown)
}

/// Print the analyses of functions with variants: shapes, the linear order, costs.
///
/// `format=text` prints each function with its shapes as attributes of its operations, its linear order, and a table of
/// costs; `format=html` prints one page with the same, and with the blocks before and after linearization side by side.
#[pass(name = "print-wfv", title = "PrintWholeFunctionVectorization", anchor = "builtin.module")]
pub struct WfvExplain {
    /// The format of the report
    #[option(default = "text")]
    format: Form,
    /// The number of lanes of variants, 0 for that of the attribute of the function
    #[option(default = "0")]
    width: i64,
    /// The target of code generation
    #[option(default = "generic")]
    target: Target,
    /// Branch around blocks without active lanes if they have at least this cost, 0 for never
    #[option(default = "0")]
    boscc: u64,
}

impl Pass for WfvExplain {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        if !(0..=64).contains(&self.width) {
            let root = cx.body().root();
            return cx.fail(root, "cannot be made for so many lanes: 'width' is at most 64");
        }
        let skip = (self.boscc > 0).then_some(self.boscc);
        match explain(cx.body(), self.width, self.target, skip, self.format) {
            Ok(shown) => {
                cx.emit_text(shown);
                Ok(())
            }
            Err(Declined { place, name, why }) => {
                let place = place.place(cx.cx());
                cx.emit(Diagnostic::error(place, format!("'{name}' op {why}")));
                cx.signal_failure()
            }
        }
    }
}
