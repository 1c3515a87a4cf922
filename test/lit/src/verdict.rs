//! Exit codes of both tools.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rmlir_compare::command::find_llvm_program;
use rmlir_lit::filecheck;

/// LLVM's tools.
pub struct Upstream {
    filecheck: PathBuf,
}

impl Upstream {
    /// Finds FileCheck of the release that the project follows.
    pub fn find() -> Result<Self, String> {
        Ok(Self { filecheck: find_llvm_program("FileCheck")? })
    }

    /// The exit code of LLVM's FileCheck; `args` name both files.
    pub fn code(&self, args: &[String]) -> Result<u8, String> {
        let mut command = Command::new(&self.filecheck);
        command.args(args).arg("--dump-input=never").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let status = command.status().map_err(|error| format!("{}: {error}", self.filecheck.display()))?;
        Ok(status.code().map_or(u8::MAX, |code| code as u8))
    }
}

/// The exit code of ours, and what it writes.
pub fn ours(args: &[String]) -> (u8, String) {
    let args: Vec<String> = args.iter().cloned().chain(["--dump-input=never".to_owned()]).collect();
    let ran = filecheck::tool::run(&args, &mut || Ok(Vec::new()));
    (ran.code, String::from_utf8_lossy(&ran.stderr).into_owned())
}

/// Compares both on the same arguments. `Ok` is the exit code of both, `Err` tells how they differ.
pub fn compare(upstream: &Upstream, args: &[String]) -> Result<u8, String> {
    let theirs = upstream.code(args)?;
    let (code, text) = ours(args);
    if code == theirs {
        return Ok(code);
    }
    let first = text.lines().take(3).collect::<Vec<_>>().join("\n");
    Err(format!("LLVM's exit code is {theirs}, ours {code}: FileCheck {}\n{first}", args.join(" ")))
}

/// The arguments that name both files.
pub fn files(checks: &Path, input: &Path) -> [String; 2] {
    [checks.display().to_string(), format!("--input-file={}", input.display())]
}
