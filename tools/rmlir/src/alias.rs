//! A program `rmlir-run` that is `rmlir run`, likewise for other tools: the program `rmlir` beside it does the work.

use std::io;
use std::path::Path;
use std::process::{Command, ExitCode};

/// Becomes the tool that this program is named after.
pub fn main() -> ExitCode {
    let error = match std::env::current_exe() {
        Ok(own) => match run(&own) {
            Ok(code) => return code,
            Err(error) => format!("{}: {error}: the program 'rmlir' has to be beside it", own.display()),
        },
        Err(error) => error.to_string(),
    };
    eprintln!("{error}");
    ExitCode::FAILURE
}

fn run(own: &Path) -> io::Result<ExitCode> {
    let name = own.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
    let mut command = Command::new(own.with_file_name(format!("rmlir{}", std::env::consts::EXE_SUFFIX)));
    command.arg(name.trim_start_matches("rmlir-")).args(std::env::args_os().skip(1));
    become_it(command)
}

/// Replaces this process by `command`.
#[cfg(unix)]
fn become_it(mut command: Command) -> io::Result<ExitCode> {
    Err(std::os::unix::process::CommandExt::exec(&mut command))
}

/// Waits for `command` where a process cannot be replaced.
#[cfg(not(unix))]
fn become_it(mut command: Command) -> io::Result<ExitCode> {
    let code = command.status()?.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}
