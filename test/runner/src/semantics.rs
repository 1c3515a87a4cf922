//! Whether the passes of a case preserve the semantics of its functions.
//!
//! Each `rmlir-opt` command of a case is run once more with `--verify-semantics`. A case whose passes change the
//! results of functions, either intentionally or because they are allowed to, gives the reason in a line `// DIFFERS:
//! reason`; then there must be a difference.

use std::path::Path;

use rmlir_test_opt::registry;

use crate::{Tool, parse_line, run_lines, run_tool};

/// The number of argument sets on which functions are executed.
const N_RUNS: usize = 8;

/// The extent of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Looked {
    /// Commands after whose passes functions were compared.
    pub n_commands: usize,
    /// The number of those functions.
    pub n_functions: usize,
}

/// Checks the commands of a case file; `Err` is the difference, or the missing one if one is expected.
pub fn check_case(file: &Path) -> Result<Looked, String> {
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let may_differ = text.lines().any(|line| line.trim_start().starts_with("// DIFFERS: "));
    let (mut looked, mut differences) = (Looked::default(), Vec::new());
    for line in run_lines(&text)? {
        let mut input = Vec::new();
        for command in parse_line(&line)? {
            let folder = file.parent().unwrap_or(Path::new("")).to_string_lossy();
            let place = |argument: &String| argument.replace("%s", &file.to_string_lossy()).replace("%S", &folder);
            let arguments: Vec<String> = command.arguments.iter().map(place).collect();
            if command.tool == Tool::Opt && !arguments.iter().any(|argument| is_unsuitable(argument)) {
                let checking = format!("--verify-semantics={N_RUNS}");
                let with_check = [arguments.as_slice(), &[checking]].concat();
                let (_, stderr, _) = run_tool(command.tool, &registry(), &with_check, &input);
                let stderr = String::from_utf8_lossy(&stderr);
                let found: Vec<&str> = stderr.lines().filter(|line| line.contains(DIFFERS)).collect();
                differences.extend(found.iter().map(|found| format!("{line}\n  {found}")));
                let n_functions = stderr.lines().filter_map(n_compared).sum::<usize>();
                looked.n_functions += n_functions;
                looked.n_commands += usize::from(n_functions > 0);
            }
            (input, _, _) = run_tool(command.tool, &registry(), &arguments, &input);
        }
    }
    match (differences.is_empty(), may_differ) {
        (true, true) => Err("the case has a line `// DIFFERS: `, but no function computes something else".into()),
        (false, false) => Err(differences.join("\n")),
        _ => Ok(looked),
    }
}

/// The part of the error for a pass that changes semantics.
const DIFFERS: &str = "changes what function '";

/// Flags of commands with other output than that of passes, or that check semantics already.
fn is_unsuitable(argument: &str) -> bool {
    let names = ["--verify-semantics", "--verify-diagnostics", "--fuel", "--mlir-print-ir-tree-dir", "-o"];
    names.iter().any(|name| argument.split('=').next() == Some(name))
}

/// The number of compared functions in the line.
fn n_compared(line: &str) -> Option<usize> {
    let (before, _) = line.split_once(" functions compute the same after ")?;
    before.rsplit(' ').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_is_read() {
        assert_eq!(n_compared("a.mlir:1:1: remark: 3 functions compute the same after 2 passes, in 48 runs"), Some(3));
        assert_eq!(n_compared("a.mlir:1:1: remark: nothing"), None);
    }
}
