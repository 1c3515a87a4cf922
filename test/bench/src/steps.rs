//! The time of each step as both tools report it (`--mlir-timing`). Parsing includes verification. The times are wall
//! times on one thread.

use std::path::Path;
use std::process::{Command, Stdio};

/// The steps, with the names that the tools use.
pub const STEPS: [(&str, &str); 4] =
    [("parse+verify", "Parser"), ("canonicalize", "Canonicalizer"), ("cse", "CSE"), ("print", "Output")];

const FLAGS: [&str; 6] = [
    "--mlir-disable-threading",
    "--allow-unregistered-dialect",
    "--canonicalize",
    "--cse",
    "--mlir-timing",
    "--mlir-timing-display=list",
];

/// The minimum time in seconds of each of [`STEPS`] over `times` executions.
pub fn least(program: &Path, file: &Path, times: usize) -> Result<[f64; STEPS.len()], String> {
    let mut best = [f64::INFINITY; STEPS.len()];
    for _ in 0..times.max(1) {
        let output = Command::new(program).args(FLAGS).arg(file).stdout(Stdio::null()).output();
        let output = output.map_err(|error| format!("{}: {error}", program.display()))?;
        let said = String::from_utf8_lossy(&output.stderr);
        for (best, (_, name)) in best.iter_mut().zip(STEPS) {
            let seconds =
                seconds(&said, name).ok_or_else(|| format!("{} says nothing of {name}", program.display()))?;
            *best = best.min(seconds);
        }
    }
    Ok(best)
}

/// The time of step `name` in a report: a line `0.1234 ( 12.3%)  name`.
fn seconds(said: &str, name: &str) -> Option<f64> {
    let line = said.lines().find(|line| line.split(')').nth(1).is_some_and(|rest| rest.trim() == name))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_found_by_its_whole_name() {
        let said = "  ----Wall Time----  ----Name----\n    0.2500 ( 50.0%)  CSE2\n    0.1250 ( 25.0%)  CSE\n";
        assert_eq!(seconds(said, "CSE"), Some(0.125));
        assert_eq!(seconds(said, "Parser"), None);
    }
}
