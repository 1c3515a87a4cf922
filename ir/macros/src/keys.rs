//! Parsing of the parentheses of an attribute, and of doc comments.

use syn::meta::ParseNestedMeta;
use syn::parse::Parse;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Error, Expr, ExprLit, Ident, Lit, LitStr, Meta, Result, Token};

use crate::names::did_you_mean;

/// Parses `= value` into `slot`, once.
pub fn set<T: Parse>(slot: &mut Option<T>, meta: &ParseNestedMeta) -> Result<()> {
    let value = meta.value()?.parse()?;
    once(slot, value, meta)
}

/// Puts `value` into `slot`, once.
pub fn once<T>(slot: &mut Option<T>, value: T, meta: &ParseNestedMeta) -> Result<()> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(meta.error("this key is given twice")),
    }
}

/// Parses `(a, b, ..)` and appends the elements to `into`.
pub fn extend<T: Parse>(into: &mut Vec<T>, meta: &ParseNestedMeta) -> Result<()> {
    let content;
    syn::parenthesized!(content in meta.input);
    into.extend(Punctuated::<T, Token![,]>::parse_terminated(&content)?);
    Ok(())
}

/// The error about a key that is none of `known`, with the most similar one.
pub fn unknown(meta: &ParseNestedMeta, known: &str) -> Error {
    let key = meta.path.get_ident().map(Ident::to_string).unwrap_or_default();
    let keys = known.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    let near = did_you_mean(&key, keys.filter(|word| !word.is_empty()));
    let rest = if near.is_empty() { format!("; the keys are: {known}") } else { near };
    meta.error(format!("unknown key{rest}"))
}

/// The full name of a dialect's operation, type or attribute, which has to be `dialect.rest`.
pub fn full_name(name: Option<LitStr>, what: &Ident) -> Result<LitStr> {
    let name = name.ok_or_else(|| Error::new(what.span(), "the key `name = \"dialect.name\"` is missing"))?;
    match name.value().split_once('.') {
        Some((dialect, rest)) if !dialect.is_empty() && !rest.is_empty() => Ok(name),
        _ => Err(Error::new(name.span(), "a full name is spelled `dialect.name`")),
    }
}

/// Separates doc comments from other attributes. Returns the text of the former and the latter.
pub fn take_docs(attrs: Vec<Attribute>) -> (String, Vec<Attribute>) {
    let (docs, others): (Vec<_>, Vec<_>) = attrs.into_iter().partition(|attr| attr.path().is_ident("doc"));
    let lines: Vec<String> = docs.iter().filter_map(doc_line).collect();
    (lines.join("\n"), others)
}

fn doc_line(attr: &Attribute) -> Option<String> {
    let Meta::NameValue(pair) = &attr.meta else { return None };
    let Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) = &pair.value else { return None };
    let text = text.value();
    Some(text.strip_prefix(' ').unwrap_or(&text).trim_end().to_owned())
}

/// The first paragraph in one line without its full stop, for help and messages.
pub fn summary(doc: &str) -> String {
    let paragraph: Vec<&str> = doc.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    paragraph.join(" ").trim_end_matches('.').to_owned()
}

/// The documentation of a declaration, or `fallback` if it has none.
pub fn doc_or(doc: &str, fallback: String) -> String {
    if doc.is_empty() { fallback } else { doc.to_owned() }
}

/// The single attribute among `attrs` whose name is one of `kinds`.
pub fn field_kind<'a>(attrs: &'a [Attribute], kinds: &[&str], field: &impl Spanned) -> Result<(&'a Attribute, String)> {
    let is_kind = |attr: &&Attribute| kinds.iter().any(|kind| attr.path().is_ident(kind));
    let list = || kinds.iter().map(|kind| format!("#[{kind}]")).collect::<Vec<_>>().join(", ");
    let mut found = attrs.iter().filter(is_kind);
    let Some(first) = found.next() else {
        return Err(Error::new(field.span(), format!("a field is marked with one of {}", list())));
    };
    if let Some(second) = found.next() {
        return Err(Error::new(second.span(), format!("a field is marked with only one of {}", list())));
    }
    if let Some(other) = attrs.iter().find(|attr| !is_kind(attr) && !attr.path().is_ident("doc")) {
        return Err(Error::new(other.span(), "no other attribute is allowed here"));
    }
    Ok((first, first.path().require_ident()?.to_string()))
}
