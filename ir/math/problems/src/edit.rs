//! Edits of a text, at positions in the original text.

use std::ops::Range;

/// The replacement of a range; an empty range is an insertion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The range in bytes.
    pub range: Range<usize>,
    /// The new text.
    pub text: String,
}

/// Applies the edits, which do not overlap, to the text.
pub fn apply(text: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    let (mut changed, mut from) = (String::with_capacity(text.len()), 0);
    for edit in edits {
        changed.push_str(&text[from..edit.range.start]);
        changed.push_str(&edit.text);
        from = edit.range.end;
    }
    changed.push_str(&text[from..]);
    changed
}
