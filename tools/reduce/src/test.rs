//! The interestingness test.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use rmlir_compare::run::{Outcome, Tool};

use crate::bisect::limit_flag;

/// An interestingness test.
pub enum Test {
    /// The command exits with 0 when its argument is the path of a file with the text.
    Command(PathBuf, Vec<String>),
    /// The tool crashes or panics.
    Crashes(Tool),
    /// The tool accepts the text alone, and reports that the verifier fails after a pass.
    FailsToVerify(Tool),
    /// The tool, which executes functions before and after each pass, reports that one computes another result.
    BreaksSemantics(Tool),
    /// Both tools accept the text and print different output, or only the second fails.
    Differs {
        /// The reference tool.
        mlir_opt: Tool,
        /// The tool under test.
        rmlir_opt: Tool,
    },
    /// The function returns true.
    Holds(Box<dyn Fn(&str) -> bool + Send + Sync>),
}

impl Test {
    /// The `RUN` line of a test case that reproduces the failure, if the test runs our tool.
    pub fn run_line(&self) -> Option<String> {
        self.tool().map(run_line)
    }

    /// Our tool, if the test runs it.
    pub fn tool(&self) -> Option<&Tool> {
        match self {
            Self::Crashes(tool) | Self::FailsToVerify(tool) | Self::BreaksSemantics(tool) => Some(tool),
            Self::Differs { rmlir_opt, .. } => Some(rmlir_opt),
            Self::Command(..) | Self::Holds(_) => None,
        }
    }

    /// The same test with a limit on the steps of our tool. A command gets the flag as an argument.
    ///
    /// # Panics
    /// The test is a function.
    pub fn with_limit(&self, limit: u64) -> Test {
        let with_flag = |flags: &[String]| [flags, &[limit_flag(limit)]].concat();
        let limited = |tool: &Tool| Tool { flags: with_flag(&tool.flags), ..tool.clone() };
        match self {
            Self::Command(program, arguments) => Self::Command(program.clone(), with_flag(arguments)),
            Self::Crashes(tool) => Self::Crashes(limited(tool)),
            Self::FailsToVerify(tool) => Self::FailsToVerify(limited(tool)),
            Self::BreaksSemantics(tool) => Self::BreaksSemantics(limited(tool)),
            Self::Differs { mlir_opt, rmlir_opt } => {
                Self::Differs { mlir_opt: mlir_opt.clone(), rmlir_opt: limited(rmlir_opt) }
            }
            Self::Holds(_) => panic!("a function runs no tool whose steps could be limited"),
        }
    }

    /// Whether `text` is interesting; `Err` if the test cannot be executed.
    pub fn is_interesting(&self, text: &str) -> Result<bool, String> {
        let run = |tool: &Tool| tool.run(text).map_err(|error| error.to_string());
        Ok(match self {
            Self::Command(program, arguments) => {
                succeeds(program, arguments, text).map_err(|error| error.to_string())?
            }
            Self::Holds(holds) => holds(text),
            Self::Crashes(tool) => matches!(run(tool)?, Outcome::Crashed { .. }),
            Self::FailsToVerify(tool) => matches!(run(tool)?, Outcome::Rejected { .. }),
            Self::BreaksSemantics(tool) => {
                matches!(run(tool)?, Outcome::Rejected { message } if message.contains("changes what function"))
            }
            Self::Differs { mlir_opt, rmlir_opt } => match run(mlir_opt)? {
                accepted @ Outcome::Accepted { .. } => run(rmlir_opt)? != accepted,
                _ => false,
            },
        })
    }
}

fn run_line(rmlir_opt: &Tool) -> String {
    let quoted = |flag: &String| match flag.contains([' ', '{', '(']) {
        true => format!(" '{flag}'"),
        false => format!(" {flag}"),
    };
    format!("// RUN: rmlir-opt %s{}\n", rmlir_opt.flags.iter().map(quoted).collect::<String>())
}

fn succeeds(program: &PathBuf, arguments: &[String], text: &str) -> std::io::Result<bool> {
    let mut file = tempfile::Builder::new().suffix(".mlir").tempfile()?;
    file.write_all(text.as_bytes())?;
    let mut command = Command::new(program);
    command.args(arguments).arg(file.path());
    Ok(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status()?.success())
}
