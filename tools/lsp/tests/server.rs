//! An editor's messages and the answers, over a connection in memory.

use std::cell::Cell;
use std::sync::OnceLock;

use lsp_server::{Connection, Message, Notification, Request, Response};
use rmlir_lsp::analysis::Analysis;
use rmlir_lsp::server::serve;
use rmlir_opt::Registry;
use serde_json::{Value, json};

const URI: &str = "file:///a.mlir";

fn registry() -> &'static Registry {
    static REGISTRY: OnceLock<Registry> = OnceLock::new();
    REGISTRY.get_or_init(Registry::everything)
}

/// The end of a connection that is an editor.
struct Editor {
    connection: Connection,
    next_id: Cell<i32>,
}

impl Editor {
    /// Runs `work` with an editor that is connected to a server.
    fn with(work: impl FnOnce(&Editor)) {
        let (server, client) = Connection::memory();
        std::thread::scope(|scope| {
            // Owned here: if `work` panics, the connection ends, and with it the server.
            let editor = Editor { connection: client, next_id: Cell::new(0) };
            let served = scope.spawn(move || serve(registry(), &server));
            editor.request("initialize", json!({ "capabilities": {} }));
            editor.notify("initialized", json!({}));
            work(&editor);
            editor.request("shutdown", Value::Null);
            editor.notify("exit", Value::Null);
            assert_eq!(served.join().unwrap(), Ok(()));
        });
    }

    fn notify(&self, method: &str, params: Value) {
        let message = Notification::new(method.to_owned(), params);
        self.connection.sender.send(message.into()).unwrap();
    }

    fn response(&self, method: &str, params: Value) -> Response {
        let id = self.next_id.get();
        self.next_id.set(id + 1);
        self.connection.sender.send(Request::new(id.into(), method.to_owned(), params).into()).unwrap();
        match self.connection.receiver.recv().unwrap() {
            Message::Response(response) => response,
            other => panic!("expected a response, but got {other:?}"),
        }
    }

    fn request(&self, method: &str, params: Value) -> Value {
        self.response(method, params).response_result.unwrap_or_else(|error| panic!("{method}: {error:?}"))
    }

