//! The opt tool: text in, passes, text out.
//!
//! In reading order: `flags` is the table of what can be asked for, `cli` reads
//! the command line into [`flags::Options`], `help` writes what `--help` shows;
//! `run` reads the input, cuts it and writes the output; `chunk` takes one
//! piece from text to text; `pipeline` makes its pass manager; `roundtrip`
//! checks that it can be read back; `report` is where all diagnostics go;
//! `texts` shows IR in messages; `text` is the way to the text layer.

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

use std::process::ExitCode;

use crate::Registry;

/// Stack of the thread everything runs on: reading deeply nested text takes
/// room. Only what is touched is ever given by the system.
const STACK: usize = 512 << 20;

/// The tool with every dialect and pass of rmlir and what `extend` adds.
pub fn opt_main(extend: impl FnOnce(&mut Registry)) -> ExitCode {
    let mut registry = Registry::everything();
    extend(&mut registry);
    main(registry)
}

/// The tool with the dialects and passes of `registry`.
pub fn main(registry: Registry) -> ExitCode {
    let args: Vec<String> = std::env::args_os().map(|arg| arg.to_string_lossy().into_owned()).collect();
    on_large_stack(move || run::run(&args, &registry))
}

fn on_large_stack(work: impl FnOnce() -> ExitCode + Send) -> ExitCode {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let thread = thread.expect("the system gives a thread");
        // The panic was printed when it happened.
        thread.join().unwrap_or(ExitCode::from(101))
    })
}
