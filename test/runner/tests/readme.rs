//! What the README shows is what the tool prints, and the toy dialect outside of the workspace works.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the root is there")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn the_tour_shows_its_input_and_output() {
    let (readme, input) = (read("README.md"), read("test/cases/README.mlir"));
    let (_, function) = input.split_once("\n\n").expect("the RUN line stands above the function");
    assert!(readme.contains(&format!("```mlir\n{function}```")), "the README shows another function");
    let arguments = ["--canonicalize", "--cse", "-"].map(str::to_owned);
    let ran = rmlir_top::opt::run(&rmlir_test_runner::registry(), &arguments, input.as_bytes());
    let output = String::from_utf8_lossy(&ran.stdout);
    assert!(readme.contains(&format!("```mlir\n{}\n```", output.trim_end())), "the README shows another output");
}

#[test]
fn the_toy_in_the_readme_is_that_of_the_crate() {
    let (readme, toy) = (read("README.md"), read("test/out-of-tree/src/main.rs"));
    let start = readme.find("```rust\n").expect("there is Rust in the README") + "```rust\n".len();
    let (code, _) = readme[start..].split_once("```").expect("the block is closed");
    for part in code.split("\n\n") {
        assert!(toy.contains(part.trim_end()), "the toy has no such part:\n{part}");
    }
}

/// Builds a crate that is not of this workspace, so it takes a while the first time.
#[test]
fn a_dialect_outside_of_the_workspace_works() {
    let folder = root().join("test/out-of-tree");
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let mut command = Command::new(cargo);
    command.current_dir(&folder).args(["run", "--quiet", "--"]);
    command.args(["toy.mlir", "--canonicalize", "--toy-expand-scale"]);
    command.env("CARGO_TARGET_DIR", root().join("target"));
    let output = command.output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout), read("test/out-of-tree/toy.expected.mlir"));
}
