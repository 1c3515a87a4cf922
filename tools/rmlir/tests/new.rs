//! The tool `new`: the files that it writes, and the names that it refuses. `.ci/run outside` builds and tests what it
//! writes.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn new(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rmlir"));
    command.arg("new").args(args).current_dir(folder).output().expect("the program starts")
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("the system has a folder for temporary files")
}

#[test]
fn all_files_have_the_name_in_its_spellings() {
    let folder = folder();
    let made = new(folder.path(), &["below/two-words", "--rmlir-git", "https://example.org/rmlir"]);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let read = |path: &str| fs::read_to_string(folder.path().join("below/two-words").join(path)).expect(path);
    for (path, words) in [
        ("Cargo.toml", "name = \"two-words\""),
        ("Cargo.toml", "rmlir = { git = \"https://example.org/rmlir\", "),
        ("README.md", "# two-words"),
        (".gitignore", "/target"),
        ("src/lib.rs", "pub TwoWords = \"two_words\""),
        ("src/main.rs", "two_words::register"),
        ("tests/cases.rs", "two_words::register"),
        ("tests/negate.mlir", "two_words.negate"),
        ("tests/canonicalized.mlir", "two_words.negate"),
        ("tests/lowered.mlir", "arith.subi"),
    ] {
        let text = read(path);
        assert!(text.contains(words), "{path}: {text}");
        assert!(!text.to_lowercase().replace(['-', '_'], "").contains("mydialect"), "{path}: {text}");
    }
}

#[test]
fn a_clone_is_a_path_in_the_manifest() {
    let folder = folder();
    let clone = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the crate is in a clone");
    for args in [&["given", "--rmlir-path", &clone.display().to_string()][..], &["default"]] {
        assert!(new(folder.path(), args).status.success());
        let manifest = fs::read_to_string(folder.path().join(args[0]).join("Cargo.toml")).expect("it was made");
        assert!(manifest.contains(&format!("path = {:?}", clone.join("tools/rmlir").display().to_string())));
    }
}

#[test]
fn wrong_names_and_folders_are_refused() {
    let folder = folder();
    fs::create_dir(folder.path().join("taken")).expect("it can be made");
    for (args, words) in [
        (&["9lives"][..], "expected a lower-case letter, and then lower-case letters, digits"),
        (&["Upper"], "expected a lower-case letter"),
        (&["with space"], "expected a lower-case letter"),
        (&["umläut"], "expected a lower-case letter"),
        (&[".."], "'..' does not end with a name"),
        (&["async"], "it is a keyword of Rust, or another crate"),
        (&["rmlir"], "it is a keyword of Rust, or another crate"),
        (&["ml-program"], "rmlir has a dialect 'ml_program'"),
        (&["pass-cx"], "the crate uses another type 'PassCx'"),
        (&["taken"], "'taken' already exists"),
        (&["fresh", "--rmlir-path", "taken"], "'taken' is no clone of rmlir: it has no tools/rmlir/Cargo.toml"),
        (&["fresh", "--rmlir-path", "a", "--rmlir-git", "b"], "cannot be used with"),
    ] {
        let output = new(folder.path(), args);
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && text.starts_with("error: ") && text.contains(words), "{args:?}: {text}");
    }
    assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 1, "nothing was made");
}
