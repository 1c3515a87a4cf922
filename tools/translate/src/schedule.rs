//! Scheduling problems as others write them: their text with start times, and the steps that lead there.

use rmlir::core::Context;
use rmlir::diag::{Diagnostic, Place, SourceId};
use rmlir_modulo::Mode;
use rmlir_problems::{graphml, ssp};

/// CIRCT's `ssp.instance`.
pub fn ssp(cx: &Context, source: SourceId, text: &[u8], said: &mut Vec<Diagnostic>) -> Option<String> {
    let text = as_text(text, said)?;
    let written = ssp::write_schedule(text, Mode::Swing);
    let place = |at: usize| cx.sources().file(source).span_of(at..at);
    written.map_err(|failure| said.push(Diagnostic::error(place(failure.at), failure.message))).ok()
}

/// The steps of the published algorithm on the same.
pub fn explain_ssp(cx: &Context, source: SourceId, text: &[u8], said: &mut Vec<Diagnostic>) -> Option<String> {
    let text = as_text(text, said)?;
    let explained = ssp::explain(text, Mode::Textbook);
    let place = |at: usize| cx.sources().file(source).span_of(at..at);
    explained.map_err(|failure| said.push(Diagnostic::error(place(failure.at), failure.message))).ok()
}

/// HatScheT's GraphML, with the resources in a file of their own.
pub fn graphml(text: &[u8], resources: Option<&str>, said: &mut Vec<Diagnostic>) -> Option<String> {
    let text = as_text(text, said)?;
    let written = resources_in(resources).and_then(|resources| graphml::write_schedule(text, &resources, Mode::Swing));
    written.map_err(|message| said.push(Diagnostic::error(Place::Unknown, message))).ok()
}

fn resources_in(path: Option<&str>) -> Result<String, String> {
    let path = path.ok_or("the resources of the graph are missing: --resources=<file>")?;
    std::fs::read_to_string(path).map_err(|error| format!("cannot open '{path}': {error}"))
}

fn as_text<'t>(text: &'t [u8], said: &mut Vec<Diagnostic>) -> Option<&'t str> {
    let wrong = |_| said.push(Diagnostic::error(Place::Unknown, "the input is not UTF-8"));
    std::str::from_utf8(text).map_err(wrong).ok()
}
