//! The commands that run within this process: our tools under their names and upstream's, FileCheck, and those of lit.

use std::fs;
use std::path::{Path, PathBuf};

use rmlir_opt::tool::ToolOutput;
use rmlir_opt::{Registry, opt};

use crate::filecheck;
use crate::shell::{Shell, Tools, failed};
use crate::split_file::split_file;

/// The exit code of a Rust program after a panic, and the first of those of programs that a signal ended.
const CRASHES: [u8; 2] = [101, 128];

/// The tools with the dialects and passes of a registry.
pub struct OurTools<'r> {
    /// The dialects and passes.
    pub registry: &'r Registry,
    /// Commands that are replaced by others: a name, and the words for it.
    pub replaced: Vec<(String, Vec<String>)>,
}

impl Tools for OurTools<'_> {
    fn run(&self, words: &[String], stdin: &[u8], shell: &mut Shell) -> Option<ToolOutput> {
        let name = words.first()?;
        if let Some((_, others)) = self.replaced.iter().find(|(known, _)| known == name) {
            let words: Vec<String> = others.iter().chain(&words[1..]).cloned().collect();
            return Some(or_failed(shell.run_program(&words, stdin, false)));
        }
        self.tool(Path::new(name).file_name()?.to_str()?, &words[1..], stdin, shell)
    }
}

fn or_failed(output: Result<ToolOutput, String>) -> ToolOutput {
    output.unwrap_or_else(|message| failed(1, &message))
}

fn output(stdout: Vec<u8>, code: u8) -> ToolOutput {
    ToolOutput { stdout, stderr: Vec::new(), code }
}

impl OurTools<'_> {
    fn tool(&self, name: &str, args: &[String], stdin: &[u8], shell: &mut Shell) -> Option<ToolOutput> {
        // Paths in arguments are seen from the folder of this process.
        let is_here = shell.folder.is_none();
        Some(match name {
            "rmlir-opt" | "mlir-opt" if is_here => opt::run(self.registry, args, stdin),
            "rmlir-translate" | "mlir-translate" if is_here => rmlir_translate::tool::run(self.registry, args, stdin),
            "rmlir-run" if is_here => rmlir_run::run(self.registry, args, stdin),
            "FileCheck" | "rmlir-filecheck" if is_here => {
                let options = shell.variable(filecheck::tool::OPTIONS).unwrap_or_default();
                filecheck::tool::run_with_options(&options, args, &mut || Ok(stdin.to_owned()))
            }
            "not" => self.not(args, stdin, shell),
            "env" => self.env(args, stdin, shell),
            "split-file" => or_failed(split(args, shell)),
            "cat" => return cat(args, stdin, shell),
            "echo" if !args.first().is_some_and(|arg| arg.starts_with('-')) => {
                output((args.join(" ") + "\n").into_bytes(), 0)
            }
            "true" | ":" => output(Vec::new(), 0),
            "false" => output(Vec::new(), 1),
            "cd" => or_failed(change_folder(args, shell)),
            "export" => or_failed(export(args, shell)),
            "mkdir" | "rm" if is_simple(args) => or_failed(change_files(name, args, shell)),
            "count" => or_failed(count(args, stdin)),
            _ => return None,
        })
    }

    /// Runs a command, whatever it is.
    fn any(&self, words: &[String], stdin: &[u8], shell: &mut Shell) -> ToolOutput {
        self.run(words, stdin, shell).unwrap_or_else(|| or_failed(shell.run_program(words, stdin, false)))
    }

    /// `not COMMAND` and `not --crash COMMAND`.
    fn not(&self, args: &[String], stdin: &[u8], shell: &mut Shell) -> ToolOutput {
        let (wants_crash, words) = match args.split_first() {
            Some((first, rest)) if first == "--crash" => (true, rest),
            _ => (false, args),
        };
        let mut ran = match wants_crash {
            // A tool in this process would take it along.
            true => or_failed(shell.run_program(&crashing(words), stdin, false)),
            false => self.any(words, stdin, shell),
        };
        let has_crashed = ran.code == CRASHES[0] || ran.code >= CRASHES[1];
        let is_right = if wants_crash { has_crashed } else { ran.code != 0 && !has_crashed };
        ran.code = u8::from(!is_right);
        ran
    }

    /// `env NAME=VALUE COMMAND`.
    fn env(&self, args: &[String], stdin: &[u8], shell: &mut Shell) -> ToolOutput {
        let before = shell.environment.clone();
        let mut rest = args;
        while let Some((first, after)) = rest.split_first() {
            match (first.split_once('='), &first[..], after.split_first()) {
                (_, "-u", Some((name, after))) => {
                    shell.environment.insert(name.clone(), None);
                    rest = after;
                    continue;
                }
                (Some((name, value)), ..) => {
                    shell.environment.insert(name.to_owned(), Some(value.to_owned()));
                }
                _ => break,
            }
            rest = after;
        }
        let ran = if rest.is_empty() { output(Vec::new(), 0) } else { self.any(rest, stdin, shell) };
        shell.environment = before;
        ran
    }
}

