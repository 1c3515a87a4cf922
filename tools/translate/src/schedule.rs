//! Scheduling problems in foreign formats: their text with start times, and the steps of the algorithm.

use rmlir::core::Context;
use rmlir::diag::{Diagnostic, Place, SourceId};
use rmlir_modulo::Mode;
use rmlir_problems::graphml::{Mistake, Text};
use rmlir_problems::{Failure, graphml, ssp};

/// CIRCT's `ssp.instance`.
pub fn ssp(cx: &Context, source: SourceId, text: &[u8], said: &mut Vec<Diagnostic>) -> Option<String> {
    let text = as_text(text, said)?;
    let written = ssp::write_schedule(text, Mode::Swing);
    let place = |at: usize| cx.sources().file(source).span_of(at..at);
    written.map_err(|failure| said.push(Diagnostic::error(place(failure.at), failure.message))).ok()
}

/// The steps of the published algorithm on an `ssp.instance`.
pub fn explain_ssp(cx: &Context, source: SourceId, text: &[u8], said: &mut Vec<Diagnostic>) -> Option<String> {
    let text = as_text(text, said)?;
    let explained = ssp::explain(text, Mode::Textbook);
    let place = |at: usize| cx.sources().file(source).span_of(at..at);
    explained.map_err(|failure| said.push(Diagnostic::error(place(failure.at), failure.message))).ok()
}

/// HatScheT's GraphML, with the resources in a separate file.
pub fn graphml(
    cx: &Context,
    source: SourceId,
    text: &[u8],
    resources: Option<&str>,
    said: &mut Vec<Diagnostic>,
) -> Option<String> {
    with_resources(cx, source, text, resources, said, |graph, resources| {
        graphml::write_schedule(graph, resources, Mode::Swing)
    })
}

/// The steps of the published algorithm on a GraphML problem.
pub fn explain_graphml(
    cx: &Context,
    source: SourceId,
    text: &[u8],
    resources: Option<&str>,
    said: &mut Vec<Diagnostic>,
) -> Option<String> {
    with_resources(cx, source, text, resources, said, |graph, resources| {
        graphml::explain(graph, resources, Mode::Textbook)
    })
}

/// Parses the resources, and reports errors in either text.
fn with_resources(
    cx: &Context,
    source: SourceId,
    text: &[u8],
    resources: Option<&str>,
    said: &mut Vec<Diagnostic>,
    translate: impl FnOnce(&str, &str) -> Result<String, Mistake>,
) -> Option<String> {
    let graph = as_text(text, said)?;
    let mut fail = |place, message: String| said.push(Diagnostic::error(place, message));
    let Some(path) = resources else {
        fail(Place::Unknown, "the resources of the graph are missing: --resources=<file>".to_owned());
        return None;
    };
    let cannot = |error: &dyn std::fmt::Display| format!("cannot open '{path}': {error}");
    let read = std::fs::read_to_string(path).map_err(|error| cannot(&error)).and_then(|text| {
        let added = cx.sources().add(path, text.as_bytes()).map_err(|error| cannot(&error));
        added.map(|source| (text, source))
    });
    let (text, of_resources) = match read {
        Ok(read) => read,
        Err(message) => {
            fail(Place::Unknown, message);
            return None;
        }
    };
    let translated = translate(graph, &text);
    translated
        .map_err(|Mistake { text, failure: Failure { at, message } }| {
            let source = if text == Text::Graph { source } else { of_resources };
            fail(cx.sources().file(source).span_of(at..at).into(), message);
        })
        .ok()
}

fn as_text<'t>(text: &'t [u8], said: &mut Vec<Diagnostic>) -> Option<&'t str> {
    let wrong = |_| said.push(Diagnostic::error(Place::Unknown, "the input is not UTF-8"));
    std::str::from_utf8(text).map_err(wrong).ok()
}
