//! A session of Neovim with our language server, without a screen.

use std::process::{Command, Stdio};

/// What Neovim executes.
const SCRIPT: &str = include_str!("neovim.lua");

const TEXT: &str = "func.func @f(%a: i32) -> i32 {
  %b = arith.constant 1 : i32
  %c = arith.addi %a, %b : i32
  %d = arith.adi %a : i32
  return %c : i32
}
";

/// What the script prints.
const EXPECTED: &str = "3:7: custom op 'arith.adi' is unknown
definition at 0:13
`arith.addi`
func.func @f(%a: i32) -> i32 {
  %one = arith.constant 1 : i32
  %c = arith.addi %a, %one : i32
  %d = arith.adi %a : i32
  return %c : i32
}
";

/// Executes the session; returns whether it prints what is expected.
///
/// # Errors
/// There is no Neovim, or no program `rmlir` beside this one.
pub fn check() -> Result<bool, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let (script, file) = (folder.path().join("script.lua"), folder.path().join("input.mlir"));
    for (path, content) in [(&script, SCRIPT), (&file, TEXT)] {
        std::fs::write(path, content).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let rmlir = std::env::current_exe().map_err(|error| error.to_string())?.with_file_name("rmlir");
    if !rmlir.exists() {
        return Err(format!("{} does not exist", rmlir.display()));
    }
    let mut command = Command::new("nvim");
    command.args(["--headless", "-u", "NONE", "-c"]).arg(format!("luafile {}", script.display()));
    command.env("RMLIR", rmlir).env("FILE", &file).env("XDG_STATE_HOME", folder.path()).stdin(Stdio::null());
    let output = command.output().map_err(|error| format!("nvim: {error}; Debian's package neovim has it"))?;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    if printed != EXPECTED {
        println!("Neovim prints:\n{printed}\nexpected:\n{EXPECTED}");
    }
    Ok(printed == EXPECTED)
}
