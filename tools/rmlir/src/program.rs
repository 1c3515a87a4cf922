//! The tools as programs: one with a subcommand for each tool, and each tool for itself.
//!
//! Each function takes another that adds dialects and passes from outside.

use std::process::ExitCode;

use rmlir_opt::{Registry, opt, tool};

/// A tool of the program.
struct Tool {
    /// The subcommand.
    name: &'static str,
    /// One line for `--help`.
    summary: &'static str,
    /// Runs it with a registry and its arguments, of which the first is the program.
    main: fn(Registry, &[String]) -> ExitCode,
}

static OPT: Tool = Tool { name: "opt", summary: "Reads IR, runs passes, writes IR", main: opt::main };
#[cfg(feature = "tools")]
static RUN: Tool = Tool { name: "run", summary: "Runs a function of a file", main: rmlir_run::main };
#[cfg(feature = "tools")]
static TRANSLATE: Tool = Tool {
    name: "translate",
    summary: "Translates between the llvm dialect and LLVM IR, and schedules problems",
    main: rmlir_translate::tool::main,
};
#[cfg(feature = "tools")]
static REDUCE: Tool = Tool {
    name: "reduce",
    summary: "Makes a module smaller as long as it stays interesting",
    main: rmlir_reduce::main,
};

const TOOLS: &[&Tool] = &[
    &OPT,
    #[cfg(feature = "tools")]
    &RUN,
    #[cfg(feature = "tools")]
    &TRANSLATE,
    #[cfg(feature = "tools")]
    &REDUCE,
];

/// All tools as one program; the first argument selects the tool.
pub fn main(extend: impl FnOnce(&mut Registry)) -> ExitCode {
    let args = tool::arguments();
    let program = args.first().map_or("rmlir", String::as_str);
    match args.get(1).map(String::as_str) {
        Some("-h" | "--help" | "help") => {
            print!("{}", help(program));
            ExitCode::SUCCESS
        }
        Some("-V" | "--version") => {
            println!("rmlir {}", env!("CARGO_PKG_VERSION"));
            ExitCode::SUCCESS
        }
        Some(name) => match TOOLS.iter().find(|tool| tool.name == name) {
            Some(tool) => {
                let tool_name = format!("rmlir-{name}");
                let rest = args.iter().skip(2).cloned();
                start(tool, extend, &std::iter::once(tool_name).chain(rest).collect::<Vec<_>>())
            }
            None => {
                let near = rmlir_ir::diag::near_name(name, TOOLS.iter().map(|tool| tool.name));
                let hint = near.map_or_else(String::new, |near| format!(" Did you mean '{near}'?"));
                eprintln!("rmlir: no tool is called '{name}'.{hint} Try: '{program} --help'");
                ExitCode::FAILURE
            }
        },
        None => {
            eprint!("{}", help(program));
            ExitCode::FAILURE
        }
    }
}

fn start(tool: &Tool, extend: impl FnOnce(&mut Registry), args: &[String]) -> ExitCode {
    let mut registry = Registry::everything();
    extend(&mut registry);
    (tool.main)(registry, args)
}

fn help(program: &str) -> String {
    let rows: String = TOOLS.iter().map(|tool| format!("  {:<10} {}\n", tool.name, tool.summary)).collect();
    format!(
        "Usage: {program} TOOL ARGUMENTS..\n\nTools:\n{rows}\n'{program} TOOL --help' shows the arguments of a tool.\n"
    )
}

/// The tool that reads IR, runs passes and writes IR, as a program.
pub fn opt_main(extend: impl FnOnce(&mut Registry)) -> ExitCode {
    start(&OPT, extend, &tool::arguments())
}

/// The tool that runs a function of a file, as a program.
#[cfg(feature = "tools")]
pub fn run_main(extend: impl FnOnce(&mut Registry)) -> ExitCode {
    start(&RUN, extend, &tool::arguments())
}

/// The tool that translates between the `llvm` dialect and LLVM IR, as a program.
#[cfg(feature = "tools")]
pub fn translate_main(extend: impl FnOnce(&mut Registry)) -> ExitCode {
    start(&TRANSLATE, extend, &tool::arguments())
}

/// The tool that makes a module smaller, as a program.
#[cfg(feature = "tools")]
pub fn reduce_main(extend: impl FnOnce(&mut Registry)) -> ExitCode {
    start(&REDUCE, extend, &tool::arguments())
}
