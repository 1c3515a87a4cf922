//! The report as text.

use std::fmt::Write;

use super::explained::{Explained, Row};
use crate::print;

/// The section of a function.
pub fn section(explained: &Explained) -> String {
    let mut out = String::new();
    let Explained { name, target, estimate, .. } = explained;
    _ = writeln!(out, "{name}: {} lanes, {}", estimate.n_lanes, target.name);
    out.push_str(&explained.annotated);
    out.push_str("\norder:\n");
    out.push_str(&print::linear(explained.plan));
    out.push_str("costs:\n");
    _ = writeln!(
        out,
        "  {:8}{:24}{:12}{:>8}{:>8}{:>8}{:>8}",
        "block", "operation", "as", "one", "times", "all", "times"
    );
    for row in &explained.rows {
        _ = writeln!(out, "{}", line(row));
    }
    _ = writeln!(out, "  {}", total(explained));
    out
}

fn line(row: &Row) -> String {
    let Row { node, name, costs, turns, .. } = row;
    format!(
        "  {node:8}{name:24}{:12}{:>8.1}{:>8.1}{:>8.1}{:>8.1}",
        costs.how.words(),
        costs.scalar,
        turns.0,
        costs.lanes,
        turns.1
    )
}

/// The summary of the estimate.
pub fn total(explained: &Explained) -> String {
    let found = &explained.estimate;
    format!(
        "one lane after the other {:.0}, all at once {:.0}: {:.2} times as fast; {} of {} registers at a time",
        found.scalar * found.n_lanes as f64,
        found.lanes,
        found.gain(),
        found.n_registers,
        explained.target.n_registers
    )
}
