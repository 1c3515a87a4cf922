//! One test: its script, executed in a folder for temporary files.

use std::fs;
use std::path::{Path, PathBuf};

use rmlir_opt::Registry;

use crate::features::holds;
use crate::script::{Line, Script};
use crate::shell::{Execution, Shell, parse};
use crate::substitute::Substitutions;
use crate::tools::OurTools;

/// What all tests of a suite share.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// What `REQUIRES` and its kin ask for.
    pub features: Vec<String>,
    /// Substitutions of the command line: name with its sign, and text.
    pub substitutions: Vec<(String, String)>,
    /// Commands that are replaced by others: a name, and the words for it.
    pub replaced: Vec<(String, Vec<String>)>,
    /// The folder for temporary files.
    pub temporary: PathBuf,
}

/// How a test ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Status {
    /// All commands succeeded.
    Pass,
    /// A command failed, as expected.
    ExpectedFailure,
    /// A feature is missing, or one is there that must not be.
    Unsupported,
    /// The file is no test, or cannot be read.
    Unresolved,
    /// It did not end in time.
    Timeout,
    /// All commands succeeded, but one was expected to fail.
    UnexpectedPass,
    /// A command failed.
    Fail,
}

impl Status {
    /// All of them, in the order of the summary.
    pub const ALL: [Status; 7] = [
        Status::Unsupported,
        Status::Pass,
        Status::ExpectedFailure,
        Status::Unresolved,
        Status::Timeout,
        Status::UnexpectedPass,
        Status::Fail,
    ];

    /// The word before the name of a test.
    pub fn word(self) -> &'static str {
        match self {
            Status::Pass => "PASS",
            Status::ExpectedFailure => "XFAIL",
            Status::Unsupported => "UNSUPPORTED",
            Status::Unresolved => "UNRESOLVED",
            Status::Timeout => "TIMEOUT",
            Status::UnexpectedPass => "XPASS",
            Status::Fail => "FAIL",
        }
    }

    /// The words in the summary.
    pub fn label(self) -> &'static str {
        match self {
            Status::Pass => "Passed",
            Status::ExpectedFailure => "Expectedly Failed",
            Status::Unsupported => "Unsupported",
            Status::Unresolved => "Unresolved",
            Status::Timeout => "Timed Out",
            Status::UnexpectedPass => "Unexpectedly Passed",
            Status::Fail => "Failed",
        }
    }

    /// Whether the suite fails because of it.
    pub fn is_failure(self) -> bool {
        matches!(self, Status::Fail | Status::UnexpectedPass | Status::Timeout | Status::Unresolved)
    }
}

/// How a test ended, and the text about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// How it ended.
    pub status: Status,
    /// Its commands and what they wrote, or why there are none.
    pub text: String,
}

impl Outcome {
    fn unresolved(text: String) -> Self {
        Self { status: Status::Unresolved, text }
    }
}

/// Runs the test in `file`. Its temporary files are named after `name`, a path below the folder for temporary files.
pub fn run_test(registry: &Registry, settings: &Settings, file: &Path, name: &str) -> Outcome {
    let text = match fs::read(file) {
        Ok(text) => text,
        Err(error) => return Outcome::unresolved(format!("{}: {error}\n", file.display())),
    };
    let script = match Script::read(&text) {
        Ok(script) => script,
        Err(message) => return Outcome::unresolved(message + "\n"),
    };
    let is_expected_to_fail = match judge(&script, &settings.features) {
        Err(message) => return Outcome::unresolved(message + "\n"),
        Ok(Judgement::Unsupported(text)) => return Outcome { status: Status::Unsupported, text },
        Ok(Judgement::Run { is_expected_to_fail }) => is_expected_to_fail,
    };
    let temporary = settings.temporary.join(name.trim_start_matches('/').replace("..", "_"));
    let mut outcome = Outcome { status: Status::Fail, text: String::new() };
    for _ in 0..=script.allow_retries {
        outcome = attempt(registry, settings, &script, file, &temporary);
        if outcome.status == Status::Pass {
            break;
        }
    }
    outcome.status = match (outcome.status, is_expected_to_fail) {
        (Status::Fail, true) => Status::ExpectedFailure,
        (Status::Pass, true) => Status::UnexpectedPass,
        (status, _) => status,
    };
    outcome
}

/// Whether a test is run.
enum Judgement {
    Unsupported(String),
    Run { is_expected_to_fail: bool },
}

/// Judges the conditions of a test; the error is a fault of one.
fn judge(script: &Script, features: &[String]) -> Result<Judgement, String> {
    for condition in &script.requires {
        if !holds(condition, features)? {
            let text = format!("Test requires the following unavailable features: {condition}\n");
            return Ok(Judgement::Unsupported(text));
        }
    }
    for condition in &script.unsupported {
        if holds(condition, features)? {
            let text = format!("Test does not support the following features and/or targets: {condition}\n");
            return Ok(Judgement::Unsupported(text));
        }
    }
    let mut is_expected_to_fail = false;
    for condition in &script.xfail {
        is_expected_to_fail |= holds(condition, features)?;
    }
    Ok(Judgement::Run { is_expected_to_fail })
}

fn attempt(registry: &Registry, settings: &Settings, script: &Script, file: &Path, temporary: &Path) -> Outcome {
    if let Some(folder) = temporary.parent()
        && let Err(error) = fs::create_dir_all(folder)
    {
        return Outcome::unresolved(format!("{}: {error}\n", folder.display()));
    }
    let tools = OurTools { registry, replaced: settings.replaced.clone() };
    let mut substitutions = Substitutions::new(file, temporary, &settings.features);
    for (name, text) in &settings.substitutions {
        substitutions.define(name, text);
    }
    let mut shell = Shell::default();
    let mut text = String::new();
    for line in &script.lines {
        match line {
            Line::Define { line, name, text, replaces } => {
                if substitutions.has(name) != *replaces {
                    let fault = if *replaces { "is not defined yet" } else { "is defined already" };
                    return Outcome::unresolved(format!("line {line}: '{name}' {fault}\n"));
                }
                substitutions.define(name, text);
            }
            Line::Run { line, command } => {
                let list = substitutions.apply(command).and_then(|command| Ok((parse(&command)?, command)));
                let (list, command) = match list {
                    Ok(list) => list,
                    Err(message) => return Outcome::unresolved(format!("RUN: at line {line}: {message}\n")),
                };
                let mut executions = Vec::new();
                let succeeded = shell.run(&list, &tools, &mut executions);
                text += &format!("# RUN: at line {line}\n{command}\n");
                executions.iter().for_each(|execution| text += &described(execution));
                if !succeeded {
                    return Outcome { status: Status::Fail, text };
                }
            }
        }
    }
    Outcome { status: Status::Pass, text }
}

/// A command and what it wrote, if it wrote or failed.
fn described(execution: &Execution) -> String {
    let mut text = format!("# executed command: {}\n", execution.words.join(" "));
    for (name, bytes) in [("stdout", &execution.stdout), ("stderr", &execution.stderr)] {
        if !bytes.is_empty() {
            let mut shown = String::from_utf8_lossy(bytes).into_owned();
            if !shown.ends_with('\n') {
                shown.push('\n');
            }
            text += &format!("# .---command {name}------------\n{shown}# `-----------------------------\n");
        }
    }
    if execution.code != 0 {
        text += &format!("# error: command failed with exit status: {}\n", execution.code);
    }
    text
}
