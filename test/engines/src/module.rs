//! Modules as texts, and their compilation by engines.

use rmlir::core::Body;
use rmlir::diag::Diagnostic;
use rmlir::pass::PassManager;
use rmlir::pass::pipeline::parse;
use rmlir::text::parse::parse_verified;
use rmlir_opt::Registry;
use rmlir_run::native::NoCode;

/// Parses `text` and passes the module to `work`.
pub fn with_module<R>(text: &str, work: impl FnOnce(&mut Body) -> Result<R, String>) -> Result<R, String> {
    let cx = rmlir::text::context(Registry::everything().dialects);
    let mut body = parse_verified(&cx, "module.mlir", text).map_err(|said| texts(&said))?;
    work(&mut body)
}

/// Runs a pipeline of passes on the module.
pub fn run_passes(module: &mut Body, passes: &str) -> Result<(), String> {
    let pipeline = parse(passes, &Registry::everything().passes).map_err(|error| error.message)?;
    let done = PassManager::new(pipeline).run_for_diagnostics(module);
    done.map(drop).map_err(|diagnostics| format!("{passes} failed: {}", texts(&diagnostics)))
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
