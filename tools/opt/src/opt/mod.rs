//! The opt tool: text in, passes, text out.
//!
//! In reading order: `flags` is the table of flags, `cli` parses the command line into `flags::Options`, `help` writes
//! the output of `--help`; `input` reads the text; `run` splits it and writes the output to `streams`; `job` is the
//! data that all pieces share, `chunk` processes one piece from text to text; `pipeline` creates its pass manager;
//! `roundtrip` verifies the round trip; `irdl` defines dialects from a file; `actions` counts and logs actions;
//! `explain` writes a page that shows a run; `report` collects all diagnostics, `remarks` formats optimization remarks;
//! `texts` prints IR in messages; `text` is the interface to the text layer.

mod actions;
mod chunk;
mod cli;
mod explain;
mod flags;
mod help;
mod input;
mod irdl;
mod job;
mod pipeline;
mod remarks;
mod report;
mod roundtrip;
mod run;
mod streams;
mod text;
mod texts;

use std::io::{self, IsTerminal};
use std::process::ExitCode;

pub use self::cli::described as command;
use self::streams::Streams;
use crate::Registry;
use crate::tool::{PANICKED, ToolOutput, on_large_stack, on_larger_stack};

/// The tool as a program with the dialects and passes of `registry`; the first of `args` is its name.
pub fn main(registry: Registry, args: &[String]) -> ExitCode {
    let code = on_larger_stack(move || {
        let (mut stdin, mut stdout, mut stderr) = (io::stdin(), io::stdout(), io::stderr());
        let (is_typed, is_watched) = (stdin.is_terminal(), stderr.is_terminal());
        let mut streams = Streams {
            stdin: &mut stdin,
            is_typed,
            stdout: &mut stdout,
            stderr: &mut stderr,
            is_watched,
            ends_process: true,
        };
        code(run::run(args, &registry, &mut streams))
    });
    code.unwrap_or(PANICKED).into()
}

/// The tool as a function: `args` without the program's name, and the contents of standard input.
pub fn run(registry: &Registry, args: &[String], stdin: &[u8]) -> ToolOutput {
    let args: Vec<String> = std::iter::once("rmlir-opt".to_owned()).chain(args.iter().cloned()).collect();
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let code = on_large_stack(|| {
        let (mut stdin, stdout, stderr) = (stdin, &mut stdout, &mut stderr);
        let mut streams =
            Streams { stdin: &mut stdin, is_typed: false, stdout, stderr, is_watched: false, ends_process: false };
        code(run::run(&args, registry, &mut streams))
    });
    ToolOutput { stdout, stderr, code: code.unwrap_or(PANICKED) }
}

fn code(succeeded: bool) -> u8 {
    u8::from(!succeeded)
}
