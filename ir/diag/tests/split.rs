//! Splitting at markers: chunks and near misses.

use rmlir_diag::split::DEFAULT_MARKER;
use rmlir_diag::{LineCol, Plain, SourceMap, split};

fn chunks<'a>(text: &'a str, marker: &str) -> (Vec<&'a str>, Vec<usize>) {
    let split = split(text.as_bytes(), marker);
    (split.chunks.into_iter().map(|chunk| &text[chunk.range]).collect(), split.near_misses)
}

#[test]
fn chunks_keep_everything_but_the_markers() {
    assert_eq!(chunks("a\n// -----\nb\n// -----\nc", DEFAULT_MARKER), (vec!["a\n", "\nb\n", "\nc"], vec![]));
    assert_eq!(chunks("a // ----- b", DEFAULT_MARKER), (vec!["a ", " b"], vec![]));
    assert_eq!(chunks("a=-|b=-|c", "=-|"), (vec!["a", "b", "c"], vec![]));
}

#[test]
fn near_misses_join_and_warn() {
    assert_eq!(chunks("a\n// ----\nb", DEFAULT_MARKER), (vec!["a\n// ----\nb"], vec![8]));
    assert_eq!(chunks("a\n// -----0\nb", DEFAULT_MARKER), (vec!["a\n// -----0\nb"], vec![8]));
    assert_eq!(chunks("a\n// -----", DEFAULT_MARKER), (vec!["a\n// -----"], vec![8]));
    // The warning is located after the first part of the marker.
    let map = SourceMap::new();
    let file = map.file(map.add("b.mlir", "\n// ----\n").unwrap());
    let warnings = split(file.bytes(), DEFAULT_MARKER).warnings(file);
    let text = Plain::new(&map).to_bytes(&warnings);
    assert_eq!(
        String::from_utf8(text).unwrap(),
        "b.mlir:2:7: warning: near miss with file split marker\n// ----\n      ^\n"
    );
}

#[test]
fn a_leading_marker_leaves_its_end_in_the_first_chunk() {
    assert_eq!(chunks("// -----\na\n// -----\nb", DEFAULT_MARKER), (vec!["--\na\n", "\nb"], vec![]));
    assert_eq!(chunks("// -----", DEFAULT_MARKER), (vec!["--"], vec![]));
}

#[test]
fn an_empty_text_has_a_chunk_only_without_a_marker() {
    assert_eq!(chunks("", DEFAULT_MARKER), (vec![], vec![]));
    assert_eq!(chunks("", ""), (vec![""], vec![]));
    assert_eq!(chunks("a\n// -----\nb", ""), (vec!["a\n// -----\nb"], vec![]));
}

#[test]
fn short_markers_end_too() {
    assert_eq!(chunks("a##b", "##"), (vec!["a##b"], vec![]));
    assert_eq!(chunks("a\n#\nb\n#", "#").1, [3, 7]);
}

#[test]
fn chunks_know_their_place() {
    let map = SourceMap::new();
    let file = map.file(map.add("e.mlir", "\n// -----\n// -----\n").unwrap());
    let split = split(file.bytes(), DEFAULT_MARKER);
    let places: Vec<LineCol> = split.chunks.iter().map(|chunk| chunk.module_place(file)).collect();
    let wanted = [(0, 0), (2, 9), (3, 9)].map(|(line, col)| LineCol { line, col });
    assert_eq!(places, wanted);
    assert_eq!(split.chunks[1].name(file), "within split at e.mlir:2 offset ");
}
