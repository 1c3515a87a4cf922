//! `--verify-roundtrip`: the input can be printed and parsed again as the same IR.

use rmlir_ir::core::{Body, OpRef};
use rmlir_ir::diag::Sink;
use rmlir_ir::pass::output::with_operation;

use super::job::{Job, new_context};
use super::report::{Failed, Reporter};
use super::text::{ParseOptions, PrintOptions, parse_text, print};
use super::texts::Shown;

/// Prints `body` as usual, with locations, parses that in its own context, and compares both in generic form.
pub fn check(body: &Body, job: &Job, shown: &Shown, reporter: &mut Reporter) -> Result<(), Failed> {
    let cx = new_context(job.registry, job.irdl.dialects(), job.options);
    let custom = PrintOptions { debug_info: true, assume_verified: true, ..PrintOptions::default() };
    let generic = PrintOptions { generic: true, ..custom.clone() };
    let mut refuse = |message: String| {
        let error = OpRef::root(body).error(message);
        reporter.diagnostic(body.cx(), with_operation(shown, OpRef::root(body), *error));
        Err(Failed)
    };
    let text = print(OpRef::root(body), &custom);
    let length = text.len();
    let Ok(file) = cx.sources().add("-", text) else {
        return refuse("failed to print, cannot verify round-trip.\n".to_owned());
    };
    let mut sink = Sink::new();
    let Some(back) = parse_text(&cx, file, 0..length, &ParseOptions { no_implicit_module: true }, &mut sink) else {
        for diagnostic in sink.into_diagnostics() {
            reporter.diagnostic(&cx, diagnostic);
        }
        let error = OpRef::root(body).error("failed to parse textual content back, cannot verify round-trip.\n");
        reporter.diagnostic(body.cx(), with_operation(shown, OpRef::root(body), *error));
        return Err(Failed);
    };
    let reference = print(OpRef::root(body), &generic);
    let again = print(OpRef::root(&back.body), &generic);
    if reference == again {
        return Ok(());
    }
    refuse(format!(
        "textual roundTrip testing roundtripped module differs from reference:\n\
         <<<<<<Reference\n{reference}\n=====\n{again}\n>>>>>roundtripped\n"
    ))
}
