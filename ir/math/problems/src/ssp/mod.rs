//! CIRCT's `ssp.instance`: operator types with latencies, resource types with limits, a graph of operations.
//!
//! An operation depends on its operands with their operator's latency, and on those named by `@` as well, `dist`
//! iterations later. It uses one of each of its resources for a cycle; a limit of its operator type, as in older texts,
//! is one such resource. Instances of `"ModuloProblem"` are scheduled: `II` of the instance and `t` of each operation
//! are written. Others are not changed. Names of operator and resource types are compared by their last component.

mod properties;
mod read;
mod token;

use std::collections::BTreeMap;

use rmlir_modulo::{Budgets, Edge, Graph, Kind, Machine, Mode, schedule_within};

use self::read::{Instance, Source};
use crate::edit::apply;
use crate::{Failure, Problem};

/// The problems that have an initiation interval.
const MODULO: &str = "ModuloProblem";

/// Schedules the instances of a text. Returns the text with the times. All share the budgets.
pub fn write_schedule(text: &str, mode: Mode, budgets: &Budgets) -> Result<String, Failure> {
    let mut edits = Vec::new();
    for instance in read::instances(text)?.iter().filter(|instance| instance.problem == MODULO) {
        let problem = problem(instance)?;
        let found = schedule_within(&problem.graph, &problem.machine, mode, budgets)
            .map_err(|error| Failure { at: instance.properties.at(), message: error.to_string() })?;
        edits.push(instance.properties.set("II", found.ii));
        let starts = instance.operations.iter().zip(&found.start);
        edits.extend(starts.map(|(operation, start)| operation.properties.set("t", *start)));
    }
    Ok(apply(text, edits))
}

/// The report of scheduling the instances of a text in some mode: bounds, node table, sets, order, kernel, lifetimes.
pub fn explain(text: &str, mode: Mode, budgets: &Budgets) -> Result<String, Failure> {
    let mut shown = Vec::new();
    for instance in read::instances(text)?.iter().filter(|instance| instance.problem == MODULO) {
        let explained = problem(instance)?.explain(mode, budgets);
        shown.push(explained.map_err(|error| Failure { at: instance.properties.at(), message: error.to_string() })?);
    }
    Ok(shown.join("\n"))
}

/// Parses the problems of a text.
pub fn read(text: &str) -> Result<Vec<Problem>, Failure> {
    read::instances(text)?.iter().map(problem).collect()
}

fn problem(instance: &Instance) -> Result<Problem, Failure> {
    let mut machine = Machine::new("ssp");
    let mut units = BTreeMap::new();
    for (name, limit) in &instance.limits {
        units.insert(name.as_str(), machine.add_unit(name, *limit));
    }
    let mut graph = Graph::new();
    let mut classes = BTreeMap::new();
    for operation in &instance.operations {
        let uses = operation.uses.iter().chain([&operation.operator]);
        let units: Vec<usize> = uses.filter_map(|name| units.get(name.as_str()).copied()).collect();
        let key = (operation.operator.clone(), units.clone());
        let class = *classes.entry(key).or_insert_with(|| {
            let usages = units.iter().map(|&unit| rmlir_modulo::Usage { unit, offset: 0, cycles: 1 }).collect();
            machine.add_class_with(&operation.operator, vec![rmlir_modulo::Alternative { usages }])
        });
        graph.add_node(&operation.name, class);
    }
    for (to, operation) in instance.operations.iter().enumerate() {
        for operand in &operation.operands {
            let known = |message: String| Failure { at: operand.at, message };
            let (from, kind) = match &operand.source {
                Source::Value(value) => (instance.values.get(value), Kind::Flow),
                Source::Named(name) => (instance.names.get(name), Kind::Order),
            };
            let from = *from.ok_or_else(|| known("no operation has this name".to_owned()))?;
            let operator = &instance.operations[from].operator;
            let latency = *instance.latencies.get(operator).unwrap_or(&0);
            graph.add_edge(Edge { from, to, latency, distance: operand.distance, kind });
        }
    }
    Ok(Problem::new(graph, machine))
}
