//! The report of a loop as text.

use std::fmt::Write;

use rmlir_modulo::exact::optimum;
use rmlir_modulo::place::swing::Placement;
use rmlir_modulo::schedule::MAX_STEPS;
use rmlir_modulo::{Budget, Mode, explain};

use super::explained::{Explained, Step};
use crate::loops::loop_body::{Action, Slot};
use crate::registers::allocation::Registers;
use crate::schedule::plan::Plan;

/// The bounds, node table, sets, order, dependences, kernel table, lifetimes, up to step `last`.
pub fn text(of: &Explained, last: Step) -> String {
    let placed = of.found.map(|(plan, _)| (plan.ii, plan.start.as_slice()));
    let steps = explain::Explained { graph: of.graph, machine: of.machine, mode: of.mode, placed };
    let mut text = String::new();
    if last >= Step::Bounds {
        bounds(&mut text, of, &steps);
    }
    if last >= Step::Times {
        _ = write!(text, "\n{}", steps.nodes());
    }
    if last >= Step::Sets {
        _ = write!(text, "\n{}", steps.sets());
    }
    if last >= Step::Order {
        text.push_str(&steps.order());
    }
    _ = write!(text, "\n{}", steps.dependences());
    if let Some((_, registers)) = of.found {
        _ = write!(text, "\n{}", steps.kernel());
        if !of.of.slots.is_empty() {
            stack(&mut text, of, registers);
        }
        if last >= Step::Registers {
            _ = write!(text, "\n{}", steps.lifetimes());
        }
    }
    text
}

fn bounds(text: &mut String, of: &Explained, steps: &explain::Explained) {
    text.push_str(&steps.bounds());
    let Some((plan, registers)) = of.found else {
        text.push('\n');
        return;
    };
    let Plan { found, ii, stages, .. } = plan;
    _ = writeln!(text, ", II {ii}");
    let copies = registers.copies;
    _ = writeln!(text, "stages {stages}, kernel copies {copies}, MaxLive {}", found.max_live);
    if of.of.unrolled > 1 {
        _ = writeln!(text, "one iteration is {} of the loop", of.of.unrolled);
    }
    if of.mode == Mode::Exact {
        proof(text, of, plan);
    }
}

/// Prints the proved bounds on II and registers.
fn proof(text: &mut String, of: &Explained, plan: &Plan) {
    let Plan { found, .. } = plan;
    let known = Placement { ii: found.ii, start: found.start.clone(), bindings: found.bindings.clone() };
    if let Ok(optimum) = optimum(of.graph, of.machine, known, &Budget::new(MAX_STEPS, "max-steps")) {
        _ = writeln!(text, "{optimum}");
    }
}

/// Prints the stack slots: the node that stores each, and the nodes that load it, with distances.
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
