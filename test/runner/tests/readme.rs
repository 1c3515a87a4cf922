//! The README and the guides show the examples of the tree, and the toy dialect outside of the workspace works.

use std::path::{Path, PathBuf};
use std::process::Command;

use rmlir_opt::Registry;

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

/// Runs cargo in the crate outside of this workspace, so it is slow the first time.
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

/// An operation of an out-of-tree dialect is lowered to a loop, and that to VLIW bundles, to vector lanes, and to
/// parallel vectors.
#[test]
fn a_dialect_outside_of_the_workspace_goes_all_ways() {
    const WAYS: [(&str, &str); 4] = [
        ("", "interpreter"),
        (",inline,func.func(convert-scf-to-cf,if-convert,canonicalize),vliw-pipeline{machine=gp4}", "interpreter"),
        (",wfv", "jit"),
        (
            ",inline,func.func(canonicalize,raise-scf-to-affine,affine-raise-from-memref,affine-pluto{parallel cost=false},\
             affine-super-vectorize{virtual-vector-size=4})",
            "jit",
        ),
    ];
    let computed = WAYS.map(|(way, engine)| {
        let pipeline = format!("--pass-pipeline=builtin.module(func.func(toy-map-to-scf){way})");
        let lowered = cargo_outside(&["run", "--quiet", "--", "tour.mlir", &pipeline]);
        let arguments =
            ["-", "--entry", "bend_all", "--args", "random:100", "zeros:100", "--print-arguments", "--engine"];
        let arguments: Vec<String> = arguments.into_iter().chain([engine]).map(str::to_owned).collect();
        let ran = rmlir_run::run(&Registry::everything(), &arguments, &lowered.stdout);
        assert_eq!(ran.code, 0, "{way}: {}", String::from_utf8_lossy(&ran.stderr));
        String::from_utf8_lossy(&ran.stdout).into_owned()
    });
    assert!(computed[0].contains("argument 1: ["), "{}", computed[0]);
    for (other, (way, _)) in computed.iter().zip(WAYS) {
        assert_eq!(*other, computed[0], "{way}");
    }
}
