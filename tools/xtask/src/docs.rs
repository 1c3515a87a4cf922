//! Pages on dialects and passes, generated from the same tables that parser, printer and verifier use.
//!
//! `docs/dialects/<name>.md` has the types, attributes and operations of a dialect, `docs/passes.md` all passes with
//! their options. Nothing in them is written by hand, so a merge conflict in them is resolved by generating them again.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use rmlir::core::dialect::{DialectDef, ParamDef, ParamsFormat};
use rmlir::core::opdef::{Arity, OpDef, OpFormat, PropDef, RegionShape, ValueDef};
use rmlir::core::traits::TRAIT_NAMES;
use rmlir::pass::PassDef;
use rmlir::pass::options::{OptionDef, OptionKind};
use rmlir_opt::Registry;

const HEAD: &str = "<!-- Made by `cargo xtask docs` from the declarations; changes here are lost. -->\n\n";

/// Writes all pages and removes those of dialects that no longer exist.
pub fn write(root: &Path) -> Result<Vec<String>, String> {
    let pages = pages();
    for path in orphans(root, &pages) {
        fs::remove_file(root.join(&path)).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    for (path, text) in pages {
        let path = root.join(path);
        let folder = path.parent().expect("pages are in folders");
        fs::create_dir_all(folder).map_err(|error| error.to_string())?;
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(Vec::new())
}

/// An error for each page that is not up to date with the declarations.
pub fn check(root: &Path) -> Result<Vec<String>, String> {
    let is_stale = |(path, text): &(PathBuf, String)| fs::read_to_string(root.join(path)).ok().as_ref() != Some(text);
    let pages = pages();
    let orphans = orphans(root, &pages);
    let stale = pages.iter().filter(|page| is_stale(page)).map(|(path, _)| path).chain(&orphans);
    Ok(stale.map(|path| format!("{} is not fresh: run cargo xtask docs", path.display())).collect())
}

/// Pages of dialects that do not exist.
fn orphans(root: &Path, pages: &[(PathBuf, String)]) -> Vec<PathBuf> {
    let folder = Path::new("docs/dialects");
    let entries = fs::read_dir(root.join(folder)).into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = entries.map(|entry| folder.join(entry.file_name())).collect();
    found.retain(|found| pages.iter().all(|(path, _)| path != found));
    found.sort();
    found
}

/// Every page with its path from the root.
fn pages() -> Vec<(PathBuf, String)> {
    let registry = Registry::everything();
    let dialects = registry.dialects.dialects();
    let mut pages: Vec<(PathBuf, String)> = dialects.iter().map(|dialect| dialect_page(dialect)).collect();
    pages.push((PathBuf::from("docs/passes.md"), passes_page(registry.passes.passes())));
    pages
}

fn dialect_page(dialect: &DialectDef) -> (PathBuf, String) {
    let mut text = format!("{HEAD}# The `{}` dialect\n\n{}\n", dialect.name, dialect.doc);
    if !dialect.types.is_empty() {
        text.push_str("\n## Types\n");
    }
    for ty in dialect.types {
        params(&mut text, &format!("!{}", ty.name), ty.doc, ty.params, &ty.format);
    }
    if !dialect.attrs.is_empty() {
        text.push_str("\n## Attributes\n");
    }
    for attr in dialect.attrs {
        params(&mut text, &format!("#{}", attr.name), attr.doc, attr.params, &attr.format);
    }
    if !dialect.ops.is_empty() {
        text.push_str("\n## Operations\n");
    }
    for op in dialect.ops {
        operation(&mut text, op);
    }
    (PathBuf::from(format!("docs/dialects/{}.md", dialect.name)), text)
}

fn params(text: &mut String, name: &str, doc: &str, params: &[ParamDef], format: &ParamsFormat) {
    section(text, name, doc);
    if let ParamsFormat::Spec(format) = format {
        line(text, &format!("\nSyntax: ``{name} {}``", format.text.trim()));
    }
    let rows = params.iter().map(|param| [param.name.to_owned(), optional(param.optional, param.constraint.summary)]);
    table(text, ["parameter", "is"], rows);
}

fn operation(text: &mut String, op: &OpDef) {
    section(text, op.name, op.doc);
    match op.format {
        OpFormat::Spec(format) => line(text, &format!("\nSyntax: ``{} {}``", op.name, one_line(format.text))),
        OpFormat::Custom(_) => line(text, "\nSyntax: written by hand."),
        OpFormat::Generic => line(text, "\nSyntax: the generic form."),
    }
    let traits: Vec<String> =
        TRAIT_NAMES.iter().filter(|(_, traits)| op.has(*traits)).map(|(name, _)| format!("`{name}`")).collect();
    if !traits.is_empty() {
        line(text, &format!("\nTraits: {}", traits.join(", ")));
    }
    if !op.parents.is_empty() {
        line(text, &format!("\nStands in: `{}`", op.parents.join("`, `")));
    }
    table(text, ["operand", "is"], op.operands.iter().map(value_row));
    table(text, ["property", "is"], op.props.iter().map(prop_row));
    table(text, ["result", "is"], op.results.iter().map(value_row));
    let regions = op.regions.iter().map(|region| {
        let blocks = match region.shape {
            RegionShape::Any => "any blocks",
            RegionShape::Sized(1) => "one block",
            RegionShape::Sized(n) => &format!("{n} blocks"),
            RegionShape::AtLeastOne => "at least one block",
            RegionShape::AtMostOne => "at most one block",
        };
        [region.name.to_owned(), many(region.variadic, blocks)]
    });
    table(text, ["region", "has"], regions);
    let successors = op.successors.iter().map(|next| [next.name.to_owned(), many(next.variadic, "a block")]);
    table(text, ["successor", "is"], successors);
}

fn value_row(value: &ValueDef) -> [String; 2] {
    let summary = match value.arity {
        Arity::One => value.constraint.summary.to_owned(),
        Arity::Optional => optional(true, value.constraint.summary),
        Arity::Variadic => many(true, value.constraint.summary),
    };
    [value.name.to_owned(), summary]
}

fn prop_row(prop: &PropDef) -> [String; 2] {
    let summary = optional(prop.optional, prop.constraint.summary);
    let default = if prop.default.is_some() { ", with a default" } else { "" };
    [prop.name.to_owned(), format!("{summary}{default}")]
}

fn optional(is_optional: bool, summary: &str) -> String {
    if is_optional { format!("optional {summary}") } else { summary.to_owned() }
}

fn many(is_variadic: bool, summary: &str) -> String {
    if is_variadic { format!("any number of {summary}") } else { summary.to_owned() }
}

fn passes_page(passes: &[&PassDef]) -> String {
    let mut text = format!("{HEAD}# Passes\n\n`rmlir-opt FILE --<pass>`, or several with `--pass-pipeline`.\n");
    let mut passes = passes.to_vec();
    passes.sort_by_key(|pass| pass.name);
    for pass in passes {
        let doc = if pass.doc.is_empty() { pass.summary } else { pass.doc };
        section(&mut text, pass.name, doc);
        if let Some(anchor) = pass.anchor {
            line(&mut text, &format!("\nRuns on: `{anchor}`"));
        }
        table(&mut text, ["option", "is", "default", "meaning"], pass.options.iter().map(option_row));
        let stats = pass.stats.iter().map(|stat| [stat.name.to_owned(), stat.doc.to_owned()]);
        table(&mut text, ["statistic", "counts"], stats);
    }
    text
}

fn option_row(option: &OptionDef) -> [String; 4] {
    let default = option.default.map_or_else(String::new, |default| format!("`{default}`"));
    [option.name.to_owned(), kind(&option.kind), default, option.doc.to_owned()]
}

fn kind(kind: &OptionKind) -> String {
    match kind {
        OptionKind::Bool => "true or false".to_owned(),
        OptionKind::I32 | OptionKind::I64 => "an integer".to_owned(),
        OptionKind::U32 | OptionKind::U64 => "an integer from 0".to_owned(),
        OptionKind::IntWidth => "a number of bits from 0".to_owned(),
        OptionKind::F64 => "a number".to_owned(),
        OptionKind::Text => "text".to_owned(),
        OptionKind::Enum(cases) => cases.iter().map(|case| format!("`{}`", case.name)).collect::<Vec<_>>().join(" or "),
        OptionKind::Pipeline => "a pipeline".to_owned(),
        OptionKind::Passes => "passes".to_owned(),
        OptionKind::List(of) => format!("a list of: {}", self::kind(of)),
    }
}

fn section(text: &mut String, name: &str, doc: &str) {
    line(text, &format!("\n### `{name}`"));
    if !doc.is_empty() {
        line(text, &format!("\n{doc}"));
    }
}

fn table<const N: usize>(text: &mut String, head: [&str; N], rows: impl Iterator<Item = [String; N]>) {
    let mut rows = rows.peekable();
    if rows.peek().is_none() {
        return;
    }
    line(text, &format!("\n| {} |", head.join(" | ")));
    line(text, &format!("|{}", "---|".repeat(N)));
    for [name, rest @ ..] in rows.map(|row| row.map(|cell| cell.replace('|', "\\|"))).map(split_first) {
        line(text, &format!("| `{name}` | {} |", rest[0]));
    }
}

/// The first cell, and the others as one text.
fn split_first<const N: usize>(row: [String; N]) -> [String; 2] {
    let (first, rest) = row.split_first().expect("a table has columns");
    [first.clone(), rest.join(" | ")]
}

fn one_line(spec: &str) -> String {
    spec.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn line(text: &mut String, line: &str) {
    writeln!(text, "{line}").expect("writing to memory does not fail");
}
