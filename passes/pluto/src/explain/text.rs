//! The text output.

use std::fmt::Write;

use rmlir_polyhedral::text::{self, sets};
use rmlir_polyhedral::{Dimension, Scop, code};

use super::results::{Found, Function, Undone};

/// Times and bands.
pub fn schedule(function: &Function) -> String {
    let shown = match &function.found {
        Ok(found) => found.plan.schedule_text(&found.scop),
        Err(undone) => declined(undone),
    };
    format!("{}:\n{shown}", function.name)
}

fn declined(undone: &Undone) -> String {
    format!("declined: {}\n", why(undone))
}

/// The reason why there are no results, with the operation that caused it.
pub fn why(undone: &Undone) -> String {
    match &undone.operation {
        Some(operation) => format!("'{operation}': {}", undone.why),
        None => undone.why.to_string(),
    }
}

/// All results.
pub fn everything(function: &Function) -> String {
    let found = match &function.found {
        Ok(found) => found,
        Err(undone) => return format!("== {}\n{}", function.name, declined(undone)),
    };
    let mut text = format!("== {}\n-- arrays\n", function.name);
    for (number, array) in found.arrays.iter().enumerate() {
        _ = writeln!(text, "A{number} is {array}");
    }
    _ = write!(text, "-- statements\n{}", statements(&found.scop));
    _ = write!(text, "-- dependences\n{}", dependences(found));
    _ = write!(text, "-- schedule\n{}", found.plan.schedule_text(&found.scop));
    _ = write!(text, "-- matrices\n{}", matrices(found));
    _ = write!(text, "-- order\n{}", order(found));
    _ = write!(text, "-- code\n{}", loops(found));
    text
}

/// A line for each domain and each access.
pub fn statements(scop: &Scop) -> String {
    let mut text = String::new();
    for statement in &scop.statements {
        _ = writeln!(text, "{}: {}", statement.name, sets::domain(scop, statement));
        for access in &statement.accesses {
            let verb = if access.is_write { "writes" } else { "reads" };
            _ = writeln!(text, "  {verb} {}", sets::access(scop, statement, access));
        }
    }
    text
}

/// Two lines for each dependence.
fn dependences(found: &Found) -> String {
    let scop = &found.scop;
    let mut text = String::new();
    for (number, it) in found.plan.dependences.iter().enumerate() {
        let (from, to) = (&scop.statements[it.from].name, &scop.statements[it.to].name);
        let (kind, carrier) = (text::kind(it.kind), text::carrier(scop, it));
        _ = writeln!(text, "{number}: {from} -> {to}: {kind} of A{}, {carrier}", it.array);
        _ = writeln!(text, "  {}", sets::pairs(scop, it));
    }
    text
}

/// By statement a line for each dimension: the coefficients of the iterators, then the shift.
pub fn matrices(found: &Found) -> String {
    let mut text = String::new();
    for (number, statement) in found.scop.statements.iter().enumerate() {
        let columns: Vec<&str> = statement.iterators.iter().map(String::as_str).chain(["1"]).collect();
        _ = writeln!(text, "{}: {}", statement.name, columns.join(", "));
        for dimension in &found.plan.schedule.dimensions {
            let numbers: Vec<String> = match dimension {
                Dimension::Loop(rows) => rows[number].iter().map(ToString::to_string).collect(),
                Dimension::Scalar(numbers) => {
                    let zeros = statement.iterators.iter().map(|_| "0".to_owned());
                    zeros.chain([numbers[number].to_string()]).collect()
                }
            };
            _ = writeln!(text, "  [{}]", numbers.join(", "));
        }
    }
    text
}

/// Tiles and loops, from the outermost.
pub fn order(found: &Found) -> String {
    match &found.order {
        Some(order) => text::steps(&order.steps, found.plan.schedule.dimensions.len()),
        None => "no other order costs less\n".to_owned(),
    }
}

/// The new loops.
pub fn loops(found: &Found) -> String {
    match (&found.order, &found.code) {
        (_, Some(nodes)) => code::text(&found.scop, nodes),
        (Some(_), None) => "the code takes too much\n".to_owned(),
        (None, None) => "the original code stays\n".to_owned(),
    }
}
