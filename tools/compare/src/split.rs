//! Splits a file at its `// -----` markers.
//!
//! A marker is recognized if only white space follows it on its line. `--split-input-file` also splits before other
//! text and not at a marker that ends the file without a newline; no sensible file depends on either.

/// The separator of two splits of a file.
pub const MARKER: &str = "// -----";

/// One piece of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split<'a> {
    /// Index among all the pieces of its file, from 0, including blank ones.
    pub index: usize,
    /// Line of the file on which the piece begins, from 1.
    pub line: usize,
    /// The text between the two markers.
    pub text: &'a str,
}

/// All pieces of `text` that contain more than white space, in order.
pub fn split(text: &str) -> Vec<Split<'_>> {
    let mut splits = Vec::new();
    let mut begin = 0;
    let mut line = 1;
    for (index, end) in marker_offsets(text).into_iter().chain([text.len()]).enumerate() {
        let piece = &text[begin..end];
        if !piece.trim().is_empty() {
            splits.push(Split { index, line, text: piece });
        }
        line += piece.matches('\n').count();
        begin = (end + MARKER.len()).min(text.len());
    }
    splits
}

fn marker_offsets(text: &str) -> Vec<usize> {
    let ends_line = |rest: &str| {
        let rest = rest.trim_start_matches([' ', '\t', '\r']);
        rest.is_empty() || rest.starts_with('\n')
    };
    text.match_indices(MARKER).map(|(at, _)| at).filter(|at| ends_line(&text[at + MARKER.len()..])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Vec<(usize, usize, &str)> {
        split(text).into_iter().map(|split| (split.index, split.line, split.text)).collect()
    }

    #[test]
    fn a_file_without_a_marker_is_one_split() {
        assert_eq!(pieces("module {}\n"), [(0, 1, "module {}\n")]);
    }

    #[test]
    fn a_marker_ends_one_split_and_begins_the_next_on_its_own_line() {
        assert_eq!(pieces("a\n// -----\nb\n// -----  \nc"), [(0, 1, "a\n"), (1, 2, "\nb\n"), (2, 4, "  \nc")]);
    }

    #[test]
    fn blank_splits_are_dropped_but_numbered() {
        assert_eq!(pieces("// -----\n\n// -----\nb\n// -----"), [(2, 3, "\nb\n")]);
    }

    #[test]
    fn a_marker_before_other_text_is_a_comment() {
        assert_eq!(pieces("a // ----- b\n// ------\n"), [(0, 1, "a // ----- b\n// ------\n")]);
    }

    #[test]
    fn a_marker_may_follow_an_operation_and_end_with_a_carriage_return() {
        assert_eq!(pieces("a // -----\r\nb"), [(0, 1, "a "), (1, 1, "\r\nb")]);
    }

    #[test]
    fn an_empty_file_has_no_split() {
        assert_eq!(pieces(""), []);
    }
}
