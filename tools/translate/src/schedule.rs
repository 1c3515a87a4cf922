//! Scheduling problems in foreign formats: their text with start times, and the steps of the algorithm.

use rmlir::core::Context;
use rmlir::diag::{Diagnostic, Place, SourceId};
use rmlir_modulo::{Budgets, Mode};
use rmlir_problems::graphml::{Mistake, Text};
use rmlir_problems::{Failure, graphml, ssp};

/// CIRCT's `ssp.instance`.
pub fn ssp(cx: &Context, source: SourceId, text: &[u8], max_steps: u64, said: &mut Vec<Diagnostic>) -> Option<String> {
    let text = as_text(text, said)?;
    let budgets = budgets(max_steps);
    let written = ssp::write_schedule(text, Mode::Swing, &budgets);
    note_end(cx, source, &budgets, said);
    let place = |at: usize| cx.sources().file(source).span_of(at..at);
    written.map_err(|failure| said.push(Diagnostic::error(place(failure.at), failure.message))).ok()
}

/// The steps of the published algorithm on an `ssp.instance`.
pub fn explain_ssp(
    cx: &Context,
    source: SourceId,
    text: &[u8],
    max_steps: u64,
    said: &mut Vec<Diagnostic>,
) -> Option<String> {
    let text = as_text(text, said)?;
    let budgets = budgets(max_steps);
    let explained = ssp::explain(text, Mode::Textbook, &budgets);
    note_end(cx, source, &budgets, said);
    let place = |at: usize| cx.sources().file(source).span_of(at..at);
    explained.map_err(|failure| said.push(Diagnostic::error(place(failure.at), failure.message))).ok()
}

/// HatScheT's GraphML, with the resources in a separate file.
pub fn graphml(
    cx: &Context,
    source: SourceId,
    text: &[u8],
    resources: Option<&str>,
    max_steps: u64,
    said: &mut Vec<Diagnostic>,
) -> Option<String> {
    let budgets = budgets(max_steps);
    let written = with_resources(cx, source, text, resources, said, |graph, resources| {
        graphml::write_schedule(graph, resources, Mode::Swing, &budgets)
    });
    note_end(cx, source, &budgets, said);
    written
}

/// The steps of the published algorithm on a GraphML problem.
pub fn explain_graphml(
    cx: &Context,
    source: SourceId,
    text: &[u8],
    resources: Option<&str>,
    max_steps: u64,
    said: &mut Vec<Diagnostic>,
) -> Option<String> {
    let budgets = budgets(max_steps);
    let explained = with_resources(cx, source, text, resources, said, |graph, resources| {
        graphml::explain(graph, resources, Mode::Textbook, &budgets)
    });
    note_end(cx, source, &budgets, said);
    explained
}

fn budgets(max_steps: u64) -> Budgets {
    Budgets::new(max_steps, "--max-steps")
}

/// Warns of a search that ended by its limit.
fn note_end(cx: &Context, source: SourceId, budgets: &Budgets, said: &mut Vec<Diagnostic>) {
    if let Some(budget) = budgets.used_up() {
        let place = cx.sources().file(source).span_of(0..0);
        said.push(Diagnostic::warning(place, format!("the search for a schedule {budget}")));
    }
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
