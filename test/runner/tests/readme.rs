//! The README and the guides show the examples of the tree.

use std::path::{Path, PathBuf};

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

#[test]
fn the_toy_in_the_readme_is_the_crate() {
    assert!(read("README.md").contains(&format!("```rust\n{}```", read("test/out-of-tree/src/main.rs"))));
}

#[test]
fn the_session_of_the_guide_is_the_example() {
    let example = read("examples/session/src/main.rs");
    let (program, _) = example.split_once("\n#[cfg(test)]").expect("the tests come last");
    assert!(read("docs/guide/library.md").contains(&format!("```rust\n{program}```")));
}
