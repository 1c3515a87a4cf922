//! Modules as texts, and what engines make of them.

use rmlir::core::{Body, Context, verify};
use rmlir::diag::{Diagnostic, Sink};
use rmlir::text::parse::{ParseOptions, parse_text};
use rmlir_run::native::NoCode;
use rmlir_top::Registry;

/// Gives the module of `text` to `work`.
pub fn with_module<R>(text: &str, work: impl FnOnce(&mut Body) -> Result<R, String>) -> Result<R, String> {
    let cx = Context::new(Registry::everything().dialects);
    rmlir::text::install(&cx);
    let source = cx.sources().add("module.mlir", text).map_err(|error| error.to_string())?;
    let mut sink = Sink::new();
    let parsed = parse_text(&cx, source, 0..text.len(), &ParseOptions { no_implicit_module: false }, &mut sink);
    let mut said = sink.into_diagnostics();
    let verified = parsed.as_ref().map(|parsed| verify::verify(&parsed.body, &mut |_, error| said.push(error)));
    match parsed.filter(|_| verified.is_some_and(|verified| verified.is_ok())) {
        Some(mut parsed) => work(&mut parsed.body),
        None => Err(texts(&said)),
    }
}

/// Diagnostics as one text.
pub fn texts(diagnostics: &[Diagnostic]) -> String {
    diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// Why there is no code, as a text.
pub fn reason(no_code: NoCode) -> String {
    match no_code {
        NoCode::Module(diagnostics) => texts(&diagnostics),
        NoCode::Machine(reason) => reason,
    }
}
