//! The page: a program in JavaScript, and what was recorded as JSON.

use serde_json::{Value, json};

use super::lines::Edit;
use super::record::{Message, Pattern, Record, Step, Text};
use crate::opt::flags::Options;

const HTML: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The text of the page.
pub fn page(record: &Record, options: &Options) -> String {
    // Within a script element, a `<` may begin its end.
    let data = data(record, options).to_string().replace('<', "\\u003c");
    HTML.replace("/*STYLE*/", STYLE).replace("/*SCRIPT*/", SCRIPT).replace("/*DATA*/", &data)
}

fn data(record: &Record, options: &Options) -> Value {
    let lines = record.lines.all.iter().map(|(text, places)| match places.is_empty() {
        true => json!([text]),
        false => json!([text, places]),
    });
    json!({
        "file": options.input,
        "tool": format!("{} {}", options.tool, env!("CARGO_PKG_VERSION")),
        "places": record.lines.places,
        "lines": lines.collect::<Vec<_>>(),
        "texts": record.texts.iter().map(text).collect::<Vec<_>>(),
        "passes": record.passes.iter().map(|pass| json!([pass.name, pass.text, pass.piece])).collect::<Vec<_>>(),
        "steps": record.steps.iter().map(step).collect::<Vec<_>>(),
        "messages": record.messages.iter().map(message).collect::<Vec<_>>(),
        "pieces": record.n_pieces,
    })
}

fn text(text: &Text) -> Value {
    match text.result_of {
        Some(step) => json!(step),
        None => json!(text.lines),
    }
}

fn step(step: &Step) -> Value {
    let edit = |edit: &Edit| json!([edit.at, edit.n_old, edit.new]);
    json!({
        "pass": step.pass,
        "piece": step.piece,
        "op": step.op,
        "before": step.before,
        "after": step.after,
        "edits": step.edits.iter().map(edit).collect::<Vec<_>>(),
        "us": step.time.as_micros() as u64,
        "failed": step.failed,
        "counts": step.counts,
        "messages": step.messages.iter().map(message).collect::<Vec<_>>(),
        "patterns": step.patterns.iter().map(pattern).collect::<Vec<_>>(),
    })
}

fn message(message: &Message) -> Value {
    json!([message.kind, message.text, message.place])
}

fn pattern(pattern: &Pattern) -> Value {
    json!([pattern.name, pattern.op, pattern.missed, pattern.count, pattern.places])
}
