//! What a shell and its user can know of the programs: completion of arguments, and man pages.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::builder::ArgAction;
use clap::{Arg, Command, CommandFactory, Parser};
use clap_complete::Shell;

/// Prints a script with which a shell completes the arguments of all programs
#[derive(Parser)]
#[command(name = "completions", bin_name = "rmlir completions", version)]
struct Completions {
    /// The shell
    shell: Shell,
    /// Write a script for each program into this folder instead
    folder: Option<PathBuf>,
}

/// Writes the man pages of all programs into a folder
#[derive(Parser)]
#[command(name = "man", bin_name = "rmlir man", version)]
struct Man {
    /// The folder
    folder: PathBuf,
}

/// The command line of the tool `completions`.
pub fn completions_command() -> Command {
    Completions::command()
}

/// The command line of the tool `man`.
pub fn man_command() -> Command {
    Man::command()
}

/// The tool `completions` for `programs`; the first of `args` is its name.
pub fn completions(programs: Vec<Command>, args: &[String]) -> ExitCode {
    let Completions { shell, folder } = Completions::parse_from(args);
    let programs = programs.into_iter().map(as_shells_see_it);
    let written = match folder {
        Some(folder) => fs::create_dir_all(&folder).and_then(|()| scripts(programs, shell, &folder)),
        None => io::stdout().write_all(&script(programs, shell)),
    };
    exit_code(written)
}

/// The tool `man` for `program`; the first of `args` is its name.
pub fn man(program: Command, args: &[String]) -> ExitCode {
    let Man { folder } = Man::parse_from(args);
    exit_code(fs::create_dir_all(&folder).and_then(|()| pages(program, &folder)))
}

fn script(programs: impl Iterator<Item = Command>, shell: Shell) -> Vec<u8> {
    let mut text = Vec::new();
    for mut program in programs {
        let name = program.get_name().to_owned();
        clap_complete::generate(shell, &mut program, name, &mut text);
    }
    text
}

fn scripts(programs: impl Iterator<Item = Command>, shell: Shell, folder: &Path) -> io::Result<()> {
    for mut program in programs {
        let name = program.get_name().to_owned();
        clap_complete::generate_to(shell, &mut program, name, folder)?;
    }
    Ok(())
}

fn pages(program: Command, folder: &Path) -> io::Result<()> {
    let mut program = program.disable_help_subcommand(true);
    program.build();
    for command in std::iter::once(&program).chain(program.get_subcommands()) {
        let page = clap_mangen::Man::new(command.clone());
        page.source(concat!("rmlir ", env!("CARGO_PKG_VERSION"))).generate_to(folder)?;
    }
    Ok(())
}

/// The command without the values that follow `=`: scripts would complete the next word as such a value.
fn as_shells_see_it(command: Command) -> Command {
    let has_value_after_equals = |arg: &Arg| arg.is_require_equals_set();
    let command = command.mut_args(|arg| match has_value_after_equals(&arg) {
        true => arg.require_equals(false).default_missing_value(None).num_args(0).action(ArgAction::SetTrue),
        false => arg,
    });
    command.mut_subcommands(as_shells_see_it)
}

fn exit_code(written: io::Result<()>) -> ExitCode {
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
