//! RUN lines of test files, with expectations as they are and broken.
//!
//! Plan: 1. the RUN lines whose last command is FileCheck are taken; 2. the commands before it are executed, with the
//! tools on `PATH` and in LLVM's folder; 3. if they succeed and LLVM's FileCheck passes, ours has to; 4. for each such line
//! expectations are broken, one sign, word or line at a time, and both verdicts compared.

use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use rmlir::interp::random::Random;
use rmlir_lit::features::of_this_machine;
use rmlir_lit::script::{Line, Script};
use rmlir_lit::shell::{Command, List, Shell, Tools, parse};
use rmlir_lit::substitute::Substitutions;
use rmlir_lit::suite::{Found, discover};
use rmlir_opt::tool::ToolOutput;

use crate::verdict::{Upstream, compare};

/// The outcome of one RUN line.
#[derive(Default)]
struct Counts {
    n_passed: usize,
    n_broken: usize,
    n_still_pass: usize,
    differences: Vec<String>,
}

/// Compares all lines of the folders.
pub fn compare_all(
    upstream: &Upstream,
    folders: &[PathBuf],
    n_broken: u64,
    at_least: usize,
    timeout: u64,
) -> Result<bool, String> {
    let suffixes = [".mlir".to_owned(), ".ll".to_owned()];
    let tests = discover(folders, &suffixes)?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let one = |(index, test): (usize, &Found)| {
        let temporary = folder.path().join(index.to_string());
        of_file(upstream, test, &temporary, n_broken, timeout).unwrap_or_default()
    };
    let counts: Vec<Counts> = tests.par_iter().enumerate().map(one).collect();
    let sum = |count: fn(&Counts) -> usize| counts.iter().map(count).sum::<usize>();
    let n_passed = sum(|counts| counts.n_passed);
    let differences: Vec<&String> = counts.iter().flat_map(|counts| &counts.differences).collect();
    differences.iter().for_each(|difference| println!("{difference}"));
    println!(
        "{n_passed} lines that LLVM's FileCheck passes, {} broken expectations of which it refuses {}: {} verdicts differ",
        sum(|counts| counts.n_broken),
        sum(|counts| counts.n_broken - counts.n_still_pass),
        differences.len()
    );
    if n_passed < at_least {
        return Err(format!("only {n_passed} lines passed where {at_least} were required"));
    }
    Ok(differences.is_empty())
}

struct NoTools;

impl Tools for NoTools {
    fn run(&self, _: &[String], _: &[u8], _: &mut Shell) -> Option<ToolOutput> {
        None
    }
}

fn of_file(upstream: &Upstream, test: &Found, temporary: &Path, n_broken: u64, timeout: u64) -> Result<Counts, String> {
    let shown = |error: std::io::Error| error.to_string();
    let text = fs::read(&test.path).map_err(shown)?;
    let script = Script::read(&text)?;
    fs::create_dir_all(temporary).map_err(shown)?;
    let substitutions = Substitutions::new(&test.path, &temporary.join("t"), &of_this_machine());
    let mut counts = Counts::default();
    for line in &script.lines {
        let Line::Run { line, command } = line else { continue };
        let Some((producers, args)) = producers(&substitutions, command) else { continue };
        let input = temporary.join(format!("{line}.txt"));
        if !produce(&producers, temporary, &input, timeout)? {
            continue;
        }
        let args: Vec<String> = args.into_iter().chain([format!("--input-file={}", input.display())]).collect();
        if upstream.code(&args)? != 0 {
            continue;
        }
        counts.n_passed += 1;
        counts.differences.extend(compare(upstream, &args).err());
        let mut random = Random::new(Random::of_text(&format!("{} {line}", test.name)));
        for _ in 0..n_broken {
            let Some(text) = broken(&text, &mut random) else { break };
            let path = temporary.join("broken");
            fs::write(&path, text).map_err(shown)?;
            let own = test.path.display().to_string();
            let args: Vec<String> =
                args.iter().map(|arg| if *arg == own { path.display().to_string() } else { arg.clone() }).collect();
            counts.n_broken += 1;
            match compare(upstream, &args) {
                Ok(code) => counts.n_still_pass += usize::from(code == 0),
                Err(difference) => {
                    // The file is written again for the next one.
                    let kept = std::env::temp_dir().join(format!("rmlir-lit-broken-{line}"));
                    fs::copy(&path, &kept).map_err(shown)?;
                    counts.differences.push(format!("{}: broken as {}: {difference}", test.name, kept.display()));
                }
            }
        }
    }
    fs::remove_dir_all(temporary).map_err(shown)?;
    Ok(counts)
}

/// The commands before FileCheck, and its arguments, if the line is one pipe with FileCheck at its end.
fn producers(substitutions: &Substitutions, command: &str) -> Option<(Vec<Command>, Vec<String>)> {
    let List { first: mut pipe, rest } = parse(&substitutions.apply(command).ok()?).ok()?;
    let last = pipe.commands.pop()?;
    let is_pipe = rest.is_empty() && !pipe.is_negated && !pipe.commands.is_empty() && last.redirections.is_empty();
    let (name, args) = last.words.split_first()?;
    (is_pipe && name == "FileCheck").then(|| (pipe.commands, args.to_vec()))
}

/// Executes commands, and writes what the last one wrote; returns whether all succeeded.
fn produce(commands: &[Command], folder: &Path, input: &Path, timeout: u64) -> Result<bool, String> {
    let mut shell = Shell { folder: Some(folder.to_owned()), ..Shell::default() };
    let path = std::env::var("PATH").unwrap_or_default();
    shell.environment.insert("PATH".to_owned(), Some(format!("/usr/lib/llvm-22/bin:{path}")));
    let limited = |command: &Command| {
        let words = ["timeout".to_owned(), timeout.to_string()].into_iter().chain(command.words.iter().cloned());
        Command { words: words.collect(), redirections: command.redirections.clone() }
    };
    let pipe = rmlir_lit::shell::Pipe { commands: commands.iter().map(limited).collect(), is_negated: false };
    let mut executions = Vec::new();
    let succeeded = shell.run(&List { first: pipe, rest: Vec::new() }, &NoTools, &mut executions);
    let output = executions.pop().map(|execution| execution.stdout).unwrap_or_default();
    fs::write(input, output).map_err(|error| error.to_string())?;
    Ok(succeeded)
}

/// The text with one expectation changed; none if there is none.
fn broken(text: &[u8], random: &mut Random) -> Option<Vec<u8>> {
    let mut lines: Vec<Vec<u8>> = text.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    let colon = |line: &[u8]| {
        let is_run = line.windows(4).any(|word| word == b"RUN:");
        let at = line.iter().position(|&byte| byte == b':').filter(|_| !is_run && line.starts_with(b"//"))?;
        (at + 3 < line.len()).then_some(at + 2)
    };
    let candidates: Vec<usize> = (0..lines.len()).filter(|&index| colon(&lines[index]).is_some()).collect();
    let index = candidates[random.below(candidates.len().max(1) as u64) as usize..].first().copied()?;
    let start = colon(&lines[index])?;
    let line = &mut lines[index];
    let at = start + random.below((line.len() - start) as u64 - 1) as usize;
    match random.below(5) {
        0 => line[at] = b"aZ0% ]"[random.below(6) as usize],
        1 => line.insert(at, b"q7,. "[random.below(5) as usize]),
        2 => {
            line.remove(at);
        }
        3 => {
            line.drain(start..at);
        }
        _ => {
            let moved = lines.remove(index);
            let to = random.below(lines.len() as u64 + 1) as usize;
            lines.insert(to, moved);
        }
    }
    Some(lines.concat())
}
