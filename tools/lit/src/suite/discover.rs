//! The test files below folders.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A test file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Found {
    /// Its absolute path.
    pub path: PathBuf,
    /// Its name in reports: the path from the folder that was given.
    pub name: String,
}

/// Folders of files that tests read.
const EXCLUDED: &[&str] = &["Inputs", "Output"];

/// The files among `paths`, and those in folders that end with one of `suffixes`; each once, in order.
pub fn discover(paths: &[PathBuf], suffixes: &[String]) -> Result<Vec<Found>, String> {
    let mut found = Vec::new();
    for path in paths {
        let shown = |error: io::Error| format!("{}: {error}", path.display());
        let absolute = path.canonicalize().map_err(shown)?;
        if absolute.is_dir() {
            collect(&absolute, path, suffixes, &mut found).map_err(shown)?;
        } else {
            found.push(Found { path: absolute, name: path.display().to_string() });
        }
    }
    found.sort();
    found.dedup_by(|left, right| left.path == right.path);
    Ok(found)
}

fn collect(folder: &Path, shown: &Path, suffixes: &[String], found: &mut Vec<Found>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let (path, shown) = (entry.path(), shown.join(&name));
        if name.starts_with('.') {
            continue;
        }
        // A link to a folder may form a cycle, so only real folders are entered.
        if entry.file_type()?.is_dir() {
            if !EXCLUDED.contains(&&*name) {
                collect(&path, &shown, suffixes, found)?;
            }
        } else if suffixes.iter().any(|suffix| name.ends_with(suffix)) {
            found.push(Found { path, name: shown.display().to_string() });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_by_suffix_and_inputs_left_out() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.mlir", "a/c.mlir", "a/d.txt", "Inputs/e.mlir", ".f/g.mlir"] {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let names = |paths: &[PathBuf]| -> Vec<String> {
            let found = discover(paths, &[".mlir".to_owned()]).unwrap();
            found.into_iter().map(|found| found.path.file_name().unwrap().to_string_lossy().into_owned()).collect()
        };
        assert_eq!(names(&[folder.path().to_owned(), folder.path().join("b.mlir")]), ["c.mlir", "b.mlir"]);
        assert_eq!(names(&[folder.path().join("a/d.txt")]), ["d.txt"]);
        assert!(discover(&["no-such-folder".into()], &[]).is_err());
    }
}
