//! Declarative formats read and written: each case is the text after an
//! operation's name, as `mlir-opt` writes it for the operation of that name.

mod declare;
mod mock;

use rmlir_core::dialect::{DialectDef, NoHooks};
use rmlir_core::{Context, DialectRegistry, OpState};

static DIALECT: DialectDef = DialectDef {
    name: "t",
    doc: "",
    ops: declare::OPS,
    types: &[],
    attrs: &[&declare::FLAGS],
    depends: &[],
    hooks: &NoHooks,
};

fn context() -> Context {
    let mut registry = DialectRegistry::default();
    registry.add(&DIALECT);
    Context::new(registry)
}

/// Reads `text` as operation `name` and gives what is written, or the errors.
fn run(name: &str, text: &str) -> Result<String, String> {
    let cx = context();
    let def = cx.op_def(name).unwrap_or_else(|| panic!("{name} is declared"));
    let mut parser = mock::Parser::new(&cx, text);
    let mut state = OpState::named(&cx, name);
    if rmlir_text::format::parse_op(def, &mut parser, &mut state).is_err() {
        return Err(parser.errors.join("; "));
    }
    assert_eq!(parser.rest(), "", "all of {text:?} is read");
    let types: Vec<String> = state.result_types.iter().map(|ty| mock::type_text(&cx, *ty)).collect();
    let op = parser.body.create_op(state);
    let written = mock::print(&parser, op);
    Ok(if types.is_empty() { written } else { format!("{written} => {}", types.join(", ")) })
}

#[track_caller]
fn same(name: &str, text: &str, results: &str) {
    let expected = if results.is_empty() { text.to_owned() } else { format!("{text} => {results}") };
    assert_eq!(run(name, text), Ok(expected), "{name}");
}

#[track_caller]
fn written(name: &str, text: &str, expected: &str) {
    assert_eq!(run(name, text).as_deref(), Ok(expected), "{name} {text}");
}

#[track_caller]
fn fails(name: &str, text: &str, expected: &str) {
    assert_eq!(run(name, text), Err(expected.to_owned()), "{name} {text}");
}

#[test]
fn every_declared_format_compiles() {
    for def in declare::OPS {
        if let Err(why) = rmlir_text::format::compile_op(def) {
            panic!("{why}");
        }
    }
}

#[test]
fn arithmetic() {
    same("t.addi", " %a, %b : i32", "i32");
    same("t.addi", " %a, %b overflow<nsw> : i32", "i32");
    same("t.addi", " %a, %b overflow<nsw> {foo = 1 : i64} : i32", "i32");
    written("t.addi", "%a, %b overflow<none> : i32", " %a, %b : i32 => i32");
    written("t.addi", "%a,%b{flags = \"x\"}:i32", "");
}
