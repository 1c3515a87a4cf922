//! Explanations of infeasible IIs: minimal sets of operations and units that are infeasible by themselves.

use std::fmt;

use rmlir_base::budget::Budget;

use crate::graph::Graph;
use crate::machine::Machine;

use super::rows::{Answer, Scope, search, wanted};

/// The operations whose recurrences have no schedule on these units. It need not be the smallest such set, but no
/// operation and no unit can be removed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Why {
    /// The indices of the operations.
    pub operations: Vec<usize>,
    /// The names of the operations.
    pub names: Vec<String>,
    /// The names of the units.
    pub units: Vec<String>,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |names: &[String]| names.iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", ");
        let (names, units) = (list(&self.names), list(&self.units));
        match self.units.len() {
            0 => write!(f, "the recurrences of {names} are too long"),
            _ => write!(f, "as their recurrences bind them, {names} do not find rows on {units}"),
        }
    }
}

/// The limit of searches; elements that were not tried remain.
const MAX_TRIES: usize = 100;

/// The limit of steps of each search.
const STEPS: u64 = 1_000;

/// The explanation of an infeasible II.
pub fn why(graph: &Graph, machine: &Machine, ii: i64, budget: &Budget) -> Why {
    let component = graph.components();
    let mut machine = machine.clone();
    let is_impossible =
        |machine: &Machine, wanted: &[bool]| search(graph, machine, ii, wanted, STEPS, budget) == Answer::Impossible;
    let scopes = [Scope::Recurrences, Scope::All].map(|scope| wanted(graph, &machine, &component, scope));
    let [recurrences, all] = scopes;
    let mut wanted = if is_impossible(&machine, &recurrences) { recurrences } else { all };
    let mut tries = MAX_TRIES;
    // Units that do not contribute to the contradiction become unlimited.
    for unit in 0..machine.units.len() {
        let mut without = machine.clone();
        without.units[unit].count = graph.len() as u32;
        if is_impossible(&without, &wanted) {
            machine = without;
        }
    }
    // Tries to remove whole recurrences, then single operations.
    let mut groups: Vec<Vec<usize>> = vec![Vec::new(); graph.len()];
    (0..graph.len()).filter(|&node| wanted[node]).for_each(|node| groups[component[node]].push(node));
    groups.retain(|group| group.len() > 1);
    let single: Vec<Vec<usize>> = (0..graph.len()).map(|node| vec![node]).collect();
    for group in groups.iter().chain(&single).filter(|group| !group.is_empty()) {
        if tries == 0 || group.iter().all(|&node| !wanted[node]) {
            continue;
        }
        tries -= 1;
        let mut without = wanted.clone();
        group.iter().for_each(|&node| without[node] = false);
        if is_impossible(&machine, &without) {
            wanted = without;
        }
    }
    let operations: Vec<usize> = (0..graph.len()).filter(|&node| wanted[node]).collect();
    let names = operations.iter().map(|&node| graph.node(node).name.clone()).collect();
    Why { units: units(graph, &machine, &operations), names, operations }
}

/// The units of operations that are not unlimited.
fn units(graph: &Graph, machine: &Machine, operations: &[usize]) -> Vec<String> {
    let uses = |unit: usize| {
        operations.iter().any(|&node| {
            let ways = machine.classes[graph.node(node).class].alternatives.iter();
            ways.flat_map(|way| &way.usages).any(|usage| usage.unit == unit)
        })
    };
    let is_scarce = |unit: &usize| (machine.units[*unit].count as usize) < graph.len().max(1);
    let scarce = (0..machine.units.len()).filter(is_scarce).filter(|&unit| uses(unit));
    scarce.map(|unit| machine.units[unit].name.clone()).collect()
}
