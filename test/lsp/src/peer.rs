//! The same questions to our server and to upstream's.
//!
//! Plan: 1. both open the text of a file; each error of theirs must be among ours, at its line; 2. of a text without
//! errors, names of values, blocks and symbols are drawn, and both are asked for definition and references. The
//! definition of a symbol is its name with us and the name of its operation, which is before it, with them.

use std::path::PathBuf;

use rmlir_compare::inputs::{self, Input};
use serde_json::{Value, json};

use crate::client::{Client, Problem};

/// What was compared.
#[derive(Default)]
struct Counts {
    files: usize,
    names: usize,
    wrong: usize,
    /// Files on which the other server ends.
    crashes: usize,
}

/// Prints the differences and a summary; returns whether there is no difference.
pub fn compare(paths: &[PathBuf], names: usize, at_least: usize, program: &str) -> Result<bool, String> {
    let files = inputs::read(paths).map_err(|error| error.to_string())?;
    let mut ours = Client::ours()?;
    let mut theirs = Client::of_program(program)?;
    let mut counts = Counts::default();
    for file in &files {
        let text = &file.text;
        let Ok(their_errors) = theirs.set_text(text) else {
            counts.crashes += 1;
            theirs = Client::of_program(program)?;
            continue;
        };
        let our_errors = ours.set_text(text)?;
        counts.files += 1;
        counts.missing_errors(file, &our_errors, &their_errors);
        if their_errors.is_empty() && counts.questions(file, names, &mut ours, &mut theirs)?.is_none() {
            counts.crashes += 1;
            theirs = Client::of_program(program)?;
        }
    }
    let Counts { files, names, wrong, crashes } = counts;
    println!("{files} files, {names} names, {wrong} differences; {program} ended on {crashes} files");
    match names < at_least {
        true => Err(format!("{names} names are fewer than {at_least}")),
        false => Ok(wrong == 0),
    }
}

impl Counts {
    fn missing_errors(&mut self, file: &Input, ours: &[Problem], theirs: &[Problem]) {
        for (line, message) in theirs.iter().filter(|problem| !ours.contains(problem)) {
            self.wrong += 1;
            println!("{}:{}: we do not report: {message}", file.path.display(), line + 1);
        }
    }

    /// Asks both servers about names of a text; `None` if theirs ends.
    fn questions(
        &mut self,
        file: &Input,
        count: usize,
        ours: &mut Client,
        theirs: &mut Client,
    ) -> Result<Option<()>, String> {
        for position in drawn(names_of(&file.text), count) {
            for what in ["definition", "references"] {
                let Ok(their_answer) = theirs.ask(what, &position) else { return Ok(None) };
                let our_answer = ours.ask(what, &position)?;
                if ranges(&our_answer) != ranges(&their_answer) && !is_same_symbol(&our_answer, &their_answer) {
                    self.wrong += 1;
                    let (line, column) = (number(&position["line"]) + 1, number(&position["character"]) + 1);
                    let shown = format!("{:?} beside {:?}", ranges(&our_answer), ranges(&their_answer));
                    println!("{}:{line}:{column}: {what}: {shown}", file.path.display());
                }
            }
            self.names += 1;
        }
        Ok(Some(()))
    }
}

/// The positions after the first characters of all names of values, blocks and symbols. Comments have none.
fn names_of(text: &str) -> Vec<Value> {
    let mut positions = Vec::new();
    for (line, content) in text.lines().enumerate() {
        let code = content.split("//").next().unwrap_or_default();
        let is_name = |at: usize| {
            let next = code[at + 1..].chars().next();
            next.is_some_and(|next| next.is_ascii_alphanumeric() || next == '_')
        };
        let sigils = code.char_indices().filter(|&(at, sigil)| "%@^".contains(sigil) && is_name(at));
        positions.extend(sigils.map(|(at, _)| {
            let character = code[..=at].encode_utf16().count();
            json!({ "line": line, "character": character })
        }));
    }
    positions
}

/// About `count` of the positions, at equal distances.
fn drawn(positions: Vec<Value>, count: usize) -> impl Iterator<Item = Value> {
    let step = positions.len().div_ceil(count.max(1)).max(1);
    positions.into_iter().step_by(step)
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or(0)
}

/// The ranges of an answer in the order of the text: lines and characters of starts and ends.
fn ranges(answer: &Value) -> Vec<[u64; 4]> {
    let locations = answer.as_array().map_or_else(|| std::slice::from_ref(answer), Vec::as_slice);
    let of = |location: &Value| {
        let range = location.get("range")?;
        let [start, end] = ["start", "end"].map(|which| &range[which]);
        Some([&start["line"], &start["character"], &end["line"], &end["character"]].map(number))
    };
    let mut all: Vec<[u64; 4]> = locations.iter().filter_map(of).collect();
    all.sort_unstable();
    // They name an operand twice that an operation has twice by one mention.
    all.dedup();
    all
}

/// Whether our answer is the symbol behind the name of the operation that is theirs.
fn is_same_symbol(ours: &Value, theirs: &Value) -> bool {
    match (&ranges(ours)[..], &ranges(theirs)[..]) {
        ([[line, start, ..]], [[_, _, their_line, their_end]]) => (their_line, their_end) < (line, start),
        _ => false,
    }
}
