//! The opt tool: text in, passes, text out.
//!
//! In reading order: `flags` is the table of what can be asked for, `cli` reads
//! the command line into `flags::Options`, `help` writes what `--help` shows;
//! `run` reads the input, cuts it and writes the output; `chunk` takes one
//! piece from text to text; `pipeline` makes its pass manager; `roundtrip`
//! checks that it can be read back; `actions` counts and logs what is done; `report` is where all diagnostics go;
//! `texts` shows IR in messages; `text` is the way to the text layer.

mod actions;
mod chunk;
mod cli;
mod flags;
mod help;
mod pipeline;
mod report;
mod roundtrip;
mod run;
mod text;
mod texts;

use std::io::{self, IsTerminal};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use self::run::Streams;
use crate::Registry;

/// Stack of the thread everything runs on: reading deeply nested text takes
/// room. Only what is touched is ever given by the system.
const STACK: usize = 512 << 20;

/// The exit code of a run that panicked, as Rust programs have it.
const PANICKED: u8 = 101;

/// The tool with every dialect and pass of rmlir and what `extend` adds.
pub fn opt_main(extend: impl FnOnce(&mut Registry)) -> ExitCode {
    let mut registry = Registry::everything();
    extend(&mut registry);
    main(registry)
}

/// The tool with the dialects and passes of `registry`.
pub fn main(registry: Registry) -> ExitCode {
    let args: Vec<String> = std::env::args_os().map(|arg| arg.to_string_lossy().into_owned()).collect();
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
        code(run::run(&args, &registry, &mut streams))
    });
    code.unwrap_or(PANICKED).into()
}

/// What a run inside of this process wrote, and how it ended.
pub struct Ran {
    /// Standard output.
    pub stdout: Vec<u8>,
    /// Standard error.
    pub stderr: Vec<u8>,
    /// The exit code.
    pub code: u8,
}

/// The tool as a function: `args` without the program's name, and all that
/// standard input holds.
pub fn run(registry: &Registry, args: &[String], stdin: &[u8]) -> Ran {
    let args: Vec<String> = std::iter::once("rmlir-opt".to_owned()).chain(args.iter().cloned()).collect();
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let code = on_large_stack(|| {
        let (mut stdin, stdout, stderr) = (stdin, &mut stdout, &mut stderr);
        let mut streams =
            Streams { stdin: &mut stdin, is_typed: false, stdout, stderr, is_watched: false, ends_process: false };
        code(run::run(&args, registry, &mut streams))
    });
    Ran { stdout, stderr, code: code.unwrap_or(PANICKED) }
}

fn code(succeeded: bool) -> u8 {
    u8::from(!succeeded)
}

/// `None` if it panics; what the panic says was printed when it happened. The thread stays the process's first: the
/// system's allocator gives memory to that one in larger steps than to others.
fn on_larger_stack(work: impl FnOnce() -> u8) -> Option<u8> {
    catch_unwind(AssertUnwindSafe(|| stacker::grow(STACK, work))).ok()
}

/// As [`on_larger_stack`], in a thread of its own.
fn on_large_stack(work: impl FnOnce() -> u8 + Send) -> Option<u8> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let thread = thread.expect("the system gives a thread");
        thread.join().ok()
    })
}