/// The words that run one of our tools in a process of its own.
fn crashing(words: &[String]) -> Vec<String> {
    let tool = match words.first().map(String::as_str) {
        Some("rmlir-opt" | "mlir-opt") => "opt",
        Some("rmlir-translate" | "mlir-translate") => "translate",
        Some("rmlir-run") => "run",
        _ => return words.to_vec(),
    };
    let program = std::env::current_exe().map(|path| path.to_string_lossy().into_owned());
    let program = program.unwrap_or_else(|_| "rmlir".to_owned());
    [program, tool.to_owned()].into_iter().chain(words[1..].iter().cloned()).collect()
}

fn place(shell: &Shell, name: &str) -> PathBuf {
    shell.folder.as_ref().map_or_else(|| name.into(), |folder| folder.join(name))
}

fn split(args: &[String], shell: &Shell) -> Result<ToolOutput, String> {
    let (flags, names): (Vec<&String>, Vec<&String>) = args.iter().partition(|arg| arg.starts_with("--"));
    let leading_lines = flags.iter().any(|flag| *flag == "--leading-lines");
    let [file, folder] = names[..] else { return Err("split-file: expected a file and a folder".to_owned()) };
    split_file(&place(shell, file), &place(shell, folder), leading_lines)?;
    Ok(output(Vec::new(), 0))
}

/// `cat` without flags.
fn cat(args: &[String], stdin: &[u8], shell: &Shell) -> Option<ToolOutput> {
    if args.iter().any(|arg| arg.starts_with('-') && arg != "-") {
        return None;
    }
    if args.is_empty() {
        return Some(output(stdin.to_owned(), 0));
    }
    let mut text = Vec::new();
    for name in args {
        let read = if name == "-" { Ok(stdin.to_owned()) } else { fs::read(place(shell, name)) };
        match read {
            Ok(bytes) => text.extend(bytes),
            Err(error) => return Some(failed(1, &format!("cat: {name}: {error}"))),
        }
    }
    Some(output(text, 0))
}

fn change_folder(args: &[String], shell: &mut Shell) -> Result<ToolOutput, String> {
    let [name] = args else { return Err("cd: expected a folder".to_owned()) };
    let folder = place(shell, name);
    if !folder.is_dir() {
        return Err(format!("cd: {name}: not a folder"));
    }
    shell.folder = Some(folder);
    Ok(output(Vec::new(), 0))
}

fn export(args: &[String], shell: &mut Shell) -> Result<ToolOutput, String> {
    for arg in args {
        let (name, value) = arg.split_once('=').ok_or_else(|| format!("export: expected NAME=VALUE, not {arg}"))?;
        shell.environment.insert(name.to_owned(), Some(value.to_owned()));
    }
    Ok(output(Vec::new(), 0))
}

/// Whether there are no other flags than `-r`, `-f` and `-p`, and no patterns of names.
fn is_simple(args: &[String]) -> bool {
    let is_flag = |arg: &String| arg.starts_with('-');
    let is_known = |arg: &&String| arg[1..].chars().all(|letter| "rfp".contains(letter));
    args.iter().filter(|arg| is_flag(arg)).all(|arg| is_known(&arg)) && !args.iter().any(|arg| arg.contains(['*', '?']))
}

fn change_files(name: &str, args: &[String], shell: &Shell) -> Result<ToolOutput, String> {
    let (flags, names): (Vec<&String>, Vec<&String>) = args.iter().partition(|arg| arg.starts_with('-'));
    let has = |letter: char| flags.iter().any(|flag| flag.contains(letter));
    for file in names {
        let path = place(shell, file);
        let done = match name {
            "mkdir" if has('p') => fs::create_dir_all(&path),
            "mkdir" => fs::create_dir(&path),
            _ if fs::symlink_metadata(&path).is_err() && has('f') => Ok(()),
            _ if path.is_dir() && has('r') => fs::remove_dir_all(&path),
            _ => fs::remove_file(&path),
        };
        done.map_err(|error| format!("{name}: {file}: {error}"))?;
    }
    Ok(output(Vec::new(), 0))
}

/// `count N`: whether standard input has so many lines.
fn count(args: &[String], stdin: &[u8]) -> Result<ToolOutput, String> {
    let wanted = args.first().and_then(|arg| arg.parse::<usize>().ok()).ok_or("count: expected a number")?;
    let found = stdin.split_inclusive(|&byte| byte == b'\n').count();
    if found == wanted {
        return Ok(output(Vec::new(), 0));
    }
    Err(format!("Expected {wanted} lines, got {found}."))
}
