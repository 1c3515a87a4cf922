//! Runs both tools on many texts.

use rayon::prelude::*;

use crate::execute::{Execution, Runner};
use crate::report::{Finding, Section};
use crate::run::{Outcome, Tool};
use crate::{command, compare};

/// A text and its name.
pub struct Named<'t> {
    /// The name in reports.
    pub name: String,
    /// Line of the file on which it begins.
    pub line: usize,
    /// The text.
    pub text: &'t str,
}

/// As [`compare_and_run`], but executes nothing.
pub fn compare_with(flags: &str, texts: &[Named], mlir_opt: &Tool, rmlir_opt: &Tool) -> Result<Section, String> {
    compare_and_run(flags, texts, mlir_opt, rmlir_opt, None)
}

/// Compares on every text, with these flags for both tools, and executes outputs that differ if there is a `runner`.
/// The findings are in the order of the texts, whatever ends first.
pub fn compare_and_run(
    flags: &str,
    texts: &[Named],
    mlir_opt: &Tool,
    rmlir_opt: &Tool,
    runner: Option<&Runner>,
) -> Result<Section, String> {
    let words = command::split_flags(flags)?;
    let mlir_opt = Tool { flags: words.clone(), ..mlir_opt.clone() };
    let rmlir_opt = Tool { flags: words, ..rmlir_opt.clone() };
    let find = |named: &Named| {
        let (expected, actual) = (mlir_opt.run(named.text)?, rmlir_opt.run(named.text)?);
        let execution = runner.map(|runner| execute(runner, &expected, &actual)).transpose()?.flatten();
        let verdict = compare::classify(expected, actual);
        Ok(Finding { name: named.name.clone(), line: named.line, verdict, execution })
    };
    let findings = texts.par_iter().map(find).collect::<std::io::Result<_>>().map_err(|error| error.to_string())?;
    Ok(Section { flags: flags.to_owned(), findings })
}

/// Executes two accepted outputs that differ.
fn execute(runner: &Runner, expected: &Outcome, actual: &Outcome) -> std::io::Result<Option<Execution>> {
    match (expected, actual) {
        (Outcome::Accepted { stdout: expected }, Outcome::Accepted { stdout: actual }) if expected != actual => {
            runner.compare(expected, actual).map(Some)
        }
        _ => Ok(None),
    }
}
