//! The checker of schedules. It uses the graph, the machine and the times only, and shares no code with the search.

use std::fmt;

use crate::graph::Graph;
use crate::machine::Machine;
use crate::place::table::Binding;

/// A violation found in a schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// II is not positive or below the machine's least, or the numbers of times and operations differ.
    Shape,
    /// A dependence, by its index, is violated.
    Dependence(usize),
    /// An operation is bound to an alternative that its class does not have.
    Binding(usize),
    /// Two operations, or iterations of one, use one unit in one cycle.
    Clash(usize, usize),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape => write!(f, "the initiation interval or the number of times is wrong"),
            Self::Dependence(edge) => write!(f, "dependence #{edge} is not kept"),
            Self::Binding(node) => write!(f, "operation #{node} runs in no way its class knows"),
            Self::Clash(a, b) => write!(f, "operations #{a} and #{b} are on one unit in one cycle"),
        }
    }
}

/// The first violation in a schedule.
pub fn check(graph: &Graph, machine: &Machine, ii: i64, start: &[i64], bindings: &[Binding]) -> Result<(), Fault> {
    if ii < 1 || ii < machine.min_ii || start.len() != graph.len() || bindings.len() != graph.len() {
        return Err(Fault::Shape);
    }
    for (number, edge) in graph.edges().iter().enumerate() {
        // Iteration 0 of `from`, iteration `distance` of `to`.
        let ready = start[edge.from] + edge.latency;
        let begins = start[edge.to] + ii * i64::from(edge.distance);
        if begins < ready {
            return Err(Fault::Dependence(number));
        }
    }
    check_units(graph, machine, ii, start, bindings)
}

fn check_units(graph: &Graph, machine: &Machine, ii: i64, start: &[i64], bindings: &[Binding]) -> Result<(), Fault> {
    // Unit, instance, row, and operation.
    let mut busy: Vec<(usize, usize, i64, usize)> = Vec::new();
    for (node, binding) in bindings.iter().enumerate() {
        let class = &machine.classes[graph.nodes()[node].class];
        let Some(way) = class.alternatives.get(binding.alternative) else { return Err(Fault::Binding(node)) };
        if way.usages.len() != binding.instances.len() {
            return Err(Fault::Binding(node));
        }
        for (usage, &instance) in way.usages.iter().zip(&binding.instances) {
            if instance >= machine.units[usage.unit].count as usize {
                return Err(Fault::Binding(node));
            }
            let first = start[node] + i64::from(usage.offset);
            for cycle in first..first + i64::from(usage.cycles) {
                let modulo = ((cycle % ii) + ii) % ii;
                busy.push((usage.unit, instance, modulo, node));
            }
        }
    }
    busy.sort_unstable();
    match busy.windows(2).find(|two| (two[0].0, two[0].1, two[0].2) == (two[1].0, two[1].1, two[1].2)) {
        Some(two) => Err(Fault::Clash(two[0].3, two[1].3)),
        None => Ok(()),
    }
}
