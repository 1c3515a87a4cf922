//! C projects built by `rmlir cc`, with their own tests, and the number of loops with other code.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::Args;

/// The options of the build.
#[derive(Args)]
pub struct Options {
    /// The folder of the project, which is copied
    folder: PathBuf,
    /// A command of the shell, executed in the copy, with the compiler in the variable CC; may be given several times
    #[arg(long = "command", value_name = "COMMAND", required = true)]
    commands: Vec<String>,
    /// rmlir; by default the one beside this program
    #[arg(long, value_name = "PATH")]
    rmlir: Option<PathBuf>,
}

/// The remark of each function whose loops are generated anew.
const TAKEN: &str = "remark: generated new loops";
/// The remark of each loop whose iterations are counted.
const COUNTED: &str = "remark: counted loop";

/// Executes the commands; prints how many functions have new loops. Returns whether all succeed.
///
/// # Errors
/// The project cannot be copied, or a shell cannot be started.
pub fn build(options: &Options) -> Result<bool, String> {
    let beside = std::env::current_exe().map_err(|error| error.to_string())?.with_file_name("rmlir");
    let rmlir = options.rmlir.clone().unwrap_or(beside);
    if !rmlir.is_file() {
        return Err(format!("there is no program {}", rmlir.display()));
    }
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let copied = Command::new("cp").arg("-r").arg(options.folder.join(".")).arg(folder.path()).status();
    if !copied.is_ok_and(|status| status.success()) {
        return Err(format!("{} cannot be copied", options.folder.display()));
    }
    let (mut n_taken, mut n_counted) = (0, 0);
    for command in &options.commands {
        let (is_right, output) = execute(command, folder.path(), &rmlir)?;
        n_taken += output.matches(TAKEN).count();
        n_counted += output.matches(COUNTED).count();
        if !is_right {
            let lines: Vec<&str> = output.lines().collect();
            println!("{}", lines[lines.len().saturating_sub(N_LINES)..].join("\n"));
            println!("failed: {command}");
            return Ok(false);
        }
        println!("succeeds: {command}");
    }
    println!("{n_counted} counted loops, {n_taken} functions with new loops");
    Ok(true)
}

/// The number of lines of output that are printed if a command fails.
const N_LINES: usize = 30;

/// Whether a command succeeds, and its output.
fn execute(command: &str, folder: &Path, rmlir: &Path) -> Result<(bool, String), String> {
    let compiler = format!("{} cc -Rrmlir", rmlir.display());
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("exec 2>&1; {command}")]).current_dir(folder).env("CC", compiler).stdin(Stdio::null());
    let output = shell.output().map_err(|error| format!("sh cannot be started: {error}"))?;
    Ok((output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned()))
}
