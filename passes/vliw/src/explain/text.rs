//! What was found about a loop, as text.

use std::fmt::Write;

use rmlir_modulo::exact::{Budget, optimum};
use rmlir_modulo::forward::{Forward, Times};
use rmlir_modulo::order::{Start, Ties, order, top_down};
use rmlir_modulo::place::Placement;
use rmlir_modulo::sets::sets;
use rmlir_modulo::{Mode, hypernode, mii, registers};

use super::{Explained, Step, kind};
use crate::loop_body::{Action, Slot};
use crate::plan::Plan;
use crate::registers::Registers;

/// Bounds, node table, sets, order, dependences, table of the kernel, lifetimes, up to some step.
pub fn text(of: &Explained, last: Step) -> String {
    let mut text = String::new();
    if last >= Step::Bounds {
        bounds(&mut text, of);
    }
    if last >= Step::Times {
        nodes(&mut text, of, last);
    }
    dependences(&mut text, of);
    if let Some((plan, registers)) = of.found {
        kernel(&mut text, of, plan);
        if !of.of.slots.is_empty() {
            stack(&mut text, of, registers);
        }
        if last >= Step::Registers {
            lifetimes(&mut text, of, plan);
        }
    }
    text
}

fn bounds(text: &mut String, of: &Explained) {
    let show = |bound: Result<i64, _>| bound.map_or("-".to_owned(), |bound: i64| bound.to_string());
    let (res, rec) = (show(mii::res_mii(of.graph, of.machine)), show(mii::rec_mii(of.graph)));
    let mii = show(mii::mii(of.graph, of.machine));
    _ = write!(text, "machine {}: ResMII {res}, RecMII {rec}, MII {mii}", of.machine.name);
    let Some((plan, registers)) = of.found else {
        text.push('\n');
        return;
    };
    let Plan { found, ii, stages, .. } = plan;
    _ = writeln!(text, ", II {ii}");
    let copies = registers.copies;
    _ = writeln!(text, "stages {stages}, kernel copies {copies}, MaxLive {}", found.max_live);
    if of.mode == Mode::Exact {
        proof(text, of, plan);
    }
}

/// What is proved about II and registers.
fn proof(text: &mut String, of: &Explained, plan: &Plan) {
    let Plan { found, .. } = plan;
    let known = Placement { ii: found.ii, start: found.start.clone(), bindings: found.bindings.clone() };
    if let Ok(optimum) = optimum(of.graph, of.machine, known, Budget::default()) {
        _ = writeln!(text, "{optimum}");
    }
}

fn nodes(text: &mut String, of: &Explained, last: Step) {
    let Ok(forward) = Forward::of(of.graph) else { return };
    let Ok(mii) = mii::mii(of.graph, of.machine) else { return };
    let times = Times::of(&forward, mii);
    let placed = if of.found.is_some() { "  start  stage" } else { "" };
    _ = writeln!(text, "\nnode  operation        class        ASAP  ALAP  MOB     D     H{placed}");
    for (node, at) in of.graph.nodes().iter().enumerate() {
        let class = &of.model.classes[of.of.nodes[node].class].name;
        let (asap, alap, mobility) = (times.asap[node], times.alap[node], times.mobility(node));
        let (depth, height) = (times.depth[node], times.height[node]);
        let placed = of.found.map(|(plan, _)| format!("  {:>5}  {:>5}", plan.start[node], plan.stage(node)));
        _ = writeln!(
            text,
            "n{node:<4} {:<16} {class:<12} {asap:>4}  {alap:>4}  {mobility:>3}  {depth:>4}  {height:>4}{}",
            at.name,
            placed.unwrap_or_default()
        );
    }
    let names = |nodes: &[usize]| nodes.iter().map(|node| format!("n{node}")).collect::<Vec<_>>().join(" ");
    let sets = sets(&forward);
    if last >= Step::Sets {
        let shown: Vec<String> = sets.iter().map(|set| format!("{{{}}}", names(set))).collect();
        _ = writeln!(text, "\nsets  {}", shown.join(" "));
    }
    if last >= Step::Order {
        let order = match of.mode {
            Mode::Hrms => hypernode::order(&forward, &times, &sets),
            Mode::TopDown => top_down(&forward, &times),
            _ => order(&forward, &times, &sets, Start::BottomUp, &Ties::default()),
        };
        _ = writeln!(text, "order {}", names(&order));
    }
}

fn dependences(text: &mut String, of: &Explained) {
    _ = writeln!(text, "\ndependences");
    for edge in of.graph.edges() {
        let (from, to, latency, distance) = (edge.from, edge.to, edge.latency, edge.distance);
        _ = writeln!(text, "  n{from} -> n{to}: {}, latency {latency}, distance {distance}", kind(edge.kind));
    }
}

/// The rows of the kernel: operations with their stages.
fn kernel(text: &mut String, of: &Explained, plan: &Plan) {
    _ = writeln!(text, "\nkernel");
    for row in 0..plan.ii {
        let here = (0..of.graph.len()).filter(|&node| plan.start[node].rem_euclid(plan.ii) == row);
        let shown: Vec<String> =
            here.map(|node| format!("n{node} {} ({})", of.graph.node(node).name, plan.stage(node))).collect();
        _ = writeln!(text, "{}", format!("  {row:>3}: {}", shown.join(", ")).trim_end());
    }
}

/// What is on the stack: by which node it is stored, by which ones it is loaded, of which iterations.
fn stack(text: &mut String, of: &Explained, registers: &Registers) {
    _ = writeln!(text, "\nstack");
    for (number, slot) in of.of.slots.iter().enumerate() {
        _ = match slot {
            Slot::Node(node) => write!(text, "  {number}: n{node}, {} places", registers.copies),
            Slot::Invariant(value) => write!(text, "  {number}: value {value} from before the loop"),
        };
        if let Some(spill) = of.of.spill(number) {
            _ = write!(text, ", stored by n{spill}");
        }
        for (reload, node) in of.of.nodes.iter().enumerate() {
            match node.action {
                Action::Reload { slot, distance } if slot == number => {
                    _ = write!(text, ", loaded by n{reload} at distance {distance}");
                }
                _ => {}
            }
        }
        text.push('\n');
    }
}

fn lifetimes(text: &mut String, of: &Explained, plan: &Plan) {
    _ = writeln!(text, "\nlifetimes");
    for lifetime in registers::lifetimes(of.graph, &plan.start, plan.ii) {
        _ = writeln!(text, "  n{}: {} to {}", lifetime.node, lifetime.from, lifetime.to);
    }
    let rows: Vec<String> = registers::live(of.graph, &plan.start, plan.ii).iter().map(i64::to_string).collect();
    _ = writeln!(text, "live by row: {}", rows.join(" "));
}
