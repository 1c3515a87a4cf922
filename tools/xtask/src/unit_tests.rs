//! A check on the crates: exactly those with unit tests are built for them. Cargo compiles a library twice if it builds
//! it for unit tests, and runs none of its unit tests otherwise.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::files;

/// The attribute of a test; in two parts, because this file contains none.
const TEST: &str = concat!("#[", "test]");

/// An error for each violation in the crates of the workspace.
pub fn check(root: &Path, packages: &[Value]) -> Result<Vec<String>, String> {
    let targets = packages.iter().flat_map(|package| package["targets"].as_array().into_iter().flatten());
    let has_no_unit_tests = ["test", "example", "custom-build"];
    let checked = targets.filter(|target| has_no_unit_tests.iter().all(|kind| target["kind"][0] != *kind));
    checked.filter_map(|target| check_target(root, target).transpose()).collect()
}

fn check_target(root: &Path, target: &Value) -> Result<Option<String>, String> {
    let entry = PathBuf::from(target["src_path"].as_str().unwrap_or(""));
    let n_tests = count(&sources(&entry))?;
    let name = entry.strip_prefix(root).unwrap_or(&entry).display();
    Ok(match (target["test"] == true, n_tests) {
        (true, 0) => {
            Some(format!("{name}: has no unit tests; its Cargo.toml does not say `test = false` (nor `bench = false`)"))
        }
        (false, 1..) => Some(format!("{name}: has unit tests that are never run; its Cargo.toml says `test = false`")),
        _ => None,
    })
}

/// The files of a library or program: those of the library beside a program are not the program's.
fn sources(entry: &Path) -> Vec<PathBuf> {
    let folder = entry.parent().expect("a source is in a folder");
    let is_library = entry.ends_with("lib.rs");
    if !is_library && (folder.ends_with("bin") || folder.join("lib.rs").exists()) {
        return vec![entry.to_owned()];
    }
    let is_program = |path: &Path| path == folder.join("main.rs") || path.starts_with(folder.join("bin"));
    files::below(vec![folder.to_owned()], "rs").into_iter().filter(|path| !(is_library && is_program(path))).collect()
}

fn count(sources: &[PathBuf]) -> Result<usize, String> {
    let mut n_tests = 0;
    for path in sources {
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        n_tests += text.matches(TEST).count();
    }
    Ok(n_tests)
}
