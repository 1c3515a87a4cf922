//! Dialects that the file of `--irdl-file` defines.
//!
//! The file is parsed once, in its own context that accepts no unknown dialects; the dialects that it defines are
//! registered in the contexts of all pieces. If it has errors, each piece fails with all of them, as in upstream's
//! tool.

use rmlir_bytecode::{ReadOptions, is_bytecode};
use rmlir_ir::core::dialect::{Dialect, DialectDef};
use rmlir_ir::core::{Body, Context, OpRef, verify};
use rmlir_ir::diag::{Diagnostic, Place, Sink};
use rmlir_ir::pass::output::with_operation;

use super::flags::Options;
use super::report::{Failed, Reporter};
use super::streams::cannot_open;
use super::text::{self, ParseOptions};
use super::texts::{Shown, message_options};
use crate::Registry;

/// The dialects that the file defines.
#[derive(Default)]
pub struct Irdl {
    dialects: Vec<&'static DialectDef>,
    wrong: Option<Wrong>,
}

/// The reason why the file defines nothing.
enum Wrong {
    /// A line for standard error.
    Line(String),
    /// The errors, and the context with the text.
    Text(Box<Context>, Vec<Diagnostic>),
}

impl Irdl {
    /// Parses the file in `options`, if there is one. `shows_operations` is whether errors print their operation.
    pub fn load(registry: &Registry, options: &Options, shows_operations: bool) -> Self {
        let Some(path) = options.given::<String>("irdl-file") else { return Self::default() };
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) => {
                let line = format!("error: {}", cannot_open("input", &path, &error));
                return Self { dialects: Vec::new(), wrong: Some(Wrong::Line(line)) };
            }
        };
        let mut dialects = registry.dialects.clone();
        dialects.add(rmlir_irdl::Irdl::DEF);
        let cx = Box::new(Context::new(dialects));
        text::install_with(&cx, message_options(options));
        let mut said = Vec::new();
        let shown = Shown::new(options, shows_operations);
        match define(&cx, &path, bytes, &shown, &mut said) {
            Some(dialects) => Self { dialects, wrong: None },
            None => Self { dialects: Vec::new(), wrong: Some(Wrong::Text(cx, said)) },
        }
    }

    /// The dialects.
    pub fn dialects(&self) -> &[&'static DialectDef] {
        &self.dialects
    }

    /// Reports the errors in the file, if there are any.
    pub fn complain(&self, reporter: &mut Reporter) -> Result<(), Failed> {
        match &self.wrong {
            None => return Ok(()),
            Some(Wrong::Line(line)) => reporter.text(line),
            Some(Wrong::Text(cx, said)) => reporter.show_of(cx.sources(), said),
        }
        Err(Failed)
    }
}

/// The dialects that `bytes` define; errors are appended to `said`.
fn define(
    cx: &Context,
    path: &str,
    bytes: Vec<u8>,
    shown: &Shown,
    said: &mut Vec<Diagnostic>,
) -> Option<Vec<&'static DialectDef>> {
    let body = read(cx, path, bytes, said)?;
    let mut report = |op: OpRef, error: Diagnostic| said.push(with_operation(shown, op, error));
    verify::verify(&body, &mut report).ok()?;
    rmlir_irdl::load(OpRef::root(&body)).map_err(|(op, error)| report(op, *error)).ok()
}

fn read<'c>(cx: &'c Context, path: &str, bytes: Vec<u8>, said: &mut Vec<Diagnostic>) -> Option<Box<Body<'c>>> {
    let mut sink = Sink::new();
    let parsed = if is_bytecode(&bytes) {
        rmlir_bytecode::read(cx, path, &bytes, &ReadOptions { no_implicit_module: false }, &mut sink)
    } else {
        let length = bytes.len();
        match cx.sources().add(path, bytes) {
            Ok(file) => text::parse_text(cx, file, 0..length, &ParseOptions::default(), &mut sink),
            Err(error) => {
                said.push(Diagnostic::error(Place::Unknown, error.to_string()));
                None
            }
        }
    };
    said.extend(sink.into_diagnostics());
    parsed.map(|parsed| parsed.body)
}
