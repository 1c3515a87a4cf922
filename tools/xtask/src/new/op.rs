//! A new operation: its file, its entries in the library of the dialect, and a case.

use std::path::Path;

use super::edit::{with_entry, with_line, with_line_after};
use super::{Changes, check_name, filled, identifier, read, type_name};

/// The files of the operation `name` of `dialect`.
///
/// # Errors
/// A dialect that does not exist, a name that is not legal or is taken, or a library without the form it should have.
pub fn op(root: &Path, dialect: &str, name: &str) -> Result<Changes, String> {
    check_name(dialect, '_')?;
    check_name(name, '_')?;
    if !root.join("dialects").join(dialect).is_dir() {
        return Err(format!("there is no dialect '{dialect}': cargo xtask new dialect {dialect}"));
    }
    let library = format!("dialects/{dialect}/src/lib.rs");
    let text = read(root, &library)?;
    let (file, ty) = (identifier(name, "_op"), format!("{}Op", type_name(name)));
    if text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').any(|word| word == ty) {
        return Err(format!("{library}: {ty} already exists"));
    }
    let text = with_module(&text, &file, &ty).ok_or_else(|| format!("{library}: no imports are in it"))?;
    let text = with_op(&text, &ty).ok_or_else(|| format!("{library}: no `dialect!` is in it"))?;
    let fill = |text: &str| text.replace("my_dialect", dialect).replace("my_op", name).replace("MyOp", &ty);
    let case = format!("test/cases/{dialect}/{}", name.replace('_', "-"));
    let new = [
        (format!("dialects/{dialect}/src/{file}.rs"), include_str!("../../templates/op.rs")),
        (format!("{case}.mlir"), include_str!("../../templates/op.mlir")),
        (format!("{case}.snap"), include_str!("../../templates/op.snap")),
    ];
    let mut changes = filled(root, new, fill)?;
    changes.push((library, text));
    Ok(changes)
}

/// The library with the module of the operation, and its type.
fn with_module(text: &str, file: &str, ty: &str) -> Option<String> {
    let module = format!("mod {file};");
    let is_module = |line: &str| line.starts_with("mod ") && line.ends_with(';');
    let is_any_module = |line: &str| is_module(line) || line.starts_with("pub mod ") && line.ends_with(';');
    let is_use = |line: &str| line.starts_with("use ") && line.ends_with(';');
    let text = with_line(text, &module, is_module)
        .or_else(|| with_line_after(text, &module, is_any_module))
        .or_else(|| text.contains("\nuse ").then(|| text.replacen("\nuse ", &format!("\n{module}\n\nuse "), 1)))?;
    let export = format!("pub use self::{file}::{ty};");
    let is_export = |line: &str| line.starts_with("pub use self::") && line.ends_with(';');
    with_line(&text, &export, is_export).or_else(|| with_line_after(&text, &format!("\n{export}"), is_use))
}

/// The library with the operation in the list of the dialect.
fn with_op(text: &str, ty: &str) -> Option<String> {
    let declaration = text.find("\ndialect! {")?;
    let (before, declaration) = text.split_at(declaration);
    let declaration = with_entry(declaration, "ops: [", ty).or_else(|| {
        let is_head = |line: &str| line.starts_with("    pub ") && line.ends_with('{');
        with_line_after(declaration, &format!("        ops: [{ty}],"), is_head)
    })?;
    Some(format!("{before}{declaration}"))
}
