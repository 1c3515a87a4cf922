//! `--mlir-pass-statistics`: the statistics of passes.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::pipeline::{PassInstance, Pipeline, Step};

const TITLE: &str = "... Pass statistics report ...";
const WIDTH: usize = 80;

/// The arrangement of statistics.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Display {
    /// Passes of one name together, sorted by name.
    List,
    /// In the structure of the pipeline.
    #[default]
    Pipeline,
}

/// The report of an executed pipeline.
pub fn report(pipeline: &Pipeline, display: Display) -> String {
    let rule = super::timing::rule();
    let padding = (WIDTH - TITLE.len()) / 2;
    let mut text = format!("{rule}{:padding$}{TITLE}\n{rule}", "");
    match display {
        Display::List => write_list(&mut text, pipeline),
        Display::Pipeline => pipeline.steps().iter().for_each(|step| write_step(&mut text, step, 0)),
    }
    text + "\n"
}

struct Row {
    name: &'static str,
    doc: &'static str,
    count: u64,
}

fn rows_of(pass: &PassInstance) -> Vec<Row> {
    let counts = pass.stats();
    pass.def().stats.iter().zip(counts).map(|(stat, count)| Row { name: stat.name, doc: stat.doc, count }).collect()
}

fn write_list(text: &mut String, pipeline: &Pipeline) {
    let mut by_title: BTreeMap<&str, Vec<Row>> = BTreeMap::new();
    pipeline.for_each_pass(&mut |pass| {
        let rows = rows_of(pass);
        match by_title.get_mut(pass.def().title) {
            _ if rows.is_empty() => {}
            Some(known) => known.iter_mut().zip(rows).for_each(|(known, row)| known.count += row.count),
            None => {
                by_title.insert(pass.def().title, rows);
            }
        }
    });
    for (title, rows) in by_title {
        write_entry(text, 2, title, rows);
    }
}

fn write_step(text: &mut String, step: &Step, mut indent: usize) {
    let pipelines = match step {
        Step::Pass(pass) => return write_entry(text, indent, pass.def().title, rows_of(pass)),
        Step::Nested(pipelines) => pipelines,
    };
    if pipelines.len() > 1 {
        write_entry(text, indent, &crate::pipeline::collection_name(pipelines), Vec::new());
        indent += 2;
    }
    for pipeline in pipelines {
        write_entry(text, indent, &format!("'{}' Pipeline", pipeline.anchor_name()), Vec::new());
        pipeline.steps().iter().for_each(|step| write_step(text, step, indent + 2));
    }
}

fn write_entry(text: &mut String, indent: usize, title: &str, mut rows: Vec<Row>) {
    rows.sort_by_key(|row| row.name);
    let name_width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
    let count_width = rows.iter().map(|row| row.count.to_string().len()).max().unwrap_or(0);
    let mut write = || -> std::fmt::Result {
        writeln!(text, "{:indent$}{title}", "")?;
        for Row { name, doc, count } in &rows {
            writeln!(text, "{:indent$}  (S) {count:count_width$} {name:name_width$} - {doc}", "")?;
        }
        Ok(())
    };
    write().expect("writing to memory does not fail");
}
