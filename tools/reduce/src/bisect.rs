//! Bisection of the steps of a pipeline: the first one with which a module is interesting.
//!
//! Plan: 1. the limit on steps (`--fuel`) is doubled until the module is interesting; 2. the interval between the last
//! two limits is halved until it is one step; 3. the tool is run without and with that step, and shows which one it is
//! and what it changes.
//! After: the module is not interesting with one step less. If steps later on hide what an earlier one did, there may
//! be several such steps, and one of them is found.

use std::path::Path;
use std::process::{Command, Output};

use rmlir_compare::run::Tool;
use similar::TextDiff;

/// The lines of context in a difference.
const CONTEXT: usize = 3;

/// A step that was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// Its number; the first step is 1.
    pub number: u64,
    /// The number of limits that were tried.
    pub n_tests: usize,
}

/// Finds a step with which `is_interesting`, a function of the number of steps that are executed, becomes true.
///
/// ```
/// let found = rmlir_reduce::bisect::first_step(&|limit| Ok(limit >= 37)).unwrap();
/// assert_eq!(found.number, 37);
/// ```
///
/// # Errors
/// It is false with all steps, or true without any, or cannot be computed.
pub fn first_step(is_interesting: &dyn Fn(u64) -> Result<bool, String>) -> Result<Found, String> {
    if !is_interesting(u64::MAX)? {
        return Err("the module is not interesting after all steps".to_owned());
    }
    if is_interesting(0)? {
        return Err("the module is interesting without any step".to_owned());
    }
    let (mut before, mut number, mut n_tests) = (0, 1, 3);
    while !is_interesting(number)? {
        (before, number) = (number, number.saturating_mul(2));
        n_tests += 1;
    }
    while number - before > 1 {
        let middle = before.midpoint(number);
        n_tests += 1;
        match is_interesting(middle)? {
            true => number = middle,
            false => before = middle,
        }
    }
    Ok(Found { number, n_tests })
}

/// Runs `tool` on a file without and with the step `number`. Returns its messages with that step, and the difference
/// that the step makes in its output, if it ends without errors.
///
/// # Errors
/// The tool cannot be started.
pub fn show(tool: &Tool, input: &Path, number: u64) -> Result<(String, String), String> {
    let (before, after) = (execute(tool, input, number - 1)?, execute(tool, input, number)?);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let messages = text(&after.stderr);
    if !before.status.success() || !after.status.success() {
        return Ok((messages, String::new()));
    }
    let (old, new) = (text(&before.stdout), text(&after.stdout));
    let names = (format!("before step {number}"), format!("after step {number}"));
    let diff = TextDiff::from_lines(&old, &new);
    let mut difference = diff.unified_diff().context_radius(CONTEXT).header(&names.0, &names.1).to_string();
    if !difference.is_empty() && !difference.ends_with('\n') {
        difference.push('\n');
    }
    Ok((messages, difference))
}

fn execute(tool: &Tool, input: &Path, limit: u64) -> Result<Output, String> {
    let output = Command::new(&tool.program).args(&tool.flags).arg(limit_flag(limit)).arg(input).output();
    output.map_err(|error| format!("{}: {error}", tool.program.display()))
}

/// The flag that limits the steps of a tool.
pub fn limit_flag(limit: u64) -> String {
    format!("--fuel={limit}")
}
