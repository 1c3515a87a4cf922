//! Access to files, and checks on source files, one at a time.

use std::fs;
use std::path::{Path, PathBuf};

/// The maximum number of lines of a file (STYLE.md, 12).
const MAX_LINES: usize = 800;

/// The folders that contain sources.
const FOLDERS: [&str; 5] = ["ir", "dialects", "passes", "tools", "test"];

/// The text of a file.
///
/// # Errors
/// It cannot be read; the message names it.
pub fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes a file.
///
/// # Errors
/// It cannot be written; the message names it.
pub fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// An error for each violation of a rule in a source file.
pub fn check(root: &Path) -> Result<Vec<String>, String> {
    let mut complaints = Vec::new();
    for path in sources(root) {
        let text = read(&path)?;
        let name = path.strip_prefix(root).expect("sources are below the root").display().to_string();
        complaints.extend(check_text(&text).into_iter().map(|complaint| format!("{name}:{complaint}")));
    }
    Ok(complaints)
}

/// All Rust files, in order of path.
fn sources(root: &Path) -> Vec<PathBuf> {
    below(FOLDERS.iter().map(|folder| root.join(folder)).collect(), "rs")
}

/// The files below `folders` whose names end with `extension`, in order of path.
pub fn below(mut folders: Vec<PathBuf>, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            match path.is_dir() {
                true if !path.ends_with("target") => folders.push(path),
                false if path.extension().is_some_and(|of| of == extension) => found.push(path),
                _ => {}
            }
        }
    }
    found.sort();
    found
}

fn check_text(text: &str) -> Vec<String> {
    let mut complaints = Vec::new();
    if !text.starts_with("//!") {
        complaints.push("1: the file does not open by saying what it holds".to_owned());
    }
    let n_lines = text.lines().count();
    if n_lines > MAX_LINES {
        complaints.push(format!("{MAX_LINES}: the file has {n_lines} lines, more than {MAX_LINES}"));
    }
    for (index, line) in text.lines().enumerate() {
        let attribute = line.trim_start().strip_prefix("#[").unwrap_or("");
        let complaint = match () {
            () if attribute.starts_with("ignore") => "a test that is not run says nothing",
            () if attribute.starts_with("should_panic") => "a test says what comes out, not that something breaks",
            () if line.ends_with([' ', '\t']) => "blanks at the end of the line",
            () => continue,
        };
        complaints.push(format!("{}: {complaint}", index + 1));
    }
    complaints
}

/// The paths below one of our folders that a page names in backticks and that do not exist.
pub fn dead_paths(root: &Path, page: &str, text: &str) -> Vec<String> {
    let is_ours = |path: &&str| FOLDERS.iter().any(|folder| path.starts_with(&format!("{folder}/")));
    let paths = text.split('`').skip(1).step_by(2).filter(is_ours).filter(|path| !path.contains(['*', ' ', '<']));
    let dead = paths.filter(|path| !root.join(path).exists());
    dead.map(|path| format!("{page}: there is no {path}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_as_it_should_be_has_no_complaints() {
        assert!(check_text("//! Says it.\n\nfn f() {}\n").is_empty());
    }

    #[test]
    fn each_rule_has_its_complaint() {
        let text = format!("fn f() {{}} \n  {}[ignore]\n#[{}]\n{}", '#', "should_panic", "\n".repeat(MAX_LINES));
        let complaints = check_text(&text);
        let lines: Vec<&str> = complaints.iter().map(|complaint| complaint.split(':').next().unwrap_or("")).collect();
        assert_eq!(lines, ["1", "800", "1", "2", "3"]);
    }

    #[test]
    fn only_paths_of_ours_must_be_there() {
        let text = "`ir/nothing` `ir/*` `other/nothing` `Cargo.toml`";
        assert_eq!(dead_paths(&crate::root(), "P", text), ["P: there is no ir/nothing"]);
    }
}
