//! The tools as programs: one with a subcommand for each tool, and each tool for itself.
//!
//! Each function takes another that adds dialects and passes from outside.

use std::process::ExitCode;

use clap::Command;
use rmlir_opt::{Registry, opt, tool};

use crate::new;
#[cfg(feature = "tools")]
use crate::shell;

/// A tool of the program.
struct Tool {
    /// The subcommand.
    name: &'static str,
    /// Its command line.
    command: fn(&Registry) -> Command,
    /// Runs it with a registry and its arguments, of which the first is the program.
    main: fn(Registry, &[String]) -> ExitCode,
}

static OPT: Tool = Tool { name: "opt", command: opt::command, main: opt::main };
#[cfg(feature = "tools")]
static RUN: Tool = Tool { name: "run", command: |_| rmlir_run::command(), main: rmlir_run::main };
#[cfg(feature = "tools")]
static TRANSLATE: Tool =
    Tool { name: "translate", command: |_| rmlir_translate::command(), main: rmlir_translate::tool::main };
#[cfg(feature = "tools")]
static REDUCE: Tool = Tool { name: "reduce", command: |_| rmlir_reduce::command(), main: rmlir_reduce::main };
#[cfg(feature = "tools")]
static CC: Tool =
    Tool { name: "cc", command: |_| rmlir_cc::command(), main: |registry, args| rmlir_cc::main(&registry, args) };
#[cfg(feature = "tools")]
static CHECK: Tool = Tool { name: "check", command: |_| rmlir_lit::command(), main: rmlir_lit::main };
#[cfg(feature = "tools")]
static FILECHECK: Tool = Tool {
    name: "filecheck",
    command: |_| rmlir_lit::filecheck::tool::command(),
    main: |_, args| rmlir_lit::filecheck::tool::main(args),
};
#[cfg(feature = "tools")]
static LSP: Tool = Tool { name: "lsp", command: |_| rmlir_lsp::command(), main: rmlir_lsp::main };
static NEW: Tool = Tool { name: "new", command: |_| new::command(), main: |registry, args| new::main(&registry, args) };
#[cfg(feature = "tools")]
static COMPLETIONS: Tool = Tool {
    name: "completions",
    command: |_| shell::completions_command(),
    main: |registry, args| shell::completions(programs(&registry), args),
};
#[cfg(feature = "tools")]
static MAN: Tool = Tool {
    name: "man",
    command: |_| shell::man_command(),
    main: |registry, args| shell::man(command(&registry), args),
};

const TOOLS: &[&Tool] = &[
    &OPT,
    #[cfg(feature = "tools")]
    &RUN,
    #[cfg(feature = "tools")]
    &TRANSLATE,
    #[cfg(feature = "tools")]
    &REDUCE,
    #[cfg(feature = "tools")]
    &CC,
    #[cfg(feature = "tools")]
    &CHECK,
    #[cfg(feature = "tools")]
    &FILECHECK,
    #[cfg(feature = "tools")]
    &LSP,
    &NEW,
    #[cfg(feature = "tools")]
    &COMPLETIONS,
    #[cfg(feature = "tools")]
    &MAN,
];

/// The command line of the program `rmlir`.
fn command(registry: &Registry) -> Command {
    let tools = TOOLS.iter().map(|tool| (tool.command)(registry).name(tool.name));
    Command::new("rmlir").about("The tools of rmlir").version(env!("CARGO_PKG_VERSION")).subcommands(tools)
}

/// The command lines of all programs: `rmlir`, and those that are one of its tools.
#[cfg(feature = "tools")]
fn programs(registry: &Registry) -> Vec<Command> {
    let tools = [&OPT, &RUN, &TRANSLATE, &REDUCE];
    let tools = tools.map(|tool| (tool.command)(registry).name(format!("rmlir-{}", tool.name)));
    std::iter::once(command(registry)).chain(tools).collect()
}

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
    let command = command(&Registry::new());
    let row = |tool: &Command| {
        let about = tool.get_about().map(ToString::to_string).unwrap_or_default();
        format!("  {:<12} {about}\n", tool.get_name())
    };
    let rows: String = command.get_subcommands().map(row).collect();
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
