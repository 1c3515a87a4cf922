//! What the README shows is what the tool prints, and the toy dialect outside of the workspace works.

use std::path::{Path, PathBuf};
use std::process::Command;

use rmlir_top::Registry;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the root is there")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn the_tour_shows_its_input() {
    let (readme, input) = (read("README.md"), read("test/cases/README.mlir"));
    let (_, function) = input.split_once("\n\n").expect("the RUN line stands above the function");
    assert!(readme.contains(&format!("```mlir\n{function}```")), "the README shows another function");
}

/// The `console` blocks of the README: commands behind a `$` with what they print.
fn sessions(readme: &str) -> Vec<(&str, &str)> {
    let blocks = readme.split("```console\n").skip(1).map(|rest| rest.split("```").next().expect("split gives one"));
    blocks.map(|block| block.split_once('\n').expect("a command stands on a line")).collect()
}

#[test]
fn the_tour_shows_what_the_tool_prints() {
    let readme = read("README.md");
    let folder = format!("{}/", root().display());
    let sessions = sessions(&readme);
    assert!(!sessions.is_empty(), "the README shows no command");
    for (command, shown) in sessions {
        let line = command.trim_start_matches("$ ").replace("test/cases/", &format!("{folder}test/cases/"));
        let pipe = rmlir_test_runner::parse_line(&line).unwrap_or_else(|error| panic!("{command}: {error}"));
        let [parsed] = &pipe[..] else { panic!("{command}: a pipe") };
        let registry = Registry::everything();
        let (stdout, stderr, _) = rmlir_test_runner::run_tool(parsed.tool, &registry, &parsed.arguments, b"");
        let printed = [stderr, stdout].concat();
        let printed = String::from_utf8_lossy(&printed).replace(&folder, "");
        assert_eq!(printed.trim_end(), shown.trim_end(), "{command}");
    }
}

#[test]
fn the_toy_in_the_readme_is_the_crate() {
    assert!(read("README.md").contains(&format!("```rust\n{}```", read("test/out-of-tree/src/main.rs"))));
}

/// Runs cargo in the crate that is not of this workspace, so it takes a while the first time.
fn cargo_outside(arguments: &[&str]) -> std::process::Output {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let mut command = Command::new(cargo);
    command.current_dir(root().join("test/out-of-tree")).args(arguments);
    command.env("CARGO_TARGET_DIR", root().join("target"));
    let output = command.output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

#[test]
fn a_dialect_outside_of_the_workspace_works() {
    cargo_outside(&["test", "--quiet"]);
    let output = cargo_outside(&["run", "--quiet", "--", "toy.mlir", "--canonicalize", "--toy-expand-scale"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), read("test/out-of-tree/toy.expected.mlir"));
}
