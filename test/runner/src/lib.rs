//! Case files: a `.mlir` or `.ll` file under `test/cases` whose `// RUN:` or `; RUN:` lines are the commands to run.
//! The output of the commands is stored in a `.snap` file beside it.
//!
//! A line is one or more commands joined by `|`: `rmlir-opt`, which stands for `rmlir-test-opt`, `rmlir-translate` or
//! `rmlir-run`; all run inside this process; `%s` is the case file, `%S` its folder. All lines of a file are recorded
//! in one snapshot, each under its command: standard error, the exit code if it is not 0, standard output.
//! [`semantics`] checks whether passes preserve the semantics of functions.

pub mod semantics;

use std::path::{Path, PathBuf};

use rmlir_lit::script::{Line, Script};
use rmlir_lit::shell;
use rmlir_opt::{Registry, opt};
use rmlir_test_opt::registry;

/// The commands of one `// RUN:` line, in the order they are piped.
pub type Pipe = Vec<Command>;

/// A tool that a case file can run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tool {
    /// `rmlir-opt`.
    Opt,
    /// `rmlir-translate`.
    Translate,
    /// `rmlir-run`.
    Run,
}

/// A tool with its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// The tool.
    pub tool: Tool,
    /// Its arguments, without its name.
    pub arguments: Vec<String>,
}

/// All case files below `root`, in order of their paths.
pub fn case_files(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for path in entries.filter_map(|entry| entry.ok()).map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path
                .extension()
                .is_some_and(|extension| ["mlir", "ll", "graphml"].iter().any(|known| extension == *known))
            {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Runs a case file and returns the contents of its snapshot.
pub fn run_case(file: &Path) -> Result<String, String> {
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let mut snapshot = String::new();
    for line in run_lines(&text)? {
        snapshot.push_str(&format!("$ {line}\n"));
        snapshot.push_str(&run_pipe(&parse_line(&line)?, file));
    }
    Ok(snapshot)
}

/// The commands of the `RUN` lines of a case file. The error is that there is none.
pub fn run_lines(text: &str) -> Result<Vec<String>, String> {
    let command = |line| match line {
        Line::Run { command, .. } => Some(command),
        Line::Define { .. } => None,
    };
    Ok(Script::read(text.as_bytes())?.lines.into_iter().filter_map(command).collect())
}

/// Parses a line into commands and arguments.
pub fn parse_line(line: &str) -> Result<Pipe, String> {
    let list = shell::parse(line)?;
    if !list.rest.is_empty() || list.first.is_negated {
        return Err(format!("a case runs one pipe in each line: {line}"));
    }
    list.first.commands.into_iter().map(command).collect()
}

fn command(shell::Command { mut words, redirections }: shell::Command) -> Result<Command, String> {
    let tool = match words.first().map(String::as_str) {
        Some("rmlir-opt") => Tool::Opt,
        Some("rmlir-translate") => Tool::Translate,
        Some("rmlir-run") => Tool::Run,
        _ => return Err(format!("a case runs only rmlir-opt, rmlir-translate and rmlir-run, not {words:?}")),
    };
    if !redirections.is_empty() {
        return Err(format!("a case redirects nothing: {words:?}"));
    }
    words.remove(0);
    Ok(Command { tool, arguments: words })
}

fn run_pipe(pipe: &Pipe, file: &Path) -> String {
    let mut input = Vec::new();
    let mut shown = String::new();
    for command in pipe {
        let folder = file.parent().unwrap_or(Path::new("")).to_string_lossy();
        let place = |argument: &String| argument.replace("%s", &file.to_string_lossy()).replace("%S", &folder);
        let arguments: Vec<String> = command.arguments.iter().map(place).collect();
        let (stdout, stderr, code) = run_tool(command.tool, &registry(), &arguments, &input);
        shown.push_str(&without_folder(&String::from_utf8_lossy(&stderr), file));
        if code != 0 {
            shown.push_str(&format!("exit code {code}\n"));
        }
        input = stdout;
    }
    shown.push_str(&without_folder(&String::from_utf8_lossy(&input), file));
    shown
}

/// Runs `tool`: returns standard output, standard error, and the exit code.
pub fn run_tool(tool: Tool, registry: &Registry, arguments: &[String], input: &[u8]) -> (Vec<u8>, Vec<u8>, u8) {
    match tool {
        Tool::Opt => {
            let ran = opt::run(registry, arguments, input);
            (ran.stdout, ran.stderr, ran.code)
        }
        Tool::Translate => {
            let ran = rmlir_translate::tool::run(registry, arguments, input);
            (ran.stdout, ran.stderr, ran.code)
        }
        Tool::Run => {
            let ran = rmlir_run::run(registry, arguments, input);
            (ran.stdout, ran.stderr, ran.code)
        }
    }
}

/// The folder of the file depends on the machine: only its name is printed, and those of files beside it.
fn without_folder(text: &str, file: &Path) -> String {
    let folder = file.parent().unwrap_or(Path::new("")).join("");
    text.replace(&*folder.to_string_lossy(), "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_into_commands_and_words() {
        let pipe =
            parse_line("rmlir-opt %s --pass-pipeline='any(cse, canonicalize)' | rmlir-translate --mlir-to-llvmir");
        let command = |tool, words: &[&str]| {
            let arguments = words.iter().map(|&word| word.to_owned()).collect();
            Command { tool, arguments }
        };
        let opt = command(Tool::Opt, &["%s", "--pass-pipeline=any(cse, canonicalize)"]);
        assert_eq!(pipe, Ok(vec![opt, command(Tool::Translate, &["--mlir-to-llvmir"])]));
    }

    #[test]
    fn either_comment_holds_a_line() {
        let text = "// RUN: a %s\n  ; RUN: b\n";
        assert_eq!(run_lines(text).as_deref(), Ok(&["a %s".to_owned(), "b".to_owned()][..]));
    }

    #[test]
    fn other_commands_and_open_quotes_are_refused() {
        assert!(parse_line("rmlir-opt %s | FileCheck %s").is_err());
        assert!(parse_line("rmlir-opt 'a").is_err());
        assert!(parse_line("").is_err());
    }
}
