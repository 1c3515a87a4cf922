//! One file as several: `split-file FILE FOLDER`.
//!
//! A part begins behind a line `//--- NAME` or `#--- NAME`, with any one byte in place of `#`.

use std::fs;
use std::path::{Component, Path};

/// The parts of a text: name, number of lines before, contents.
fn parts(text: &[u8]) -> Vec<(String, usize, Vec<u8>)> {
    let mut parts: Vec<(String, usize, Vec<u8>)> = Vec::new();
    for (index, line) in text.split_inclusive(|&byte| byte == b'\n').enumerate() {
        match (name_of(line), parts.last_mut()) {
            (Some(name), _) => parts.push((name, index + 1, Vec::new())),
            (None, Some((.., contents))) => contents.extend(line),
            (None, None) => {}
        }
    }
    parts
}

/// The name in a line that begins a part.
fn name_of(line: &[u8]) -> Option<String> {
    let name = line.strip_prefix(b"//--- ").or_else(|| line.get(1..)?.strip_prefix(b"--- "))?;
    Some(String::from_utf8_lossy(name).trim().to_owned())
}

/// Writes the parts of a file; with `leading_lines` each after as many empty lines as are before it.
pub fn split_file(file: &Path, folder: &Path, leading_lines: bool) -> Result<(), String> {
    let failed = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    let text = fs::read(file).map_err(|error| failed(file, error))?;
    let parts = parts(&text);
    if parts.is_empty() {
        return Err(format!("{}: no part separators were found", file.display()));
    }
    if folder.is_dir() {
        fs::remove_dir_all(folder).map_err(|error| failed(folder, error))?;
    }
    fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
    for (index, (name, n_before, contents)) in parts.iter().enumerate() {
        let is_within = Path::new(name).components().all(|component| matches!(component, Component::Normal(_)));
        if name.is_empty() || !is_within {
            return Err(format!("{}: '{name}' is no name of a part", file.display()));
        }
        if parts[..index].iter().any(|(other, ..)| other == name) {
            return Err(format!("{}: the name '{name}' is there twice", file.display()));
        }
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap_or(folder)).map_err(|error| failed(&path, error))?;
        let mut bytes = if leading_lines { vec![b'\n'; *n_before] } else { Vec::new() };
        bytes.extend(contents);
        fs::write(&path, bytes).map_err(|error| failed(&path, error))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_written() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("in");
        fs::write(&file, "dropped\n//--- a.txt\nx\n#--- b/c.txt\ny\n").unwrap();
        let out = folder.path().join("out");
        split_file(&file, &out, true).unwrap();
        assert_eq!(fs::read_to_string(out.join("a.txt")).unwrap(), "\n\nx\n");
        assert_eq!(fs::read_to_string(out.join("b/c.txt")).unwrap(), "\n\n\n\ny\n");
    }

    #[test]
    fn parts_stay_in_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("in");
        for text in ["//--- ../a\nx\n", "//--- /a\nx\n", "x\n", "//--- a\n//--- a\n"] {
            fs::write(&file, text).unwrap();
            assert!(split_file(&file, &folder.path().join("out"), false).is_err(), "{text}");
        }
    }
}
