//! The plain form: each expected text is the output of mlir-opt.

use rmlir_diag::{Diagnostic, Place, Plain, SourceMap, Span};

fn shown(map: &SourceMap, diagnostic: Diagnostic) -> String {
    String::from_utf8_lossy(&Plain::new(map).to_bytes(&[diagnostic])).into_owned()
}

fn shown_at(text: &[u8], line: u32, col: u32) -> String {
    let map = SourceMap::new();
    map.add("a", text).unwrap();
    shown(&map, Diagnostic::error(Place::line_col("a", line, col), "M"))
}

#[test]
fn header_line_and_caret() {
    let map = SourceMap::new();
    map.add("x", "other").unwrap();
    map.add("a.mlir", "module {\n  foo\n}\n").unwrap();
    let wanted = "a.mlir:2:3: error: M\n  foo\n  ^\n";
    assert_eq!(shown(&map, Diagnostic::error(Span::new(17, 20), "M")), wanted);
    assert_eq!(shown(&map, Diagnostic::error(Place::line_col("a.mlir", 2, 3), "M")), wanted);
}

#[test]
fn tabs_widen_to_eight_columns() {
    assert_eq!(shown_at(b"\tb\ta\tr", 1, 2), "a:1:2: error: M\n        b       a       r\n        ^\n");
    assert_eq!(shown_at(b"\t \t\t/", 1, 5), "a:1:5: error: M\n                        /\n                        ^\n");
}

#[test]
fn a_caret_below_a_tab_fills_the_tab() {
    assert_eq!(shown_at(b"\t\ta", 1, 2), "a:1:2: error: M\n                a\n        ^^^^^^^^\n");
}

#[test]
fn no_caret_beside_letters_wider_than_a_byte() {
    assert_eq!(shown_at("/* é */ bar".as_bytes(), 1, 1), "a:1:1: error: M\n/* é */ bar\n");
}

#[test]
fn the_end_of_a_line_and_of_the_file_are_places() {
    assert_eq!(shown_at(b" a {{", 1, 6), "a:1:6: error: M\n a {{\n     ^\n");
    assert_eq!(shown_at(b"a\n", 2, 1), "a:2:1: error: M\n\n^\n");
}

#[test]
fn only_the_header_where_there_is_no_such_place() {
    assert_eq!(shown_at(b" a {{", 1, 7), "a:1:7: error: M\n");
    assert_eq!(shown_at(b" a {{", 2, 1), "a:2:1: error: M\n");
    assert_eq!(shown_at(b" a {{", 0, 0), "a:0:0: error: M\n");
    assert_eq!(shown_at(b" a {{", 1, 0), "a:1:0: error: M\n");
    assert_eq!(shown_at(b"f() {\r  foo\r}", 1, 9), "a:1:9: error: M\n");
    let map = SourceMap::new();
    assert_eq!(shown(&map, Diagnostic::warning(Place::line_col("none", 3, 4), "M")), "none:3:4: warning: M\n");
    assert_eq!(shown(&map, Diagnostic::warning(Place::line_col("", 3, 4), "M")), "-:3:4: warning: M\n");
}

#[test]
fn places_outside_of_files() {
    let map = SourceMap::new();
    let unknown = Diagnostic::error(Place::Unknown, "M").note(Place::Unknown, "N");
    assert_eq!(shown(&map, unknown), "<unknown>:0: error: M\n<unknown>:0: note: N\n");
    let named = Place::Text("loc(\"name\")".into());
    assert_eq!(shown(&map, Diagnostic::error(named, "M")), "<unknown>:0: error: loc(\"name\"): M\n");
}

#[test]
fn a_note_at_the_same_place_does_not_repeat_the_source() {
    let map = SourceMap::new();
    map.add("a", "foo\n").unwrap();
    let diagnostic = Diagnostic::error(Span::new(0, 3), "M")
        .note(Place::line_col("a", 1, 1), "same")
        .note(Span::new(1, 2), "other")
        .note(Span::new(0, 3), "back");
    let wanted = "a:1:1: error: M\nfoo\n^\na:1:1: note: same\na:1:2: note: other\nfoo\n ^\na:1:1: note: back\nfoo\n^\n";
    assert_eq!(shown(&map, diagnostic), wanted);
}

#[test]
fn callers_come_before_notes() {
    let map = SourceMap::new();
    map.add("a", "foo\n").unwrap();
    let diagnostic = Diagnostic::error(Span::new(0, 3), "M")
        .called_from(Span::new(2, 3))
        .called_from(Place::Text("loc(\"f\")".into()))
        .note(Span::new(0, 3), "N");
    let wanted = "a:1:1: error: M\nfoo\n^\na:1:3: note: called from\nfoo\n  ^\n\
                  <unknown>:0: note: loc(\"f\"): called from\na:1:1: note: N\nfoo\n^\n";
    assert_eq!(shown(&map, diagnostic), wanted);
}

#[test]
fn an_underline_ends_with_its_line() {
    let map = SourceMap::new();
    map.add("a", "// abc\nx").unwrap();
    let wanted = "a:1:4: error: M\n// abc\n   ^~~\n";
    assert_eq!(shown(&map, Diagnostic::error(Span::new(3, 6), "M").underlined()), wanted);
    assert_eq!(shown(&map, Diagnostic::error(Span::new(3, 8), "M").underlined()), wanted);
}

#[test]
fn invalid_utf8_is_copied() {
    let map = SourceMap::new();
    map.add("a", b"return \xFF".to_vec()).unwrap();
    let text = Plain::new(&map).to_bytes(&[Diagnostic::error(Span::new(7, 8), "M")]);
    assert_eq!(text, b"a:1:8: error: M\nreturn \xFF\n");
}

#[test]
fn a_very_long_line_is_cut_around_the_caret() {
    let map = SourceMap::new();
    let mut text = "x".repeat(50_000_000);
    text.push_str("!ab");
    map.add("a", text).unwrap();
    let diagnostics = vec![Diagnostic::error(Span::new(50_000_000, 50_000_001), "M"); 10_000];
    let text = Plain::new(&map).max_line(8).to_bytes(&diagnostics);
    let one = b"a:1:50000001: error: M\nxxxx!ab\n    ^\n";
    assert_eq!(text.len(), one.len() * diagnostics.len());
    assert!(text.starts_with(one));
}

#[test]
fn files_named_by_places_are_read_on_request() {
    let map = SourceMap::new();
    let place = Place::line_col(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"), 1, 2);
    let diagnostic = [Diagnostic::error(place, "M")];
    assert_eq!(Plain::new(&map).to_bytes(&diagnostic).split(|&byte| byte == b'\n').count(), 2);
    assert!(Plain::new(&map).load_missing().to_bytes(&diagnostic).ends_with(b": M\n[package]\n ^\n"));
}
