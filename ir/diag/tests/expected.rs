//! Comments about expected diagnostics: each list of failures is the output of mlir-opt for the same text.

use rmlir_diag::expected::verify;
use rmlir_diag::{Diagnostic, Level, Place, Plain, SourceMap, Verifier};

/// The line, `None` for an unknown location, the constructor and the text of a diagnostic.
type Said<'a> = (Option<u32>, fn(Place, &str) -> Diagnostic, &'a str);

/// The failures as text, for a file `f` and diagnostics in it.
fn failures(text: &str, level: Level, said: &[Said]) -> String {
    let map = SourceMap::new();
    map.add("f", text).unwrap();
    let place = |line: Option<u32>| line.map_or(Place::Unknown, |line| Place::line_col("f", line, 1));
    let said: Vec<Diagnostic> = said.iter().map(|&(line, kind, text)| kind(place(line), text)).collect();
    let failures = verify(&map, &said, level);
    String::from_utf8_lossy(&Plain::new(&map).to_bytes(&failures)).into_owned()
}

fn error(place: Place, message: &str) -> Diagnostic {
    Diagnostic::error(place, message)
}

fn warning(place: Place, message: &str) -> Diagnostic {
    Diagnostic::warning(place, message)
}

fn all(text: &str, said: &[Said]) -> String {
    failures(text, Level::All, said)
}

#[test]
fn every_designator_finds_its_line() {
    let text = "x // expected-error {{own}}\n\
                // expected-warning @+1 {{plus}}\n\
                y\n\
                // expected-error@below {{below 1}}\n\
                // expected-error @below{{below 2}}\n\
                z\n\
                // expected-error@above {{above 1}}\n\
                // expected-error@above {{above 2}}\n\
                // expected-error@-4 {{minus}}\n\
                // expected-error@unknown {{nowhere}}\n";
    let said: &[Said] = &[
        (Some(1), error, "my own error"),
        (Some(3), warning, "plus"),
        (Some(6), error, "below 1"),
        (Some(6), error, "below 2"),
        (Some(6), error, "above 1"),
        (Some(6), error, "above 2"),
        (Some(5), error, "minus"),
        (None, error, "nowhere"),
    ];
    assert_eq!(all(text, said), "");
}

#[test]
fn one_comment_answers_any_number_of_equals() {
    assert_eq!(all("x // expected-error {{a}}", &[(Some(1), error, "a"), (Some(1), error, "ba")]), "");
}

#[test]
fn nothing_said() {
    let text = "  // expected-error {{foo}}\n// expected-error @below {{zz\ty}}\n// expected-error @+010 {{oct}}";
    let wanted = "f:1:6: error: expected error \"foo\" was not produced\n\
                  \x20 // expected-error {{foo}}\n\
                  \x20    ^~~\n\
                  f:2:4: error: expected error \"zz\ty\" was not produced\n\
                  // expected-error @below {{zz   y}}\n\
                  \x20  ^~~~\n\
                  f:3:4: error: expected error \"oct\" was not produced\n\
                  // expected-error @+010 {{oct}}\n\
                  \x20  ^~~\n";
    assert_eq!(all(text, &[]), wanted);
    assert_eq!(failures(text, Level::OnlyExpected, &[]), wanted);
}

#[test]
fn something_unexpected_said() {
    let said: &[Said] = &[(Some(1), error, "M"), (None, warning, "N"), (Some(9), error, "far")];
    let wanted = "f:1:1: error: unexpected error: M\nx\n^\n<unknown>:0: error: unexpected warning: N\n\
                  f:9:1: error: unexpected error: far\n";
    assert_eq!(all("x", said), wanted);
    assert_eq!(failures("x", Level::OnlyExpected, said), "");
}

#[test]
fn another_severity_said() {
    let wanted = "f:1:6: error: 'error' diagnostic emitted when expecting a 'warning'\n\
                  bar  expected-warning {{custom}}  \n\
                  \x20    ^\n\
                  f:1:6: error: expected warning \"custom\" was not produced\n\
                  bar  expected-warning {{custom}}  \n\
                  \x20    ^~~~~~\n";
    assert_eq!(all("bar  expected-warning {{custom}}  ", &[(Some(1), error, "custom op")]), wanted);
}

#[test]
fn the_text_reaches_to_the_end_of_the_line() {
    let text = "foo // expected-error {{custom op}} expected-error {{x}}";
    let wanted = "f:1:8: error: expected error \"custom op}} expected-error {{x\" was not produced\n\
                  foo // expected-error {{custom op}} expected-error {{x}}\n\
                  \x20      ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n";
    assert_eq!(all(text, &[]), wanted);
    assert_eq!(all("x // expected-error {{a}} more", &[]), "");
}

#[test]
fn expressions_match_between_literal_parts() {
    let text = "x // expected-error-re {{a.b {{[a-z]+|([0-9]{2})}} (c)}}";
    assert_eq!(all(text, &[(Some(1), error, "see a.b 42 (c)!")]), "");
    assert!(all(text, &[(Some(1), error, "see a_b 42 (c)!")]).starts_with("f:1:1: error: unexpected error: see"));
}

#[test]
fn an_empty_expression_never_matches_and_an_empty_text_always_does() {
    assert_eq!(all("x // expected-error {{}}", &[(Some(1), error, "M")]), "");
    assert!(all("x // expected-error-re {{}}", &[(Some(1), error, "M")]).contains("unexpected error: M"));
}

#[test]
fn bad_expressions_are_said_first() {
    let text = "x // expected-error-re {{ a{{(}}b}}\n// expected-error-re {{ a{{x b}}\n";
    let wanted = "f:1:6: error: invalid regex: parentheses not balanced\n\
                  x // expected-error-re {{ a{{(}}b}}\n\
                  \x20    ^~~~~~~~\n\
                  f:2:4: error: found start of regex with no end '}}'\n\
                  // expected-error-re {{ a{{x b}}\n\
                  \x20  ^~~~~~~\n";
    assert_eq!(all(text, &[]), wanted);
}

#[test]
fn notes_are_expected_on_their_own() {
    let map = SourceMap::new();
    map.add("f", "a // expected-note {{here}}\nb // expected-error {{bad}}").unwrap();
    let said = Diagnostic::error(Place::line_col("f", 2, 1), "bad").note(Place::line_col("f", 1, 1), "here");
    assert_eq!(verify(&map, std::slice::from_ref(&said), Level::All), []);
    let said = said.note(Place::line_col("f", 1, 1), "other");
    let failures = verify(&map, &[said], Level::All);
    assert_eq!(failures, [Diagnostic::error(Place::line_col("f", 1, 1), "unexpected note: other")]);
}

#[test]
fn unknown_places_are_reported_by_every_finish() {
    let map = SourceMap::new();
    let id = map.add("f", "// expected-error @unknown {{a}}\n// expected-error {{b}}").unwrap();
    let mut verifier = Verifier::new(&map, &[id], Level::All);
    verifier.check(&Diagnostic::warning(Place::Unknown, "a"));
    verifier.finish();
    verifier.finish();
    assert!(verifier.has_failed());
    let messages: Vec<String> = verifier.take_failures().into_iter().map(|failure| failure.message).collect();
    let near = "'warning' diagnostic emitted when expecting a 'error'";
    let (a, b) = ("expected error \"a\" was not produced", "expected error \"b\" was not produced");
    assert_eq!(messages, [near, b, a, a]);
}
