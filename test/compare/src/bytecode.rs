//! Compares bytecode: what one tool writes, the other reads.
//!
//! For each way there is a section: 1. the writer makes bytecode of the text; 2. the reader makes text of that; 3. the
//! text is compared with what mlir-opt prints without the detour. The third way is that from rmlir-opt to itself, compared
//! with its own text.

use std::io;

use rayon::prelude::*;

use crate::report::{Finding, Section};
use crate::run::{Outcome, Tool};
use crate::texts::Named;
use crate::{command, compare};

/// From whom to whom, with the title of the section.
#[derive(Clone, Copy)]
struct Way<'t> {
    title: &'static str,
    writer: &'t Tool,
    reader: &'t Tool,
    /// Whose text, without the detour, counts.
    yardstick: &'t Tool,
}

/// Compares on every text, with these flags for both tools: one section for each way.
pub fn compare(flags: &str, texts: &[Named], mlir_opt: &Tool, rmlir_opt: &Tool) -> Result<Vec<Section>, String> {
    let words = command::split_flags(flags)?;
    let mlir_opt = &Tool { flags: words.clone(), ..mlir_opt.clone() };
    let rmlir_opt = &Tool { flags: words, ..rmlir_opt.clone() };
    let ways = [
        Way { title: "mlir-opt writes, rmlir-opt reads", writer: mlir_opt, reader: rmlir_opt, yardstick: mlir_opt },
        Way { title: "rmlir-opt writes, mlir-opt reads", writer: rmlir_opt, reader: mlir_opt, yardstick: mlir_opt },
        Way { title: "rmlir-opt writes and reads", writer: rmlir_opt, reader: rmlir_opt, yardstick: rmlir_opt },
    ];
    let section = |way: &Way| {
        let find = |named: &Named| find(way, named);
        let findings = texts.par_iter().map(find).collect::<io::Result<_>>().map_err(|error| error.to_string())?;
        Ok(Section { flags: format!("{} {flags}", way.title).trim().to_owned(), findings })
    };
    ways.iter().map(section).collect()
}

fn find(way: &Way, named: &Named) -> io::Result<Finding> {
    let expected = way.yardstick.run(named.text)?;
    let mut writer = way.writer.clone();
    writer.flags.push("--emit-bytecode".into());
    let actual = match writer.run(named.text)? {
        Outcome::Accepted { stdout } => way.reader.run(&stdout)?,
        failed => failed,
    };
    let verdict = compare::classify(expected, actual);
    Ok(Finding { name: named.name.clone(), line: named.line, verdict, execution: None })
}
