//! Reports of the analyses of a function: its operations with the shapes of their values, the blocks before and after
//! linearization side by side, and the estimated costs.
//!
//! In reading order: this file collects the data, [`text`] formats it as text, [`picture`] draws the diagrams, [`page`]
//! formats the HTML page.

mod page;
mod picture;
mod text;

use rmlir::analysis::cfg::Node;
use rmlir::pass::{EnumCase, OptionKind, OptionType, OptionValue};
use rmlir::prelude::*;

use crate::declined::Declined;
use crate::estimate::{Costs, Estimate, estimate, of_op, turns};
use crate::linear::Place;
use crate::lowered::lowered;
use crate::plan::{Callees, Plan, callees};
use crate::targets::Target;
use crate::wfv::wanted;

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

/// An operation and its cost.
struct Row {
    node: String,
    name: String,
    /// The shapes of its results.
    shapes: String,
    costs: Costs,
    /// The assumed execution counts for one lane, and for all lanes.
    turns: (f64, f64),
}

/// A function with the results of its analyses.
struct Explained<'p> {
    name: String,
    target: Target,
    plan: &'p Plan<'p>,
    estimate: Estimate,
    rows: Vec<Row>,
    /// The function with the results of analyses as attributes of its operations.
    annotated: String,
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

fn rows(plan: &Plan, n_lanes: i64, target: Target, callees: &Callees) -> Vec<Row> {
    let graph = &plan.graph;
    let mut rows = Vec::new();
    for node in graph.reachable() {
        for op in graph.ops(node) {
            let view = OpRef::new(graph.body, op);
            if view.n_results() > 0 && view.results().all(|result| graph.constant(result.id).is_some()) {
                continue;
            }
            rows.push(Row {
                node: graph.name(node),
                name: view.name_str().to_owned(),
                shapes: shapes(plan, op),
                costs: of_op(plan, node, op, n_lanes, target, callees),
                turns: turns(plan, node),
            });
        }
    }
    rows
}

fn shapes(plan: &Plan, op: OpId) -> String {
    let results = plan.graph.body.results(op).iter();
    results.map(|&result| plan.lanes.shape(result).to_string()).collect::<Vec<String>>().join("; ")
}

/// The text of the function with the results of analyses as attributes.
fn annotated(plan: &Plan, n_lanes: i64, target: Target, callees: &Callees) -> String {
    let graph = &plan.graph;
    let (mut copy, map) = graph.body.clone_body_with_map();
    let cx = graph.body.cx();
    for node in graph.reachable() {
        let Some(block) = graph.block(node) else { continue };
        let copies: Vec<OpId> = copy.ops(map.block(block)).collect();
        for (op, &to) in graph.ops(node).zip(&copies) {
            let view = OpRef::new(graph.body, op);
            if view.n_results() > 0 && view.results().all(|result| graph.constant(result.id).is_some()) {
                continue;
            }
            if view.n_results() > 0 {
                copy.set_attr(to, "wfv.lanes", cx.str_attr(&shapes(plan, op)));
            }
            let how = of_op(plan, node, op, n_lanes, target, callees).how;
            copy.set_attr(to, "wfv.as", cx.str_attr(how.words()));
        }
        if graph.edges[node as usize].len() > 1 {
            let how = if plan.lanes.is_divergent[node as usize] { "lanes part" } else { "lanes go together" };
            let to = copies[copies.len() - 1];
            copy.set_attr(to, "wfv.branch", cx.str_attr(how));
        }
    }
    rmlir::text::print::print(OpRef::root(&copy), &rmlir::text::print::PrintOptions::default())
}

/// The name of a position of the linear order.
fn place_name(plan: &Plan, at: usize) -> String {
    let header = |cycle| plan.graph.name(plan.lanes.cycles[cycle].header());
    match plan.linear.places[at] {
        Place::Node(node) => plan.graph.name(node),
        Place::Test(cycle) => format!("test of {}", header(cycle)),
        Place::Skip(node) => format!("test before {}", plan.graph.name(node)),
        Place::Latch(cycle) => format!("latch of {}", header(cycle)),
    }
}

/// The label of a node in diagrams.
fn node_words(plan: &Plan, node: Node) -> String {
    let mut words = Vec::new();
    let mut say = |holds: bool, word: &'static str| words.extend(holds.then_some(word));
    say(plan.blocks.is_by_all[node as usize], "by all");
    say(plan.lanes.is_divergent[node as usize], "parts");
    say(plan.lanes.is_join[node as usize], "blend");
    words.join(", ")
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
