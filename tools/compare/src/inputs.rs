//! Finds the `.mlir` files to compare on.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A file and its text.
pub struct Input {
    /// The path as given, or as found under a given folder.
    pub path: PathBuf,
    /// The text; bytes that are not UTF-8 are replaced.
    pub text: String,
}

/// Reads every given file and every `.mlir` file below a given folder, in order of path, each once.
pub fn read(paths: &[PathBuf]) -> io::Result<Vec<Input>> {
    let mut files = Vec::new();
    for path in paths {
        collect(path, &mut files).map_err(|error| naming(path, &error))?;
    }
    files.sort();
    files.dedup();
    files.into_iter().map(read_one).collect()
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !fs::metadata(path)?.is_dir() {
        files.push(path.to_path_buf());
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let child = entry.path();
        // A link to a folder may form a cycle, so only real folders are entered.
        if entry.file_type()?.is_dir() {
            collect(&child, files)?;
        } else if child.extension().is_some_and(|extension| extension == "mlir") {
            files.push(child);
        }
    }
    Ok(())
}

fn read_one(path: PathBuf) -> io::Result<Input> {
    let bytes = fs::read(&path).map_err(|error| naming(&path, &error))?;
    Ok(Input { path, text: String::from_utf8_lossy(&bytes).into_owned() })
}

fn naming(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_read_to_the_bottom_in_order_of_path_and_each_file_once() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("b"))?;
        for (name, text) in [("c.mlir", "c"), ("b/z.mlir", "z"), ("a.mlir", "a"), ("b/note.txt", "no")] {
            fs::write(at(name), text)?;
        }
        let inputs = read(&[at("c.mlir"), folder.path().to_path_buf()])?;
        let texts: Vec<&str> = inputs.iter().map(|input| input.text.as_str()).collect();
        assert_eq!(texts, ["a", "z", "c"]);
        Ok(())
    }

    #[test]
    fn a_path_that_is_not_there_is_named() {
        let error = read(&[PathBuf::from("nowhere.mlir")]).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.starts_with("nowhere.mlir: "), "{error}");
    }
}