    /// Opens a text and returns its diagnostics.
    fn open(&self, text: &str) -> Vec<String> {
        let item = json!({ "uri": URI, "languageId": "mlir", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": item }));
        self.diagnostics()
    }

    fn change(&self, version: i32, changes: Value) -> Vec<String> {
        let document = json!({ "uri": URI, "version": version });
        self.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
        self.diagnostics()
    }

    /// The next diagnostics, each as `line:character: message`.
    fn diagnostics(&self) -> Vec<String> {
        let Message::Notification(note) = self.connection.receiver.recv().unwrap() else {
            panic!("expected diagnostics");
        };
        let shown = |one: &Value| format!("{}: {}", place(&one["range"]["start"]), one["message"].as_str().unwrap());
        note.params["diagnostics"].as_array().unwrap().iter().map(shown).collect()
    }

    fn at(&self, method: &str, line: u32, character: u32) -> Value {
        let document = json!({ "uri": URI });
        let position = json!({ "line": line, "character": character });
        let params = json!({ "textDocument": document, "position": position, "context": { "includeDeclaration": true, "triggerKind": 1 } });
        self.request(&format!("textDocument/{method}"), params)
    }

    fn of_document(&self, method: &str) -> Value {
        self.request(&format!("textDocument/{method}"), json!({ "textDocument": { "uri": URI } }))
    }

    fn definition(&self, line: u32, character: u32) -> String {
        range(&self.at("definition", line, character)["range"])
    }

    fn references(&self, line: u32, character: u32) -> Vec<String> {
        let found = self.at("references", line, character);
        found.as_array().unwrap().iter().map(|one| range(&one["range"])).collect()
    }

    fn hover(&self, line: u32, character: u32) -> String {
        self.at("hover", line, character)["contents"]["value"].as_str().unwrap_or_default().to_owned()
    }

    fn labels(&self, line: u32, character: u32) -> Vec<String> {
        let found = self.at("completion", line, character);
        let label = |item: &Value| item["label"].as_str().unwrap().to_owned();
        found.as_array().unwrap().iter().map(label).collect()
    }
}

fn place(position: &Value) -> String {
    format!("{}:{}", position["line"], position["character"])
}

fn range(range: &Value) -> String {
    format!("{}-{}", place(&range["start"]), place(&range["end"]))
}

const PROGRAM: &str = "#map = affine_map<(d0) -> (d0 + 1)>
module @outer {
  func.func @f(%a: i32, %m: memref<?xf32>) -> i32 {
    %two:2 = call @pair(%a) : (i32) -> (i32, i64)
    cf.br ^next(%two#0 : i32)
  ^next(%x: i32):
    %sum = arith.addi %x, %a : i32
    affine.for %i = 0 to #map(%c) {
      %v = affine.load %m[%i] : memref<?xf32>
    }
    return %sum : i32
  }
  func.func private @pair(i32) -> (i32, i64)
}
";

/// [`PROGRAM`] with a bound that exists.
fn program() -> String {
    PROGRAM.replace("#map(%c)", "10")
}

#[test]
fn definitions_references_and_hover() {
    Editor::with(|editor| {
        assert_eq!(editor.open(&program()), Vec::<String>::new());
        // A value with several results, from a use of its first.
        assert_eq!(editor.definition(4, 18), "3:4-3:8");
        assert_eq!(editor.references(3, 5), ["3:4-3:8", "4:16-4:20"]);
        // An argument of a block, an argument of a function, an induction variable.
        assert_eq!(editor.definition(6, 23), "5:8-5:10");
        assert_eq!(editor.references(2, 16), ["2:15-2:17", "3:24-3:26", "6:26-6:28"]);
        assert_eq!(editor.definition(8, 27), "7:15-7:17");
        // A block and a symbol.
        assert_eq!(editor.definition(4, 12), "5:2-5:7");
        assert_eq!(editor.references(12, 22), ["12:20-12:25", "3:18-3:23"]);
        assert!(editor.hover(6, 23).starts_with("```mlir\n%x : i32\n```"));
        assert!(editor.hover(6, 14).starts_with("`arith.addi`\n\n```mlir\ni32\n```\n"));
        assert!(editor.hover(3, 19).contains("func.func private @pair(i32) -> (i32, i64)"));
        assert_eq!(editor.at("hover", 6, 9), json!(null).clone(), "there is nothing between a name and `=`");
    });
}

#[test]
fn all_errors_are_reported_and_the_rest_is_indexed() {
    Editor::with(|editor| {
        let text = "func.func @f(%a: i32) -> i32 {
  %b = arith.addi %a, : i32
  %c = arith.muli %b, %b : i32
  %d = arith.adi %c, %c : i32
  scf.if {
    %e = arith.constant 1 : i32
  }
  return %d : i32
}
func.func @g() {
  func.call @f(
  return
}
func.func @h(%x: i32) -> i32 {
  return %y : i32
}
";
        let diagnostics = editor.open(text);
        let lines: Vec<&str> = diagnostics.iter().map(|shown| shown.split(':').next().unwrap()).collect();
        assert_eq!(lines, ["1", "3", "4", "10", "14"], "{diagnostics:?}");
        assert!(diagnostics[4].ends_with("use of undeclared SSA value name"), "{diagnostics:?}");
        // A result of an operation that has an error has a definition, but no type.
        assert_eq!(editor.definition(2, 19), "1:2-1:4");
        assert_eq!(editor.references(2, 19), ["1:2-1:4", "2:18-2:20", "2:22-2:24"]);
        // A use in an operation that has an error.
        assert_eq!(editor.references(0, 15), ["0:13-0:15", "1:18-1:20"]);
        assert!(editor.hover(7, 10).starts_with("```mlir\n%d : unknown type\n```"));
        let symbols = editor.of_document("documentSymbol");
        let names: Vec<&str> = symbols.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["f", "g", "h"]);
        // The errors go with their cause.
        let start = json!({ "line": 0, "character": 0 });
        let end = json!({ "line": 13, "character": 0 });
        let left = editor.change(2, json!([{ "range": { "start": start, "end": end }, "text": "" }]));
        assert_eq!(left, ["1:9: use of undeclared SSA value name"]);
    });
}

#[test]
fn names_are_completed() {
    Editor::with(|editor| {
        let text = format!("// RUN: rmlir-opt %s -can\n{}", program().replace("return %sum", "return %"));
        editor.open(&text);
        assert_eq!(editor.labels(11, 12), ["a", "m", "sum", "two", "x"]);
        assert!(editor.labels(0, 25).contains(&"canonicalize".to_owned()));
        assert!(editor.labels(7, 13).contains(&"arith.muli".to_owned()));
        assert_eq!(editor.labels(4, 20), ["outer", "f", "pair"]);
        assert_eq!(editor.labels(5, 12), ["next"]);
    });
}

#[test]
fn values_are_renamed_everywhere() {
    Editor::with(|editor| {
        editor.open(&program());
        let position = json!({ "line": 4, "character": 18 });
        let params = json!({ "textDocument": { "uri": URI }, "position": position, "newName": "%both" });
        let edit = editor.request("textDocument/rename", params.clone());
        let ranges: Vec<String> =
            edit["changes"][URI].as_array().unwrap().iter().map(|one| range(&one["range"])).collect();
        assert_eq!(ranges, ["3:5-3:8", "4:17-4:20"]);
        assert_eq!(edit["changes"][URI][0]["newText"], "both");
        let mut wrong = params;
        wrong["newName"] = json!("a b");
        assert!(editor.response("textDocument/rename", wrong).response_result.is_err());
    });
}

#[test]
fn outline_folding_hints_and_tokens() {
    Editor::with(|editor| {
        editor.open(&program());
        let symbols = editor.of_document("documentSymbol");
        assert_eq!((&symbols[0]["name"], &symbols[0]["children"][0]["name"]), (&json!("outer"), &json!("f")));
        let folds = editor.of_document("foldingRange");
        let lines: Vec<(u64, u64)> = folds
            .as_array()
            .unwrap()
            .iter()
            .map(|fold| (fold["startLine"].as_u64().unwrap(), fold["endLine"].as_u64().unwrap()))
            .collect();
        assert_eq!(lines, [(1, 12), (2, 10), (7, 8)]);
        let all = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
        let hints = editor.request("textDocument/inlayHint", json!({ "textDocument": { "uri": URI }, "range": all }));
        let labels: Vec<&str> = hints.as_array().unwrap().iter().map(|hint| hint["label"].as_str().unwrap()).collect();
        assert_eq!(labels, [": i32, i64", ": i32", ": f32"]);
        let tokens = editor.of_document("semanticTokens/full");
        let data: Vec<u64> = tokens["data"].as_array().unwrap().iter().map(|item| item.as_u64().unwrap()).collect();
        // `#map` and `affine_map`.
        assert_eq!(data[..10], [0, 0, 4, 2, 0, 0, 7, 10, 7, 0]);
    });
}

#[test]
fn parts_are_independent_and_unknown_requests_are_errors() {
    Editor::with(|editor| {
        let text = "func.func @a() { return }\n// -----\nfunc.func @a() {\n  call @b() : () -> ()\n  return\n}\n";
        let diagnostics = editor.open(text);
        assert_eq!(diagnostics, ["3:2: 'func.call' op 'b' does not reference a valid function"]);
        assert_eq!(editor.references(0, 11), ["0:10-0:12"]);
        assert!(editor.response("textDocument/unknown", json!({})).response_result.is_err());
        let params = json!({ "textDocument": { "uri": "file:///b" }, "position": { "line": 0, "character": 0 } });
        assert!(editor.response("textDocument/hover", params).response_result.is_err(), "the file is not open");
    });
}

/// Everything that an editor can ask at an offset.
fn ask_everything(analysis: &Analysis, offset: usize) {
    analysis.hover(offset);
    analysis.completions(registry(), offset);
    if let Some(found) = analysis.entity_at(offset) {
        analysis.occurrences(found.chunk, &found.entity);
        analysis.renamed(&found);
    }
}

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config { cases: 32, ..Default::default() })]

    /// After random edits the server has the text that the editor has, and no question makes it panic.
    #[test]
    fn random_edits(edits in proptest::collection::vec((0_usize..600, 0_usize..40, "[ -~\n\u{e4}]{0,6}"), 1..6)) {
        Editor::with(|editor| {
            editor.open(PROGRAM);
            let mut text = PROGRAM.to_owned();
            for (version, (start, length, new)) in edits.iter().enumerate() {
                let boundary = |at: usize| (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap();
                let (start, end) = (boundary(*start), boundary(start + length));
                let lines = rmlir_lsp::lines::Lines::of(&text);
                let edited = lines.range(&text, &(start..end));
                let reported = editor.change(version as i32 + 2, json!([{ "range": edited, "text": new }]));
                text.replace_range(start..end, new);
                let fresh = Analysis::of(registry(), text.clone());
                let shown = |problem: &rmlir_lsp::analysis::Problem| {
                    let start = fresh.range(&problem.range).start;
                    format!("{}:{}: {}", start.line, start.character, problem.message)
                };
                assert_eq!(reported, fresh.problems.iter().map(shown).collect::<Vec<_>>());
                let boundaries = (0..=text.len()).filter(|&at| text.is_char_boundary(at));
                boundaries.step_by(7).for_each(|offset| ask_everything(&fresh, offset));
                fresh.semantic_tokens();
                fresh.symbols();
                fresh.folding_ranges();
            }
        });
    }
}
