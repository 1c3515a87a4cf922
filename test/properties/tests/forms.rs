//! Generic and custom form are equivalent, both for the case files and for mutations that the verifier accepts, of
//! integer lists and of the types of region arguments in generic form.

use std::collections::HashSet;
use std::path::Path;

use rmlir::core::{Body, OpRef};
use rmlir::diag::split;
use rmlir::text::print::{PrintOptions, print};
use rmlir_properties::{case_texts, entries};

/// The replacement of a list entry: the integer that encodes a dynamic one, and another one if the entry is that
/// already.
const DYNAMIC: [(&str, &str); 2] = [("array<i64: ", "-9223372036854775808"), ("array<i32: ", "-2147483648")];
const STATIC: &str = "7";

/// Parts that custom syntax omits, as upstream's does: a location and attributes of test operations, the width of an
/// integer and an explicit default value.
const PARTIAL: [&str; 4] = ["test.attr_with_loc", "test.polyfor", "minRange = 1 : i64", "nontemporal = false"];

/// The generic form of each valid piece of the case files.
fn generic_texts() -> Vec<String> {
    let texts = case_texts(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../cases"));
    let pieces = texts.iter().flat_map(|text| {
        split::split(text.as_bytes(), split::DEFAULT_MARKER).chunks.into_iter().map(|piece| &text[piece.range])
    });
    let generic = pieces.filter_map(|text| generic(text).ok());
    generic.filter(|text| PARTIAL.iter().all(|part| !text.contains(part))).collect()
}

fn generic(text: &str) -> Result<String, String> {
    let cx = entries::context();
    entries::read(&cx, text).map(|body| write(&body, true))
}

/// The text of `body` without locations: custom forms leave out those of implicit terminators and region arguments.
fn write(body: &Body, generic: bool) -> String {
    print(OpRef::root(body), &PrintOptions { generic, ..PrintOptions::default() })
}

/// Whether the custom form of `text`, if that is valid, round trips.
fn check(text: &str) -> Result<bool, String> {
    let cx = entries::context();
    let Ok(body) = entries::read(&cx, text) else { return Ok(false) };
    let (before, custom) = (write(&body, true), write(&body, false));
    let after = generic(&custom).map_err(|why| format!("{why}\n{custom}"))?;
    if before == after { Ok(true) } else { Err(format!("{before}\nbecomes\n{after}")) }
}

/// The name of the operation that `line` starts.
fn op_name(line: &str) -> Option<&str> {
    let (before, _) = line.split_once("\"(")?;
    before.rsplit('"').next()
}

/// `line` with one entry of each list changed, with a description: the operation, and the part that was changed.
fn changed_lists(line: &str) -> Vec<(String, String)> {
    let mut changed = Vec::new();
    for (start, dynamic) in DYNAMIC {
        for (at, _) in line.match_indices(start) {
            let first = at + start.len();
            let Some(length) = line[first..].find('>') else { continue };
            let entries: Vec<&str> = line[first..first + length].split(", ").collect();
            let name = line[..at].trim_end_matches(" = ").rsplit([' ', '<', '{']).next().unwrap_or_default();
            for index in [0, entries.len() - 1] {
                let mut entries = entries.clone();
                entries[index] = if entries[index] == dynamic { STATIC } else { dynamic };
                let key = format!("{name} {} {index} {}", entries.len(), entries[index]);
                changed.push((key, format!("{}{}{}", &line[..first], entries.join(", "), &line[first + length..])));
            }
        }
    }
    changed
}

/// The block header `line` with one type of its arguments changed.
fn changed_arguments(line: &str) -> Vec<(String, String)> {
    if !line.trim_start().starts_with('^') {
        return Vec::new();
    }
    let at = |(at, _): (usize, &str)| {
        let changed = format!("{}: i32{}", &line[..at], &line[at + ": index".len()..]);
        (format!("argument {}", line[..at].matches(": ").count()), changed)
    };
    line.match_indices(": index").map(at).collect()
}

#[test]
fn the_custom_form_reads_back_as_the_generic_one() {
    let wrong: Vec<String> = generic_texts().iter().filter_map(|text| check(text).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_accepted_after_a_change_has_a_custom_form() {
    let (mut seen, mut n_accepted) = (HashSet::new(), 0);
    for text in generic_texts() {
        let lines: Vec<&str> = text.lines().collect();
        let mut op = String::new();
        for (number, line) in lines.iter().enumerate() {
            if let Some(name) = op_name(line) {
                op = name.to_owned();
            }
            for (key, changed) in changed_lists(line).into_iter().chain(changed_arguments(line)) {
                if !seen.insert(format!("{op} {key}")) {
                    continue;
                }
                let text = [&lines[..number], &[&changed], &lines[number + 1..]].concat().join("\n");
                n_accepted += usize::from(check(&text).unwrap_or_else(|wrong| panic!("{op} {key}: {wrong}")));
            }
        }
    }
    assert!(n_accepted > 30, "only {n_accepted} changed texts were accepted");
}
