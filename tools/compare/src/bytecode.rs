//! Bytecode interchange: one tool writes bytecode, the other reads it.
//!
//! For each direction there is a section: 1. the writer converts the text to bytecode; 2. the reader converts that to
//! text; 3. the text is compared with the direct output of mlir-opt. The third direction is from rmlir-opt to itself,
//! compared with its own direct output.

use std::io;

use rayon::prelude::*;

use crate::report::{Finding, Section};
use crate::run::{Outcome, Tool};
use crate::texts::Named;
use crate::{command, compare};

/// The writer and the reader, with the title of the section.
#[derive(Clone, Copy)]
struct Way<'t> {
    title: &'static str,
    writer: &'t Tool,
    reader: &'t Tool,
    /// The tool whose direct output is the reference.
    yardstick: &'t Tool,
}

/// Compares on every text, with these flags for both tools: one section for each direction.
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
