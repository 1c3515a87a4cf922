//! New dialects, operations and passes of the workspace: their files, and their entries in the lists of the workspace.
//!
//! Plan: 1. `dialect`, `op` and `pass` make the texts of new and changed files from `templates` and from what is there;
//! 2. [`write()`] writes them, all or none. `edit` inserts lines and entries into texts. The templates are for `my_dialect`,
//! `my_op` and `my-pass`: these names are replaced.

use std::fs;
use std::path::Path;

mod dialect;
mod edit;
mod op;
mod pass;

pub use dialect::dialect;
pub use op::op;
pub use pass::pass;

/// New and changed files: paths from the root, and texts.
pub type Changes = Vec<(String, String)>;

/// Writes `changes` below `root`.
///
/// # Errors
/// A file that cannot be written.
pub fn write(root: &Path, changes: Changes) -> Result<(), String> {
    for (path, text) in changes {
        let file = root.join(&path);
        let folder = file.parent().expect("the path has a name");
        fs::create_dir_all(folder).and_then(|()| fs::write(&file, text)).map_err(|error| format!("{path}: {error}"))?;
        println!("{path}");
    }
    Ok(())
}

/// The text of a file.
fn read(root: &Path, path: &str) -> Result<String, String> {
    fs::read_to_string(root.join(path)).map_err(|error| format!("{path}: {error}"))
}

/// Refuses a file that is there.
fn check_new(root: &Path, path: &str) -> Result<(), String> {
    if root.join(path).exists() { Err(format!("{path} already exists")) } else { Ok(()) }
}

/// Refuses a name with other letters than lower-case ones, digits and `separator`.
fn check_name(name: &str, separator: char) -> Result<(), String> {
    let is_legal = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == separator;
    let is_whole = name.split(separator).all(|word| !word.is_empty());
    if name.starts_with(|letter: char| letter.is_ascii_lowercase()) && name.chars().all(is_legal) && is_whole {
        return Ok(());
    }
    Err(format!(
        "'{name}' is no name: expected lower-case letters and digits, in words with '{separator}' between them"
    ))
}

/// The name of an item or a file in Rust: with `suffix` if `name` is a keyword.
fn identifier(name: &str, suffix: &str) -> String {
    let name = name.replace('-', "_");
    if syn::parse_str::<syn::Ident>(&name).is_ok() { name } else { name + suffix }
}

/// New files of templates, each with its text filled in.
fn filled<const N: usize>(
    root: &Path,
    templates: [(String, &str); N],
    fill: impl Fn(&str) -> String,
) -> Result<Changes, String> {
    let new = |(path, text): (String, &str)| check_new(root, &path).map(|()| (path, fill(text)));
    templates.into_iter().map(new).collect()
}

/// The name of a type: `my_dialect` becomes `MyDialect`.
fn type_name(name: &str) -> String {
    let capitalized = |word: &str| word[..1].to_uppercase() + &word[1..];
    name.split('_').map(capitalized).collect()
}
