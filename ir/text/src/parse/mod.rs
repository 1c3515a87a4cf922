//! The parser: from text to bodies, or to diagnostics.
//!
//! It is a recursive descent parser over the token cursor. Only a dialect determines the end of its custom syntax, so
//! there is no grammar of whole operations to execute; the generic part is specified as a grammar in `reference`.
//!
//! Reading order: `cursor` tokens; `parser` and `state` the state, and small productions; `types`, `attrs`, `dense`,
//! `affine`, `locs`, `strings` the constructs without operations; `spelling`, `names`, `scope` names of values and
//! blocks; `ops` operations, blocks and regions; `functions` bodies parsed in parallel; `custom` the interface for
//! hand-written formats; `index` and `recover` what tools for editors need; `resources` the section at the end of a
//! file; `stack` stack space for deep nesting.

mod affine;
mod attrs;
mod cursor;
mod custom;
mod dense;
mod format_hook;
mod functions;
pub mod index;
mod locs;
mod names;
pub(crate) mod op_attrs;
mod ops;
mod options;
mod parser;
mod recover;
mod regions;
mod resources;
mod scope;
mod spelling;
mod state;
mod strings;
mod types;

use std::ops::Range;

use rmlir_core::{Attr, Body, Context, Type, verify};
use rmlir_diag::{Diagnostic, Place, Sink, SourceId};

use self::index::TextIndex;
pub use self::ops::top_level;
pub use self::options::{ParseOptions, ParsedText};
use self::parser::Parser;

/// Parses bytes `range` of `file`. On failure the diagnostics are in `sink`.
pub fn parse<'c>(
    cx: &'c Context,
    file: SourceId,
    range: Range<usize>,
    options: &ParseOptions,
    sink: &mut Sink,
) -> Option<Box<Body<'c>>> {
    parse_text(cx, file, range, options, sink).map(|text| text.body)
}

/// As [`parse`], with all contents of a text.
pub fn parse_text<'c>(
    cx: &'c Context,
    file: SourceId,
    range: Range<usize>,
    options: &ParseOptions,
    sink: &mut Sink,
) -> Option<ParsedText<'c>> {
    let source = cx.sources().file(file);
    if range.len() >= MIN_PARALLEL_BYTES && rayon::current_num_threads() > 1 {
        let mut said = Sink::new();
        let read = Parser::with_threads(cx, source, range.clone(), &mut said).parse_top_level(options);
        if read.is_ok() && said.is_empty() {
            return read.ok();
        }
        // One thread parses again, so that diagnostics are in the order of the text.
    }
    let mut parser = Parser::new(cx, source, range, sink);
    parser.parse_top_level(options).ok()
}

/// Parses bytes `range` of `file` and continues after errors. The body exists if there is none; the index covers all that
/// was parsed.
///
/// ```
/// use rmlir_core::DialectRegistry;
/// use rmlir_diag::Sink;
/// use rmlir_text::parse::parse_with_index;
/// let cx = rmlir_text::context(DialectRegistry::default());
/// let text = "%a = \"my.a\"() : () -> i32x\n%b = \"my.b\"() : () -> i1\n\"my.c\"(%a, %b) : (i32, i1) -> ()";
/// cx.allow_unregistered(true);
/// let file = cx.sources().add("a.mlir", text).unwrap();
/// let mut sink = Sink::new();
/// let (body, index) = parse_with_index(&cx, file, 0..text.len(), &mut sink);
/// assert!(body.is_none() && sink.n_errors() == 1);
/// assert_eq!((index.ops.len(), index.values.len(), index.value_uses.len()), (3, 2, 2));
/// ```
pub fn parse_with_index<'c>(
    cx: &'c Context,
    file: SourceId,
    range: Range<usize>,
    sink: &mut Sink,
) -> (Option<Box<Body<'c>>>, TextIndex) {
    let mut parser = Parser::with_index(cx, cx.sources().file(file), range, sink);
    let body = parser.parse_top_level(&ParseOptions::default()).ok().map(|text| text.body);
    let index = parser.index.take().map_or_else(TextIndex::default, |index| index.finish());
    (body.filter(|_| !sink.has_errors()), index)
}

/// The length from which on several threads parse.
const MIN_PARALLEL_BYTES: usize = 1 << 16;

/// Parses and verifies `text`, which is called `name` in diagnostics. On failure all diagnostics are returned.
///
/// ```
/// use rmlir_core::DialectRegistry;
/// use rmlir_text::parse::parse_verified;
/// let cx = rmlir_text::context(DialectRegistry::default());
/// let errors = parse_verified(&cx, "a.mlir", "\"my.op\"() : () -> (i32x)").err().unwrap();
/// assert!(errors[0].is_error() && !errors[0].message.is_empty());
/// ```
pub fn parse_verified<'c>(
    cx: &'c Context,
    name: &str,
    text: impl Into<Vec<u8>>,
) -> Result<Box<Body<'c>>, Vec<Diagnostic>> {
    let file = cx.sources().add(name, text);
    let file = file.map_err(|error| vec![Diagnostic::error(Place::Unknown, error.to_string())])?;
    let mut sink = Sink::new();
    let len = cx.sources().file(file).bytes().len();
    let body = parse(cx, file, 0..len, &ParseOptions::default(), &mut sink);
    let mut said = sink.into_diagnostics();
    let verified = body.filter(|body| verify::verify(body, &mut |_, error| said.push(error)).is_ok());
    verified.ok_or(said)
}

/// Parses `text` as one type.
///
/// ```
/// use rmlir_core::{DialectRegistry, Type};
/// use rmlir_diag::Sink;
/// use rmlir_text::parse::parse_type;
/// let cx = rmlir_text::context(DialectRegistry::default());
/// let mut sink = Sink::new();
/// assert_eq!(parse_type(&cx, "vector<4xf32>", &mut sink), Some(cx.vector_type(&[4], Type::F32)));
/// assert_eq!(parse_type(&cx, "vector<4y>", &mut sink), None);
/// assert!(sink.has_errors());
/// ```
pub fn parse_type(cx: &Context, text: &str, sink: &mut Sink) -> Option<Type> {
    with_text(cx, text, sink, |parser| {
        let ty = parser.parse_type()?;
        parser.parse_end().map(|()| ty)
    })
}

/// Parses `text` as one attribute.
///
/// ```
/// use rmlir_core::DialectRegistry;
/// use rmlir_diag::Sink;
/// use rmlir_text::parse::parse_attr;
/// let cx = rmlir_text::context(DialectRegistry::default());
/// let mut sink = Sink::new();
/// assert_eq!(parse_attr(&cx, "3 : i32", &mut sink), Some(cx.i32_attr(3)));
/// ```
pub fn parse_attr(cx: &Context, text: &str, sink: &mut Sink) -> Option<Attr> {
    with_text(cx, text, sink, |parser| {
        let attr = parser.parse_attr(None)?;
        parser.parse_end().map(|()| attr)
    })
}

fn with_text<'c, T>(
    cx: &'c Context,
    text: &str,
    sink: &mut Sink,
    read: impl FnOnce(&mut Parser<'_, 'c>) -> rmlir_core::asm::Parsed<T>,
) -> Option<T> {
    let file = cx.sources().add("<text>", text).ok()?;
    let source = cx.sources().file(file);
    let mut parser = Parser::new(cx, source, 0..text.len(), sink);
    read(&mut parser).ok()
}
