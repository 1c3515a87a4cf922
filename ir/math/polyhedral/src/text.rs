//! Printing of schedules.

pub mod sets;

use std::fmt::Write;

use rmlir_presburger::Row;

use crate::dependence::dependences::{Dependence, Kind};
use crate::schedule::{Dimension, Schedule};
use crate::scop::{Scop, Statement};
use crate::tiles::order::{Level, Step};

/// One line for each statement, `S1: (0, i, j)`, and one for each band.
pub fn schedule(scop: &Scop, schedule: &Schedule, is_parallel: &[bool]) -> String {
    let mut text = String::new();
    for (number, statement) in scop.statements.iter().enumerate() {
        let of = |dimension: &Dimension| match dimension {
            Dimension::Scalar(numbers) => numbers[number].to_string(),
            Dimension::Loop(rows) => form(&rows[number], statement),
        };
        let times: Vec<String> = schedule.dimensions.iter().map(of).collect();
        let _ = writeln!(text, "{}: ({})", statement.name, times.join(", "));
    }
    for band in &schedule.bands {
        let marks = is_parallel[band.dimensions()].iter();
        let marks: Vec<&str> = marks.map(|&is_parallel| if is_parallel { "parallel" } else { "sequential" }).collect();
        let _ = writeln!(text, "band at {}: {}", band.first, marks.join(", "));
    }
    text
}

/// `2t+i-1`: a row of a schedule.
pub fn form(row: &Row, statement: &Statement) -> String {
    let mut text = String::new();
    for (number, name) in std::iter::zip(row, &statement.iterators).filter(|(number, _)| !number.is_zero()) {
        let sign = if number.is_negative() {
            "-"
        } else if text.is_empty() {
            ""
        } else {
            "+"
        };
        let factor = if number.is_unit() { String::new() } else { number.abs().to_string() };
        let _ = write!(text, "{sign}{factor}{name}");
    }
    let shift = &row[statement.depth()];
    if text.is_empty() || !shift.is_zero() {
        let plus = if text.is_empty() || shift.is_negative() { "" } else { "+" };
        let _ = write!(text, "{plus}{shift}");
    }
    text
}

/// One line for each dependence: `S1 -> S2: flow, carried by loop 1`.
pub fn dependences(scop: &Scop, dependences: &[Dependence]) -> String {
    let mut text = String::new();
    for dependence in dependences {
        let (from, to) = (&scop.statements[dependence.from], &scop.statements[dependence.to]);
        let _ =
            writeln!(text, "{} -> {}: {}, {}", from.name, to.name, kind(dependence.kind), carrier(scop, dependence));
    }
    text
}

/// The keyword of a dependence kind.
pub fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Flow => "flow",
        Kind::Anti => "anti",
        Kind::Output => "output",
    }
}

/// The carrier of a dependence in the original program.
pub fn carrier(scop: &Scop, dependence: &Dependence) -> String {
    let n_common = scop.statements[dependence.from].n_common_loops(&scop.statements[dependence.to]);
    match dependence.level {
        level if level < n_common => format!("carried by loop {level}"),
        _ => "in the order of the text".to_owned(),
    }
}

/// One line for each step: `0: tile of 0 by 32 + tile of 1 by 32`, `2: dimension 0, parallel`. Dimensions from `n` on
/// are the first ones permuted.
pub fn steps(steps: &[Step], n: usize) -> String {
    let mut text = String::new();
    for (number, step) in steps.iter().enumerate() {
        let level = match &step.level {
            Level::Point(dimension) => format!("dimension {}", dimension % n.max(1)),
            Level::Tiles(tiles) => {
                let all = tiles.iter().map(|tile| {
                    let mut sizes: Vec<String> = tile.sizes.iter().map(ToString::to_string).collect();
                    if sizes.windows(2).all(|pair| pair[0] == pair[1]) {
                        sizes.truncate(1);
                    }
                    format!("tile of {} by {}", tile.dimension, sizes.join("/"))
                });
                all.collect::<Vec<_>>().join(" + ")
            }
        };
        let mark = if step.carried.is_empty() { ", parallel" } else { "" };
        let _ = writeln!(text, "{number}: {level}{mark}");
    }
    text
}
