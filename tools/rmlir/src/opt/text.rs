//! The way to the text layer.
//!
//! A stand-in with the layer's own signatures until it is merged: it reads
//! every text as an empty module and prints names.

use std::ops::Range;

use rmlir_ir::core::context::Resource;
use rmlir_ir::core::{Body, Context, Loc, OpRef};
use rmlir_ir::diag::{Diagnostic, Sink, SourceId};

/// How to read.
#[derive(Clone, Copy, Debug, Default)]
pub struct ParseOptions {
    pub no_implicit_module: bool,
}

/// What a text held.
pub struct ParsedText<'c> {
    pub body: Box<Body<'c>>,
    pub external_resources: Vec<ExternalResources>,
}

/// How to print.
#[derive(Clone, Debug, Default)]
#[allow(dead_code)] // Only the text layer reads most of them.
pub struct PrintOptions {
    pub generic: bool,
    pub assume_verified: bool,
    pub local_scope: bool,
    pub debug_info: bool,
    pub pretty_debug_info: bool,
    pub use_nameloc_as_prefix: bool,
    pub unique_ssa_ids: bool,
    pub value_users: bool,
    pub skip_regions: bool,
    pub elide_elements_larger_than: Option<i64>,
    pub elements_hex_larger_than: i64,
    pub elide_resources_larger_than: Option<usize>,
    pub external_resources: Vec<ExternalResources>,
    pub verify: Option<fn(OpRef) -> bool>,
}

/// A group of resources that belong to no dialect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExternalResources {
    pub name: String,
    pub entries: Vec<(String, ExternalValue)>,
}

/// A resource that belongs to no dialect.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(dead_code)] // Only the text layer makes blobs.
pub enum ExternalValue {
    Blob(Resource),
    Bool(bool),
    String(Box<[u8]>),
}

/// Lets messages of `cx` show types and attributes.
pub fn install(_cx: &Context) {}

/// Reads bytes `range` of `file`.
pub fn parse_text<'c>(
    cx: &'c Context,
    file: SourceId,
    range: Range<usize>,
    options: &ParseOptions,
    sink: &mut Sink,
) -> Option<ParsedText<'c>> {
    let source = cx.sources().file(file);
    if options.no_implicit_module {
        sink.push(Diagnostic::error(source.span_of(range), "nothing is read yet"));
        return None;
    }
    let loc = Loc::at(source.base() + range.start as u32);
    let body = Box::new(Body::new(cx, cx.op_name("builtin.module"), loc, 1));
    Some(ParsedText { body, external_resources: Vec::new() })
}

/// The text of `op`.
pub fn print(op: OpRef, options: &PrintOptions) -> String {
    let newline = if options.local_scope { "" } else { "\n" };
    format!("\"{}\"{newline}", op.name_str())
}
