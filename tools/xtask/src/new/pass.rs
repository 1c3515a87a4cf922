//! A new pass: its file, its entry in the list of the crate, and a case.

use std::path::Path;

use super::edit::with_line;
use super::{Changes, check_name, filled, identifier, read};
use crate::passes::{check_file, short};

/// The files of the pass `name` in `passes/<folder>`.
///
/// # Errors
/// A folder that does not exist, a name that is not legal, is taken or belongs into another folder, or a library without
/// the form it should have.
pub fn pass(root: &Path, folder: &str, name: &str) -> Result<Changes, String> {
    check_name(folder, '_')?;
    check_name(name, '-')?;
    if !root.join("passes").join(folder).is_dir() {
        return Err(format!("there is no folder passes/{folder}"));
    }
    let library = format!("passes/{folder}/src/lib.rs");
    let text = read(root, &library)?;
    let (file, function) = (identifier(short(name, folder), "_pass"), identifier(name, "_pass"));
    let source = format!("passes/{folder}/src/{file}.rs");
    if let Some(complaint) = check_file(Path::new(&source), &[name]) {
        return Err(complaint);
    }
    let is_module = |line: &str| line.starts_with("pub mod ") && line.ends_with(';');
    let module = format!("pub mod {file};");
    let text = with_line(&text, &module, is_module).ok_or_else(|| format!("{library}: no `pub mod` is in it"))?;
    let text = with_pass(&text, &format!("{file}::{function}::DEF"));
    let text = text.ok_or_else(|| format!("{library}: no `pub const PASSES` is in it"))?;
    let cases = if root.join("test/cases").join(folder).is_dir() { folder } else { "passes" };
    let fill = |text: &str| text.replace("my-pass", name).replace("my_pass", &function);
    let new = [
        (source, include_str!("../../templates/pass.rs")),
        (format!("test/cases/{cases}/{name}.mlir"), include_str!("../../templates/pass.mlir")),
        (format!("test/cases/{cases}/{name}.snap"), include_str!("../../templates/pass.snap")),
    ];
    let mut changes = filled(root, new, fill)?;
    changes.push((library, text));
    Ok(changes)
}

/// The library with the pass at the end of its list.
fn with_pass(text: &str, pass: &str) -> Option<String> {
    let from = text.find("pub const PASSES: &[&PassDef] =")?;
    let (before, list) = text.split_at(from);
    let (list, after) = list.split_at(list.find("];")?);
    let list = match list.ends_with('\n') {
        true => format!("{list}    {pass},\n"),
        false => format!("{list}, {pass}"),
    };
    Some(format!("{before}{list}{after}"))
}
