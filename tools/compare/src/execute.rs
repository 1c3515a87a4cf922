//! Executes the functions of two different outputs.
//!
//! Plan: 1. find the functions that both outputs define and whose texts differ; 2. interpret each, from both outputs,
//! with the same random arguments; 3. compare the printed results and final arguments. A function that the interpreter
//! rejects in one of the outputs, or whose result is undefined by mlir-opt's output, is not compared.

use std::collections::BTreeMap;
use std::io;

use crate::run::{Outcome, Tool};

/// The number of argument sets for each function: enough for both successors of most branches, few enough to be fast.
const N_RUNS: u64 = 4;
/// The step limit of the execution of a function.
const MAX_STEPS: &str = "20000000";
/// The indentation of functions directly in the module; more deeply indented ones are in nested modules.
const MAX_INDENT: usize = 2;

/// The result of executing two different outputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Execution {
    /// All executed functions compute the same.
    Equal {
        /// The number of executed functions.
        n_run: usize,
        /// The number of functions whose texts differ.
        n_functions: usize,
    },
    /// A function computes something else.
    Different {
        /// Its name.
        function: String,
        /// The seed of the arguments.
        seed: u64,
    },
    /// No function could be executed.
    NotRun {
        /// The reason for the last one.
        reason: String,
    },
}

/// Compares outputs by executing them with `tool`, whose command line is that of `rmlir-run`.
#[derive(Clone, Debug)]
pub struct Runner {
    /// The interpreter.
    pub tool: Tool,
}

impl Runner {
    /// Executes the functions that both outputs define differently.
    pub fn compare(&self, expected: &[u8], actual: &[u8]) -> io::Result<Execution> {
        let (expected, actual) = (String::from_utf8_lossy(expected), String::from_utf8_lossy(actual));
        let functions = different_functions(&expected, &actual);
        let mut n_run = 0;
        let mut reason = "no function is defined by both".to_owned();
        for function in &functions {
            let mut ran = false;
            for seed in 0..N_RUNS {
                match (self.run(&expected, function, seed)?, self.run(&actual, function, seed)?) {
                    (Ok(expected), Ok(actual)) if expected == actual => ran = true,
                    (Ok(expected), Ok(_)) if expected.contains("poison") => reason = "the result is undefined".into(),
                    (Ok(_), Ok(_)) => return Ok(Execution::Different { function: function.clone(), seed }),
                    (Err(message), _) | (_, Err(message)) => reason = message,
                }
            }
            n_run += usize::from(ran);
        }
        let n_functions = functions.len();
        Ok(if n_run == 0 { Execution::NotRun { reason } } else { Execution::Equal { n_run, n_functions } })
    }

    /// The output of an execution, or the reason why there is none.
    fn run(&self, text: &str, function: &str, seed: u64) -> io::Result<Result<String, String>> {
        let seed = seed.to_string();
        let flags = ["--entry", function, "--seed", &seed, "--print-arguments", "--max-steps", MAX_STEPS];
        let tool = Tool { flags: flags.map(Into::into).to_vec(), ..self.tool.clone() };
        Ok(match tool.run(text)? {
            Outcome::Accepted { stdout } => Ok(String::from_utf8_lossy(&stdout).into_owned()),
            Outcome::Rejected { message } | Outcome::Crashed { message } => Err(message),
            Outcome::TimedOut => Err("the run took too long".into()),
        })
    }
}

/// The names of the functions that both texts define differently; of all common functions if there are none.
fn different_functions(expected: &str, actual: &str) -> Vec<String> {
    let (expected, actual) = (functions(expected), functions(actual));
    let common = expected.iter().filter_map(|(name, text)| Some((name, *text == *actual.get(name)?)));
    let (same, different): (Vec<_>, Vec<_>) = common.partition(|&(_, same)| same);
    let chosen = if different.is_empty() { same } else { different };
    chosen.into_iter().map(|(name, _)| (*name).to_owned()).collect()
}

/// The functions that `text` defines, by name: from a line that ends with `{` to the closing brace with the same
/// indentation.
fn functions(text: &str) -> BTreeMap<&str, String> {
    let mut found = BTreeMap::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let indent = line.len() - line.trim_start().len();
        let Some(name) = defined_name(line.trim_start()).filter(|_| indent <= MAX_INDENT) else { continue };
        let end = format!("{:indent$}}}", "");
        let body: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with(&end)).collect();
        found.insert(name, format!("{line}\n{}", body.join("\n")));
    }
    found
}

/// The name in the first line of a function with a body.
fn defined_name(line: &str) -> Option<&str> {
    let is_function = line.starts_with("func.func ") || line.starts_with("llvm.func ");
    let (name, _) = line.split_once('@').filter(|_| is_function && line.ends_with('{'))?.1.split_once('(')?;
    Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = "module {\n  func.func @f(%arg0: i32) -> i32 {\n    return %arg0 : i32\n  }\n  func.func private @d()\n  llvm.func @g() {\n    llvm.return\n  }\n}\n";

    #[test]
    fn functions_with_bodies_are_found() {
        let found = functions(TWO);
        assert_eq!(found.keys().copied().collect::<Vec<_>>(), ["f", "g"]);
        assert_eq!(found["g"], "  llvm.func @g() {\n    llvm.return");
    }

    #[test]
    fn functions_of_nested_modules_are_left_out() {
        assert!(functions("module {\n  module {\n    func.func @f() {\n      return\n    }\n  }\n}\n").is_empty());
    }

    #[test]
    fn only_what_differs_is_run() {
        assert_eq!(different_functions(TWO, &TWO.replace("llvm.return", "llvm.unreachable")), ["g"]);
        assert_eq!(different_functions(TWO, &TWO.replace("module {", "module @m {")), ["f", "g"]);
        assert_eq!(different_functions(TWO, "module {\n}\n"), [""; 0]);
    }

    #[cfg(unix)]
    fn runner(script: &str) -> Runner {
        let flags = vec!["-c".into(), script.into()];
        Runner { tool: Tool { program: "sh".into(), flags, timeout: std::time::Duration::from_secs(60) } }
    }

    #[cfg(unix)]
    #[test]
    fn a_program_that_refuses_says_nothing() -> io::Result<()> {
        // The shell rejects `sh --entry`.
        let execution = runner("").compare(TWO.as_bytes(), TWO.as_bytes())?;
        assert!(matches!(execution, Execution::NotRun { .. }), "{execution:?}");
        Ok(())
    }
}
