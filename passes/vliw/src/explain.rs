//! What was found about a loop, as text.

use std::fmt::Write;

use rmlir_modulo::forward::{Forward, Times};
use rmlir_modulo::order::{Start, Ties, order};
use rmlir_modulo::sets::sets;
use rmlir_modulo::{Graph, Kind, Machine, mii, registers};
use rmlir_vliw::Model;

use crate::loop_body::LoopBody;
use crate::plan::Plan;
use crate::registers::Registers;

/// Graph, node table, sets, order, table of the kernel, lifetimes.
pub fn text(
    of: &LoopBody,
    graph: &Graph,
    machine: &Machine,
    plan: &Plan,
    registers: &Registers,
    model: &Model,
) -> String {
    let mut text = String::new();
    bounds(&mut text, graph, machine, plan, registers);
    nodes(&mut text, graph, plan, model, of);
    dependences(&mut text, graph);
    kernel(&mut text, of, plan, graph);
    lifetimes(&mut text, graph, plan);
    text
}

fn bounds(text: &mut String, graph: &Graph, machine: &Machine, plan: &Plan, registers: &Registers) {
    let show = |bound: Result<i64, _>| bound.map_or("-".to_owned(), |bound: i64| bound.to_string());
    let (res, rec) = (show(mii::res_mii(graph, machine)), show(mii::rec_mii(graph)));
    let Plan { found, ii, stages, .. } = plan;
    _ = writeln!(text, "machine {}: ResMII {res}, RecMII {rec}, MII {}, II {ii}", machine.name, found.mii);
    let copies = registers.copies;
    _ = writeln!(text, "stages {stages}, kernel copies {copies}, MaxLive {}", found.max_live);
}

fn nodes(text: &mut String, graph: &Graph, plan: &Plan, model: &Model, of: &LoopBody) {
    let Ok(forward) = Forward::of(graph) else { return };
    let times = Times::of(&forward, plan.found.mii);
    _ = writeln!(text, "\nnode  operation        class        ASAP  ALAP  MOB     D     H  start  stage");
    for (node, at) in graph.nodes().iter().enumerate() {
        let class = &model.classes[of.nodes[node].class].name;
        let (asap, alap, mobility) = (times.asap[node], times.alap[node], times.mobility(node));
        let (depth, height) = (times.depth[node], times.height[node]);
        let (start, stage) = (plan.start[node], plan.stage(node));
        _ = writeln!(
            text,
            "n{node:<4} {:<16} {class:<12} {asap:>4}  {alap:>4}  {mobility:>3}  {depth:>4}  {height:>4}  {start:>5}  {stage:>5}",
            at.name
        );
    }
    let names = |nodes: &[usize]| nodes.iter().map(|node| format!("n{node}")).collect::<Vec<_>>().join(" ");
    let sets = sets(&forward);
    let shown: Vec<String> = sets.iter().map(|set| format!("{{{}}}", names(set))).collect();
    _ = writeln!(text, "\nsets  {}", shown.join(" "));
    let order = order(&forward, &times, &sets, Start::BottomUp, &Ties::default());
    _ = writeln!(text, "order {}", names(&order));
}

fn dependences(text: &mut String, graph: &Graph) {
    _ = writeln!(text, "\ndependences");
    for edge in graph.edges() {
        let kind = match edge.kind {
            Kind::Flow => "flow",
            Kind::Anti => "anti",
            Kind::Output => "output",
            Kind::Order => "memory",
        };
        let (from, to, latency, distance) = (edge.from, edge.to, edge.latency, edge.distance);
        _ = writeln!(text, "  n{from} -> n{to}: {kind}, latency {latency}, distance {distance}");
    }
}

/// The rows of the kernel: operations with their stages.
fn kernel(text: &mut String, of: &LoopBody, plan: &Plan, graph: &Graph) {
    _ = writeln!(text, "\nkernel");
    for row in 0..plan.ii {
        let here = (0..of.nodes.len()).filter(|&node| plan.start[node].rem_euclid(plan.ii) == row);
        let shown: Vec<String> =
            here.map(|node| format!("n{node} {} ({})", graph.node(node).name, plan.stage(node))).collect();
        _ = writeln!(text, "{}", format!("  {row:>3}: {}", shown.join(", ")).trim_end());
    }
}

fn lifetimes(text: &mut String, graph: &Graph, plan: &Plan) {
    _ = writeln!(text, "\nlifetimes");
    for lifetime in registers::lifetimes(graph, &plan.start, plan.ii) {
        _ = writeln!(text, "  n{}: {} to {}", lifetime.node, lifetime.from, lifetime.to);
    }
    let rows: Vec<String> = registers::live(graph, &plan.start, plan.ii).iter().map(i64::to_string).collect();
    _ = writeln!(text, "live by row: {}", rows.join(" "));
}
