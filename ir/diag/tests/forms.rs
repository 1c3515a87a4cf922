//! The graphical and the json form, the sink and the words.

use rmlir_diag::{
    Diagnostic, Fancy, Format, Json, Place, Severity, Sink, SourceMap, Span, human_list, near_name, one_of,
};

fn fancy(map: &SourceMap, diagnostic: &Diagnostic) -> String {
    let mut text = Vec::new();
    Fancy::new(map).write(diagnostic, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

fn json(map: &SourceMap, diagnostic: &Diagnostic) -> String {
    let mut text = Vec::new();
    Json::new(map).write(diagnostic, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn a_report_shows_label_note_and_help() {
    let map = SourceMap::new();
    map.add("a.mlir", "module {\n  func.fnc @a()\n}\n").unwrap();
    let diagnostic = Diagnostic::error(Span::new(11, 19), "unknown operation 'func.fnc'")
        .code("parse::unknown-op")
        .label("no such operation")
        .note(Span::new(0, 6), "in this module")
        .note(Place::line_col("b.mlir", 7, 1), "elsewhere")
        .help("did you mean 'func.func'?");
    let wanted = "\
parse::unknown-op

  × error: unknown operation 'func.fnc'
   ╭─[a.mlir:2:3]
 1 │ module {
 2 │   func.fnc @a()
   ·   ────┬───
   ·       ╰── no such operation
 3 │ }
   ╰────
  help: did you mean 'func.func'?
  ☞ note: in this module
   ╭─[a.mlir:1:1]
 1 │ module {
   · ──────
 2 │   func.fnc @a()
   ╰────
  ☞ b.mlir:7:1: note: elsewhere
";
    assert_eq!(fancy(&map, &diagnostic), wanted);
}

#[test]
fn a_report_shows_no_control_characters_and_no_long_lines() {
    let map = SourceMap::new();
    let mut text = b"\x1B[2J\xFF\0 ".to_vec();
    text.extend("é".repeat(1000).as_bytes());
    text.extend(b"!\n");
    let at = text.len() as u32 - 2;
    map.add("a", text).unwrap();
    let wanted = format!(
        "  × error: M ␛
   ╭─[a:1:2008]
 1 │ …{}!
   ·  {}─
   ╰────
",
        "é".repeat(22),
        " ".repeat(22)
    );
    assert_eq!(fancy(&map, &Diagnostic::error(Span::new(at, at + 1), "M \x1B")), wanted);
    let start = fancy(&map, &Diagnostic::error(Span::new(0, 3), "M"));
    assert!(start.contains("│ ␛[2J\u{FFFD}␀ éé"), "{start}");
    assert!(start.contains("\n   · ───\n"), "{start}");
}

#[test]
fn every_place_can_be_reported() {
    let map = SourceMap::new();
    for text in [&b""[..], b"\n", b"a\r\n\tb\n\n\xC3", "é\u{202E}\n".repeat(30).as_bytes(), &b"x\xFF".repeat(200)] {
        let file = map.file(map.add("f", text).unwrap());
        for start in file.span().start..=file.span().end {
            for end in [start, start + 1, start + 100].map(|end| end.min(file.span().end)) {
                let report = fancy(&map, &Diagnostic::error(Span::new(start, end), "M").label("L"));
                let at = map.locate(Span::new(start, end).pos()).unwrap().1;
                assert!(report.contains(&format!("[f:{}:{}]", at.line, at.col)), "{report}");
            }
        }
    }
    let beyond = Diagnostic::error(Span::new(1 << 30, 1 << 30), "M");
    assert_eq!(fancy(&map, &beyond), "  × error: M\n");
}

#[test]
fn json_keeps_the_order_of_keys() {
    let map = SourceMap::new();
    map.add("a", "x\nfoo \"\n").unwrap();
    let diagnostic = Diagnostic::error(Span::new(2, 5), "bad \"foo\"").label("here").note(Place::Unknown, "N");
    let wanted = r#"{"severity":"error","code":null,"message":"bad \"foo\"","file":"a","line":2,"column":1,"end_line":2,"end_column":4,"label":"here","notes":[{"message":"N","file":null,"line":null,"column":null,"end_line":null,"end_column":null}],"help":null}"#;
    assert_eq!(json(&map, &diagnostic), format!("{wanted}\n"));
}

#[test]
fn formats_have_names() {
    assert!(Format::NAMES.iter().all(|name| name.parse::<Format>().is_ok()));
    assert_eq!("html".parse::<Format>(), Err("expected one of 'plain', 'fancy' or 'json'".to_string()));
}

#[test]
fn display_needs_no_map() {
    let diagnostic = Diagnostic::error(Span::new(1, 2), "bad").note(Place::line_col("b", 1, 2), "N").help("H");
    assert_eq!(diagnostic.to_string(), "error: bad\nb:1:2: note: N\nhelp: H");
}

#[test]
fn a_limit_keeps_the_first_and_counts_the_rest() {
    let mut sink = Sink::with_limit(2);
    for number in 0..1_000_000 {
        sink.push_with(Severity::Error, || Diagnostic::error(Place::Unknown, number.to_string()));
    }
    sink.push(Diagnostic::warning(Place::Unknown, "w"));
    assert_eq!((sink.n_errors(), sink.n_dropped()), (1_000_000, 999_998));
    let messages: Vec<&str> = sink.diagnostics().iter().map(|diagnostic| diagnostic.message.as_str()).collect();
    assert_eq!(messages, ["0", "1", "w"]);
}

#[test]
fn merged_parts_equal_one_sink() {
    let mut whole = Sink::with_limit(3);
    let mut merged = whole.part();
    let mut part = whole.part();
    for number in 0..10 {
        let diagnostic = Diagnostic::error(Place::Unknown, number.to_string());
        whole.push(diagnostic.clone());
        part.push(diagnostic);
        if number % 4 == 1 {
            let next = merged.part();
            merged.merge(std::mem::replace(&mut part, next));
        }
    }
    merged.merge(part);
    assert_eq!(merged.diagnostics(), whole.diagnostics());
    assert_eq!((merged.n_errors(), merged.n_dropped()), (10, 7));
}

#[test]
fn lists_read_like_sentences() {
    assert_eq!(human_list::<&str>(&[], "and"), "");
    assert_eq!(human_list(&["a", "b"], "and"), "a and b");
    assert_eq!(human_list(&["a", "b", "c"], "or"), "a, b or c");
    assert_eq!([one_of(&["a"]), one_of(&["a", "b"])], ["'a'", "one of 'a' or 'b'"]);
}

#[test]
fn near_names_are_near() {
    let names = ["arith.addi", "arith.addf", "arith.muli", "cf.br", "x"];
    let near = |wanted| near_name(wanted, names);
    assert_eq!(
        [near("arith.adi"), near("arith.umli"), near("cf.bt")],
        [Some(names[0]), Some(names[2]), Some(names[3])]
    );
    // The first one wins a tie.
    assert_eq!(near("arith.add"), Some("arith.addi"));
    assert_eq!([near("memref.load"), near("y"), near("")], [None, None, None]);
}
