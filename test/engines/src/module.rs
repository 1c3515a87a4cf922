//! Modules as texts, and their compilation by engines.

use rmlir::core::Body;
use rmlir::diag::Diagnostic;
use rmlir::text::parse::parse_verified;
use rmlir_opt::Registry;
use rmlir_run::native::NoCode;

/// Parses `text` and passes the module to `work`.
pub fn with_module<R>(text: &str, work: impl FnOnce(&mut Body) -> Result<R, String>) -> Result<R, String> {
    let cx = rmlir::text::context(Registry::everything().dialects);
    let mut body = parse_verified(&cx, "module.mlir", text).map_err(|said| texts(&said))?;
    work(&mut body)
}

/// Diagnostics as one text.
pub fn texts(diagnostics: &[Diagnostic]) -> String {
    diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// The reason why there is no code, as a text.
pub fn reason(no_code: NoCode) -> String {
    match no_code {
        NoCode::Module(diagnostics) => texts(&diagnostics),
        NoCode::Machine(reason) => reason,
    }
}
