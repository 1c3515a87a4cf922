//! The results of analyses as text.

use std::fmt::Write;

use rmlir::prelude::*;

use crate::analysis::blocks::Blocks;
use crate::analysis::linear::{Next, Place};
use crate::analysis::plan::Plan;

/// The shapes of all values, one line each, with the text of the defining operation.
pub fn shapes(plan: &Plan) -> String {
    let (graph, lanes) = (&plan.graph, &plan.lanes);
    let mut out = String::new();
    for node in graph.reachable() {
        let Some(block) = graph.block(node) else { continue };
        let _ = writeln!(out, "  {}:", graph.name(node));
        for (at, &argument) in graph.body.args(block).iter().enumerate() {
            let _ = writeln!(out, "    argument {at}: {}", lanes.shape(argument));
        }
        for op in graph.ops(node) {
            let name = graph.body.name(op).str(graph.body.cx());
            for &result in graph.body.results(op).iter().filter(|&&result| graph.constant(result).is_none()) {
                let _ = writeln!(out, "    {name}: {}", lanes.shape(result));
            }
        }
        if graph.decider(node).is_some() {
            let how = if lanes.is_divergent[node as usize] { "divergent" } else { "uniform" };
            let _ = writeln!(out, "    branch: {how}");
        }
    }
    out
}

/// The properties of blocks and cycles.
pub fn blocks(plan: &Plan) -> String {
    let Plan { graph, lanes, blocks, .. } = plan;
    let mut out = String::new();
    for node in graph.reachable() {
        let mut words = Vec::new();
        let mut say = |holds: bool, word: &'static str| words.extend(holds.then_some(word));
        say(blocks.is_by_all[node as usize], "by_all");
        say(lanes.is_divergent[node as usize], "div_causing");
        say(lanes.is_join[node as usize], "blend");
        say(Blocks::is_rewire(graph, lanes, node), "rewire");
        let _ = writeln!(out, "  {}: {}", graph.name(node), words.join(", "));
    }
    for cycle in lanes.cycles.preorder() {
        let shown = lanes.cycles.show(cycle, &|node| graph.name(node));
        let how = if blocks.is_masked[cycle as usize] { "a mask of its own" } else { "all lanes together" };
        let _ = writeln!(out, "  cycle {shown}: {how}");
    }
    out
}

/// The origin of the mask of each block.
pub fn masks(plan: &Plan) -> String {
    let Plan { graph, lanes, blocks, .. } = plan;
    let mut out = String::new();
    for node in graph.reachable() {
        let region = match blocks.region[node as usize] {
            Some(cycle) => format!("the round of {}", graph.name(lanes.cycles[cycle].header())),
            None => "the function".to_owned(),
        };
        let is_header = blocks.region[node as usize].is_some_and(|cycle| lanes.cycles[cycle].header() == node);
        let from = match blocks.same_mask[node as usize] {
            _ if is_header => "lanes that wait here".to_owned(),
            _ if blocks.is_by_all[node as usize] => format!("that of {region}"),
            Some(same) => format!("that of {}", graph.name(same)),
            None => {
                let edges = &graph.incoming[node as usize];
                let edges: Vec<String> =
                    edges.iter().map(|&(from, edge)| format!("{}.{edge}", graph.name(from))).collect();
                edges.join(" or ")
            }
        };
        let _ = writeln!(out, "  {}: {from}", graph.name(node));
    }
    out
}

/// The linear order, with the successors of each position.
pub fn linear(plan: &Plan) -> String {
    let Plan { graph, lanes, linear, .. } = plan;
    let name = |at: usize| match linear.places[at] {
        Place::Node(node) => graph.name(node),
        Place::Test(cycle) => format!("test of {}", graph.name(lanes.cycles[cycle].header())),
        Place::Skip(node) => format!("test before {}", graph.name(node)),
        Place::Latch(cycle) => format!("latch of {}", graph.name(lanes.cycles[cycle].header())),
    };
    let mut out = String::new();
    for at in linear.reached() {
        let next = match linear.next[at].as_ref().expect("it is reached") {
            Next::Nowhere => "ends".to_owned(),
            Next::One(to) => name(*to),
            Next::ByEdge(to) => {
                format!("uniform: {}", to.iter().map(|&to| name(to)).collect::<Vec<String>>().join(", "))
            }
            Next::Test { inside, after } => format!("lanes wait: {}, else {}", name(*inside), name(*after)),
        };
        let _ = writeln!(out, "  {} -> {next}", name(at));
    }
    out
}

/// Prefixes the lines with a heading for the function.
pub fn headed(body: &Body, lines: &str) -> String {
    let name = body.symbol_name(body.root()).map_or("function", |name| name.str(body.cx()));
    format!("{name}:\n{lines}")
}
