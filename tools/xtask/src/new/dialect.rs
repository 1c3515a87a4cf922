//! A new dialect: its crate, and its entries in the lists of crates and dialects.

use std::path::Path;

use super::edit::{with_line, with_line_after};
use super::{Changes, check_name, check_new, identifier, read, type_name};

/// The files of the dialect `name`, which has no operations yet.
///
/// # Errors
/// A name that is not legal or is taken, or a list without the form it should have.
pub fn dialect(root: &Path, name: &str) -> Result<Changes, String> {
    check_name(name, '_')?;
    if identifier(name, "") != identifier(name, "_") {
        return Err(format!("'{name}' is a keyword of Rust"));
    }
    check_new(root, &format!("dialects/{name}"))?;
    let package = format!("rmlir-{}", name.replace('_', "-"));
    let fill = |text: &str| {
        let text = text.replace("rmlir-my-dialect", &package).replace("my_dialect", name);
        text.replace("MyDialect", &type_name(name))
    };
    let mut changes = vec![
        (format!("dialects/{name}/Cargo.toml"), fill(include_str!("../../templates/dialect.toml"))),
        (format!("dialects/{name}/src/lib.rs"), fill(include_str!("../../templates/dialect.rs"))),
    ];
    let mut insert = |path: &str, insert: &dyn Fn(&str) -> Option<String>| {
        let text = insert(&read(root, path)?).ok_or_else(|| format!("{path}: no list of dialects is in it"))?;
        changes.push((path.to_owned(), text));
        Ok::<(), String>(())
    };
    let in_workspace = format!("{package} = {{ path = \"dialects/{name}\", version = \"0.1.0\" }}");
    let is_dialect = |line: &str| line.contains("path = \"dialects/");
    insert("Cargo.toml", &|text| with_line_after(text, &in_workspace, is_dialect))?;
    let is_needed = |line: &str| line.starts_with("rmlir-") && line.ends_with(".workspace = true");
    insert("tools/opt/Cargo.toml", &|text| with_line(text, &format!("{package}.workspace = true"), is_needed))?;
    let entry = format!("    {name}: {}::{},", package.replace('-', "_"), type_name(name));
    let is_entry = |line: &str| line.starts_with("    ") && line.contains(": rmlir_");
    insert("tools/opt/src/dialects.rs", &|text| with_line_after(text, &entry, is_entry))?;
    Ok(changes)
}
