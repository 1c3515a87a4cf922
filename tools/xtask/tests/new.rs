//! New dialects, operations and passes in a small workspace: which files there are, and what the lists hold.

use std::fs;
use std::path::Path;

use xtask::new::{self, Changes};

const FILES: &[(&str, &str)] = &[
    (
        "Cargo.toml",
        "[workspace.dependencies]\nrmlir-ub = { path = \"dialects/ub\", version = \"0.1.0\" }\nclap = \"4.5\"\n",
    ),
    ("tools/opt/Cargo.toml", "[dependencies]\nrmlir-scf.workspace = true\nrmlir-ub.workspace = true\n"),
    ("tools/opt/src/dialects.rs", "dialects! {\n    scf: rmlir_scf::Scf,\n    ub: rmlir_ub::Ub,\n}\n"),
    (
        "dialects/ub/src/lib.rs",
        "//! Ub.\n\nuse rmlir::prelude::*;\n\ndialect! {\n    pub Ub = \"ub\" {\n        ops: [ZOp],\n    }\n}\n",
    ),
    ("passes/omp/src/lib.rs", "//! Omp.\n\npub mod some;\n\npub const PASSES: &[&PassDef] = &[some::some::DEF];\n"),
    ("passes/test/src/lib.rs", "//! None.\n"),
    ("test/cases/passes/some.mlir", ""),
];

fn workspace() -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("the system has a folder for temporary files");
    let files = FILES.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
    new::write(root.path(), files.collect()).expect("it can be written");
    root
}

/// Writes the changes; returns their paths.
fn paths(root: &Path, changes: Result<Changes, String>) -> Vec<String> {
    let changes = changes.expect("the name is free");
    let paths = changes.iter().map(|(path, _)| path.clone()).collect();
    new::write(root, changes).expect("it can be written");
    paths
}

#[test]
fn a_dialect_is_in_all_lists_and_gets_operations() {
    let root = workspace();
    let root = root.path();
    let read = |path: &str| fs::read_to_string(root.join(path)).expect(path);
    let made = paths(root, new::dialect(root, "two_words"));
    let lists = ["Cargo.toml", "tools/opt/Cargo.toml", "tools/opt/src/dialects.rs"];
    assert_eq!(made, [&["dialects/two_words/Cargo.toml", "dialects/two_words/src/lib.rs"][..], &lists].concat());
    let line = "rmlir-two-words = { path = \"dialects/two_words\", version = \"0.1.0\" }\nclap";
    assert!(read("Cargo.toml").contains(line));
    assert!(read("tools/opt/Cargo.toml").contains("\nrmlir-two-words.workspace = true\nrmlir-ub"));
    assert!(read("tools/opt/src/dialects.rs").ends_with("Ub,\n    two_words: rmlir_two_words::TwoWords,\n}\n"));
    assert!(read("dialects/two_words/Cargo.toml").contains("name = \"rmlir-two-words\""));

    let made = paths(root, new::op(root, "two_words", "add_one"));
    let case = ["test/cases/two_words/add-one.mlir", "test/cases/two_words/add-one.snap"];
    let sources = ["dialects/two_words/src/add_one.rs", "dialects/two_words/src/lib.rs"];
    assert_eq!(made, [sources[0], case[0], case[1], sources[1]]);
    paths(root, new::op(root, "two_words", "for"));
    let expected = "\
//! The `two_words` dialect.

mod add_one;
mod for_op;

use rmlir::prelude::*;

pub use self::add_one::AddOneOp;
pub use self::for_op::ForOp;

dialect! {
    /// The `two_words` dialect.
    pub TwoWords = \"two_words\" {
        ops: [AddOneOp, ForOp],
    }
}
";
    assert_eq!(read(sources[1]), expected);
    assert!(
        read(sources[0]).contains("#[op(name = \"two_words.add_one\"") && read(sources[0]).contains("struct AddOneOp")
    );
    assert!(read(case[0]).contains("= two_words.add_one %a") && read(case[1]).contains("= two_words.add_one %arg0"));
}

#[test]
fn a_pass_is_in_the_list_of_its_crate() {
    let root = workspace();
    let root = root.path();
    let made = paths(root, new::pass(root, "omp", "omp-more-loops"));
    let case = ["test/cases/passes/omp-more-loops.mlir", "test/cases/passes/omp-more-loops.snap"];
    assert_eq!(made, ["passes/omp/src/more_loops.rs", case[0], case[1], "passes/omp/src/lib.rs"]);
    let library = fs::read_to_string(root.join("passes/omp/src/lib.rs")).expect("it is there");
    assert!(library.contains("\npub mod more_loops;\npub mod some;\n"), "{library}");
    assert!(library.contains("&[some::some::DEF, more_loops::omp_more_loops::DEF];"), "{library}");
    let source = fs::read_to_string(root.join("passes/omp/src/more_loops.rs")).expect("it is there");
    assert!(source.contains("#[pass(name = \"omp-more-loops\")]\npub fn omp_more_loops("), "{source}");
}

#[test]
fn wrong_names_are_refused() {
    let root = workspace();
    let root = root.path();
    for (changes, words) in [
        (new::dialect(root, "ub"), "dialects/ub already exists"),
        (new::dialect(root, "Upper"), "'Upper' is no name: expected lower-case letters and digits"),
        (new::dialect(root, "async"), "'async' is a keyword of Rust"),
        (new::op(root, "scf", "for"), "there is no dialect 'scf': cargo xtask new dialect scf"),
        (new::op(root, "ub", "two-words"), "'two-words' is no name"),
        (new::op(root, "ub", "z"), "dialects/ub/src/lib.rs: ZOp already exists"),
        (new::pass(root, "scf", "unroll"), "there is no folder passes/scf"),
        (new::pass(root, "omp", "two_words"), "'two_words' is no name"),
        (new::pass(root, "omp", "convert-a-to-b"), "converts between dialects: passes/conversion"),
        (new::pass(root, "test", "some"), "passes/test/src/lib.rs: no `pub mod` is in it"),
    ] {
        let refused = changes.expect_err(words);
        assert!(refused.contains(words), "{refused}");
    }
}
