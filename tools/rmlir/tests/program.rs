//! The program `rmlir`, which selects a tool by its first argument.

use std::process::{Command, Output};

fn rmlir(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rmlir")).args(args).output().expect("the program starts")
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("the program writes UTF-8")
}

#[test]
fn the_first_argument_selects_a_tool() {
    for (tool, words) in [
        ("opt", "Usage: rmlir-opt "),
        ("run", "Usage: rmlir-run "),
        ("translate", "Translates between MLIR and LLVM IR"),
        ("reduce", "Usage: rmlir-reduce "),
        ("check", "Usage: rmlir-check "),
        ("filecheck", "Usage: FileCheck "),
    ] {
        let output = rmlir(&[tool, "--help"]);
        let help = text(output.stdout);
        assert!(output.status.success() && help.contains(words), "{tool}: {help}");
        assert!(text(rmlir(&["--help"]).stdout).contains(&format!("\n  {tool} ")));
    }
}

#[test]
fn unknown_tools_are_refused_with_a_hint() {
    let output = rmlir(&["optt", "--help"]);
    assert!(!output.status.success());
    let words = "rmlir: no tool is called 'optt'. Did you mean 'opt'? ";
    assert!(text(output.stderr).starts_with(words));
    assert!(!rmlir(&[]).status.success());
}

#[test]
fn programs_with_the_name_of_a_tool_are_that_tool() {
    for (alias, tool) in [
        (env!("CARGO_BIN_EXE_rmlir-run"), "run"),
        (env!("CARGO_BIN_EXE_rmlir-translate"), "translate"),
        (env!("CARGO_BIN_EXE_rmlir-reduce"), "reduce"),
    ] {
        let output = Command::new(alias).arg("--help").output().expect("the program starts");
        assert_eq!(output.stdout, rmlir(&[tool, "--help"]).stdout, "{alias}");
    }
}
