//! Optimization remarks in the format and policy of `--remark-format` and `--remark-policy`: diagnostics, or YAML as
//! LLVM's remark streamer writes it.

use std::fmt::Write;

use rmlir_ir::core::loc::{Loc, LocData};
use rmlir_ir::core::{Attr, Context};
use rmlir_ir::diag::{Diagnostic, LineCol};
use rmlir_ir::pass::{Remark, RemarkKind};

use super::flags::Options;

/// The flags with filters of remarks and the kind that each selects.
pub const REMARK_FILTERS: &[(&str, Option<RemarkKind>)] = &[
    ("remarks-filter", None),
    ("remarks-filter-passed", Some(RemarkKind::Passed)),
    ("remarks-filter-missed", Some(RemarkKind::Missed)),
    ("remarks-filter-failed", Some(RemarkKind::Failure)),
    ("remarks-filter-analyse", Some(RemarkKind::Analysis)),
];

/// The remarks of a run.
pub struct Remarks {
    /// The documents so far, if remarks become YAML.
    yaml: Option<String>,
    /// With `--remark-policy=final`, the remarks to emit at the end.
    last: Option<Vec<Remark>>,
}

impl Remarks {
    /// No remarks, of the format and policy in `options`.
    pub fn new(options: &Options) -> Self {
        let is_yaml = options.case("remark-format") == "yaml" && has_filter(options);
        let is_final = options.case("remark-policy") == "final";
        Self { yaml: is_yaml.then(String::new), last: is_final.then(Vec::new) }
    }

    /// Adds a remark; returns the diagnostics to emit.
    pub fn add(&mut self, cx: &Context, remark: Remark) -> Vec<Diagnostic> {
        let Some(last) = &mut self.last else { return self.emit(cx, &remark).into_iter().collect() };
        let is_same = |other: &Remark| {
            (other.kind, &other.category, &other.name, other.loc)
                == (remark.kind, &remark.category, &remark.name, remark.loc)
        };
        last.retain(|other| !is_same(other));
        last.push(remark);
        Vec::new()
    }

    /// The diagnostics to emit at the end.
    pub fn finish(&mut self, cx: &Context) -> Vec<Diagnostic> {
        let waiting = self.last.as_mut().map(std::mem::take).unwrap_or_default();
        waiting.iter().filter_map(|remark| self.emit(cx, remark)).collect()
    }

    /// The YAML documents, if that is the format.
    pub fn take_yaml(&mut self) -> Option<String> {
        self.yaml.take()
    }

    fn emit(&mut self, cx: &Context, remark: &Remark) -> Option<Diagnostic> {
        match &mut self.yaml {
            Some(text) => write_yaml(cx, remark, text).map(|()| None).expect("writing to a string does not fail"),
            None => Some(remark.diagnostic(cx)),
        }
    }
}

fn has_filter(options: &Options) -> bool {
    REMARK_FILTERS.iter().any(|(flag, _)| options.given::<String>(flag).is_some())
}

fn write_yaml(cx: &Context, remark: &Remark, text: &mut String) -> std::fmt::Result {
    let place = remark.loc.place(cx);
    let (file, at) = place.line_in(cx.sources()).unwrap_or(("<unknown file>", LineCol { line: 0, col: 0 }));
    writeln!(text, "--- !{}", remark.kind.word())?;
    writeln!(text, "Pass:            {}", scalar(&remark.category))?;
    writeln!(text, "Name:            {}", scalar(&remark.name))?;
    writeln!(text, "DebugLoc:        {{ File: {}, Line: {}, Column: {} }}", scalar(file), at.line, at.col)?;
    let function = subprogram(cx, remark.loc);
    writeln!(text, "Function:        {}", scalar(function.as_deref().unwrap_or("<unknown function>")))?;
    if !remark.args.is_empty() {
        writeln!(text, "Args:")?;
    }
    for (key, value) in &remark.args {
        writeln!(text, "  - {:<16} {}", format!("{key}:"), scalar(value))?;
    }
    writeln!(text, "...")
}

/// The name of the function that debug information of LLVM gives for `loc`: the one that code was inlined into.
fn subprogram(cx: &Context, loc: Loc) -> Option<String> {
    match loc.data(cx) {
        LocData::CallSite { caller, .. } => subprogram(cx, caller),
        LocData::Name { child, .. } => subprogram(cx, child),
        LocData::Fused { locs, metadata } => {
            let own = metadata.and_then(|scope| subprogram_of_scope(cx, scope));
            own.or_else(|| locs.iter().find_map(|&loc| subprogram(cx, loc)))
        }
        LocData::Unknown | LocData::FileLineCol { .. } | LocData::Dialect(_) => None,
    }
}

#[cfg(feature = "llvm")]
fn subprogram_of_scope(cx: &Context, mut scope: Attr) -> Option<String> {
    use rmlir_ir::prelude::*;
    use rmlir_llvm::attrs::debug::{DILexicalBlockAttr, DILexicalBlockFileAttr, DISubprogramAttr};
    loop {
        if let Some(function) = DISubprogramAttr::from_attr(cx, scope) {
            return Some(function.name(cx)?.as_str(cx)?.to_owned());
        }
        let block = DILexicalBlockAttr::from_attr(cx, scope).map(|block| block.scope(cx));
        scope = block.or_else(|| DILexicalBlockFileAttr::from_attr(cx, scope).map(|block| block.scope(cx)))?;
    }
}

#[cfg(not(feature = "llvm"))]
fn subprogram_of_scope(_: &Context, _: Attr) -> Option<String> {
    None
}

/// A YAML scalar, plain if it reads back as this text.
fn scalar(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-^., \t".contains(c);
    let starts_plain = text.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.');
    let is_word = matches!(text.to_ascii_lowercase().as_str(), "true" | "false" | "null" | ".nan" | ".inf");
    if starts_plain
        && !text.ends_with([' ', '\t'])
        && text.chars().all(is_plain)
        && !is_word
        && text.parse::<f64>().is_err()
    {
        return text.to_owned();
    }
    if text.contains(|c: char| c.is_control()) {
        return format!("\"{}\"", text.escape_default());
    }
    format!("'{}'", text.replace('\'', "''"))
}
