//! A function with the results of its analyses.

use rmlir::analysis::cfg::Node;
use rmlir::prelude::*;

use crate::analysis::linear::Place;
use crate::analysis::plan::{Callees, Plan};
use crate::cost::estimate::{Costs, Estimate, of_op, turns};
use crate::targets::Target;

/// An operation and its cost.
pub(super) struct Row {
    pub(super) node: String,
    pub(super) name: String,
    /// The shapes of its results.
    pub(super) shapes: String,
    pub(super) costs: Costs,
    /// The assumed execution counts for one lane, and for all lanes.
    pub(super) turns: (f64, f64),
}

/// A function with the results of its analyses.
pub(super) struct Explained<'p> {
    pub(super) name: String,
    pub(super) target: Target,
    pub(super) plan: &'p Plan<'p>,
    pub(super) estimate: Estimate,
    pub(super) rows: Vec<Row>,
    /// The function with the results of analyses as attributes of its operations.
    pub(super) annotated: String,
}

/// The name of a position of the linear order.
pub(super) fn place_name(plan: &Plan, at: usize) -> String {
    let header = |cycle| plan.graph.name(plan.lanes.cycles[cycle].header());
    match plan.linear.places[at] {
        Place::Node(node) => plan.graph.name(node),
        Place::Test(cycle) => format!("test of {}", header(cycle)),
        Place::Skip(node) => format!("test before {}", plan.graph.name(node)),
        Place::Latch(cycle) => format!("latch of {}", header(cycle)),
    }
}

/// The label of a node in diagrams.
pub(super) fn node_words(plan: &Plan, node: Node) -> String {
    let mut words = Vec::new();
    let mut say = |holds: bool, word: &'static str| words.extend(holds.then_some(word));
    say(plan.blocks.is_by_all[node as usize], "by all");
    say(plan.lanes.is_divergent[node as usize], "parts");
    say(plan.lanes.is_join[node as usize], "blend");
    words.join(", ")
}

pub(super) fn rows(plan: &Plan, n_lanes: i64, target: Target, callees: &Callees) -> Vec<Row> {
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

pub(super) fn shapes(plan: &Plan, op: OpId) -> String {
    let results = plan.graph.body.results(op).iter();
    results.map(|&result| plan.lanes.shape(result).to_string()).collect::<Vec<String>>().join("; ")
}

/// The text of the function with the results of analyses as attributes.
pub(super) fn annotated(plan: &Plan, n_lanes: i64, target: Target, callees: &Callees) -> String {
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
