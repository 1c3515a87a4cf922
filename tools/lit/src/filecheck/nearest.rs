//! The text of the input that comes closest to a pattern.
//!
//! Algorithm: Sellers' dynamic programming, line by line: the least number of insertions, deletions and changes of bytes
//! that make some part of the line out of the pattern.
//! Paper: Sellers, "The theory and computation of evolutionary distances: pattern recognition", J. Algorithms 1, 1980.

use std::ops::Range;

/// So many bytes of the input are looked at, as in upstream.
const MAX_INPUT: usize = 4096;

/// Longer patterns are not compared.
const MAX_PATTERN: usize = 2048;

/// The part of the first lines of `text` that is most like `pattern`, if less than half of the pattern is to be changed.
/// Of equally good ones the first counts, and each further line counts as a hundredth of a change.
pub fn nearest(pattern: &[u8], text: &[u8]) -> Option<Range<usize>> {
    if pattern.is_empty() || MAX_PATTERN < pattern.len() {
        return None;
    }
    let mut best: Option<(usize, Range<usize>)> = None;
    let mut start = 0;
    for (index, line) in text[..text.len().min(MAX_INPUT)].split(|&byte| byte == b'\n').enumerate() {
        let (n_changes, range) = in_line(pattern, line);
        let quality = n_changes * 100 + index;
        if best.as_ref().is_none_or(|(best, _)| quality < *best) {
            best = Some((quality, start + range.start..start + range.end));
        }
        start += line.len() + 1;
    }
    let (quality, range) = best?;
    (quality * 2 < pattern.len() * 100 && !range.is_empty()).then_some(range)
}

/// The least number of changes, and the part of the line that needs them.
fn in_line(pattern: &[u8], line: &[u8]) -> (usize, Range<usize>) {
    // For each length of a prefix of the pattern: the changes that make a part of the line that ends here out of it, and
    // where that part starts.
    let mut column: Vec<(usize, usize)> = (0..=pattern.len()).map(|length| (length, 0)).collect();
    let mut best = (pattern.len(), 0..0);
    for (at, &byte) in line.iter().enumerate() {
        let mut diagonal = column[0];
        column[0] = (0, at + 1);
        for (index, &wanted) in pattern.iter().enumerate() {
            let changed = (diagonal.0 + usize::from(wanted != byte), diagonal.1);
            let deleted = (column[index].0 + 1, column[index].1);
            let inserted = (column[index + 1].0 + 1, column[index + 1].1);
            diagonal = column[index + 1];
            column[index + 1] = changed.min(deleted).min(inserted);
        }
        let (n_changes, start) = column[pattern.len()];
        if n_changes < best.0 {
            best = (n_changes, start..at + 1);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closest_part_of_a_line_is_found() {
        let text = b"module {\n  %0 = arith.addi %a, %b\n  return\n";
        let range = nearest(b"%0 = arith.subi %a, %b", text).expect("it is close");
        assert_eq!(&text[range], b"%0 = arith.addi %a, %b");
    }

    #[test]
    fn what_is_far_away_is_not_shown() {
        assert_eq!(nearest(b"something else entirely", b"module {\n}\n"), None);
        assert_eq!(nearest(b"", b"a"), None);
        assert_eq!(nearest(b"a", b""), None);
    }
}
