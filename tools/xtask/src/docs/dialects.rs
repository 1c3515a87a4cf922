//! The pages on dialects: their types, attributes and operations.

use rmlir::core::dialect::{DialectDef, ParamDef, ParamsFormat};
use rmlir::core::opdef::{Arity, OpDef, OpFormat, PropDef, RegionShape, ValueDef};
use rmlir::core::traits::TRAIT_NAMES;

use super::page::{HEAD, Page, code, first_sentence, line, one_line, section, table};

/// The page with all dialects, and one for each.
pub fn pages(dialects: &[&'static DialectDef]) -> Vec<Page> {
    let mut dialects = dialects.to_vec();
    dialects.sort_by_key(|dialect| dialect.name);
    let mut index = format!("{HEAD}# Dialects\n\nTypes, attributes and operations, from their declarations.\n");
    line(&mut index, "\n| dialect | holds | operations |\n|---|---|---|");
    for dialect in &dialects {
        let (name, n) = (dialect.name, dialect.ops.len());
        line(&mut index, &format!("| [`{name}`](dialects/{name}.md) | {} | {n} |", first_sentence(dialect.doc)));
    }
    let mut pages = vec![Page::new("docs/dialects.md", "Dialects", index)];
    pages.extend(dialects.iter().map(|dialect| page(dialect)));
    pages
}

fn page(dialect: &DialectDef) -> Page {
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
    Page::new(&format!("docs/dialects/{}.md", dialect.name), &format!("`{}`", dialect.name), text)
}

fn params(text: &mut String, name: &str, doc: &str, params: &[ParamDef], format: &ParamsFormat) {
    section(text, name, doc);
    if let ParamsFormat::Spec(format) = format {
        line(text, &format!("\nSyntax: {}", code(&format!("{name} {}", one_line(format.text)))));
    }
    let rows = params.iter().map(|param| [param.name.to_owned(), optional(param.optional, param.constraint.summary)]);
    table(text, ["parameter", "is"], rows);
}

fn operation(text: &mut String, op: &OpDef) {
    let doc = if op.doc.is_empty() { intrinsic(op.name) } else { op.doc.to_owned() };
    section(text, op.name, &doc);
    match op.format {
        OpFormat::Spec(format) => {
            line(text, &format!("\nSyntax: {}", code(&format!("{} {}", op.name, one_line(format.text)))))
        }
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

/// The sentence about an operation that stands for an intrinsic, and has no other; empty for other operations.
fn intrinsic(name: &str) -> String {
    let Some((dialect, intrinsic)) = name.split_once(".intr.") else { return String::new() };
    let prefix = if dialect == "llvm" { "llvm." } else { "" };
    let of = if dialect == "llvm" { "" } else { " for the instructions of this dialect" };
    format!("The intrinsic `{prefix}{intrinsic}` of [LLVM IR](https://llvm.org/docs/LangRef.html){of}.")
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
