//! Texts of IR as lists of lines, each with the places in the source that its operations come from.
//!
//! IR is printed with locations, which are cut out of the text again. Equal lines are stored once: a text is a list of
//! their numbers.

use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;
use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};

/// The time after which a comparison of two texts finds fewer equal lines than there are.
const PATIENCE: Duration = Duration::from_secs(1);

/// The number of a line in [`Lines`].
pub type Line = u32;

/// All lines of all texts.
#[derive(Default)]
pub struct Lines {
    /// The text of each, and the numbers of its places.
    pub all: Vec<(String, Vec<u32>)>,
    known: FxHashMap<(String, Vec<u32>), Line>,
    /// All places, as `file:line:column`.
    pub places: Vec<String>,
    known_places: FxHashMap<String, u32>,
}

/// Lines of a text that are replaced.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The first line that is replaced.
    pub at: usize,
    /// The number of replaced lines.
    pub n_old: usize,
    /// The new lines.
    pub new: Vec<Line>,
}

impl Lines {
    /// The lines of a text that was printed with locations.
    pub fn of(&mut self, text: &str) -> Vec<Line> {
        text.lines().map(|line| self.line(line)).collect()
    }

    fn line(&mut self, with_locations: &str) -> Line {
        let (text, places) = without_locations(with_locations);
        let places = places.into_iter().map(|place| self.place(place)).collect();
        let key = (text, places);
        if let Some(&line) = self.known.get(&key) {
            return line;
        }
        let line = self.all.len() as Line;
        self.all.push(key.clone());
        self.known.insert(key, line);
        line
    }

    /// The number of a place.
    pub fn place(&mut self, place: String) -> u32 {
        let next = self.places.len() as u32;
        let number = *self.known_places.entry(place.clone()).or_insert(next);
        if number == next {
            self.places.push(place);
        }
        number
    }

    /// The lines that differ, by their texts.
    pub fn edits(&self, old: &[Line], new: &[Line]) -> Vec<Edit> {
        // Lines that differ in their places only have the same text.
        let mut first: FxHashMap<&str, usize> = FxHashMap::default();
        let mut texts = |lines: &[Line]| -> Vec<usize> {
            lines.iter().map(|&line| *first.entry(&self.all[line as usize].0).or_insert(line as usize)).collect()
        };
        let (old_texts, new_texts) = (texts(old), texts(new));
        let deadline = Some(Instant::now() + PATIENCE);
        let ops = capture_diff_slices_deadline(Algorithm::Myers, &old_texts, &new_texts, deadline);
        let changed = ops.into_iter().filter(|op| !matches!(op, DiffOp::Equal { .. }));
        changed
            .map(|op| Edit { at: op.old_range().start, n_old: op.old_range().len(), new: new[op.new_range()].to_vec() })
            .collect()
    }
}

/// The start of a location after an operation or an argument.
const LOCATION: &str = " loc(";

/// A line without its locations, and the places in them.
fn without_locations(line: &str) -> (String, Vec<String>) {
    let (mut text, mut places) = (String::with_capacity(line.len()), Vec::new());
    let mut rest = line;
    while let Some(start) = find_outside_strings(rest, LOCATION) {
        let (before, location) = rest.split_at(start);
        let length = location_length(location);
        text += before;
        // A location that is the value of an attribute is part of the text.
        match before.ends_with('=') {
            true => text += &location[..length],
            false => places.extend(places_in(&location[..length])),
        }
        rest = &location[length..];
    }
    places.sort();
    places.dedup();
    (text + rest, places)
}

/// The offset of `wanted` in `text`, outside of strings.
fn find_outside_strings(text: &str, wanted: &str) -> Option<usize> {
    outside_strings(text).find(|&(offset, _)| text[offset..].starts_with(wanted)).map(|(offset, _)| offset)
}

/// The characters of a text outside of strings, with their offsets.
fn outside_strings(text: &str) -> impl Iterator<Item = (usize, char)> {
    let (mut is_inside, mut is_escaped) = (false, false);
    text.char_indices().filter(move |&(_, character)| {
        let was_inside = is_inside;
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' if is_inside => is_escaped = true,
            '"' => is_inside = !is_inside,
            _ => {}
        }
        !was_inside && !is_inside
    })
}

/// The length of the location at the start of `text`, to its last parenthesis.
fn location_length(text: &str) -> usize {
    let mut depth = 0;
    for (offset, character) in outside_strings(text) {
        match character {
            '(' => depth += 1,
            ')' if depth == 1 => return offset + 1,
            ')' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// The places `"file":line:column` in a location.
fn places_in(location: &str) -> Vec<String> {
    let mut places = Vec::new();
    let mut parts = location.split('"').peekable();
    while let Some(part) = parts.next() {
        let Some(after) = parts.peek().and_then(|after| after.strip_prefix(':')) else { continue };
        let end = after.find(|character: char| !character.is_ascii_digit() && character != ':').unwrap_or(after.len());
        places.push(format!("{part}:{}", &after[..end]));
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_are_cut_out() {
        let cut = |line: &str| without_locations(line);
        let places = |places: &[&str]| places.iter().map(|&place| place.to_owned()).collect::<Vec<_>>();
        assert_eq!(cut("  return loc(\"a.mlir\":3:4)"), ("  return".to_owned(), places(&["a.mlir:3:4"])));
        assert_eq!(
            cut("^bb0(%a: i32 loc(unknown), %b: f32 loc(callsite(\"f\" at \"b\":1:2))):"),
            ("^bb0(%a: i32, %b: f32):".to_owned(), places(&["b:1:2"]))
        );
        assert_eq!(cut("f() {s = \" loc(\"} loc(fused[\"a\":1:2, \"a\":3:4])").1, places(&["a:1:2", "a:3:4"]));
        assert_eq!(cut("f() {l = loc(\"a\":1:2)} loc(unknown)"), ("f() {l = loc(\"a\":1:2)}".to_owned(), vec![]));
    }

    #[test]
    fn edits_make_the_new_text() {
        let mut lines = Lines::default();
        let (old, new) = (lines.of("a\nb\nc\nd"), lines.of("a\nx\ny\nd loc(\"f\":1:1)\ne"));
        let edits = lines.edits(&old, &new);
        let (b, e) = (Edit { at: 1, n_old: 2, new: new[1..3].to_vec() }, Edit { at: 4, n_old: 0, new: vec![new[4]] });
        assert_eq!(edits, [b, e]);
    }
}
