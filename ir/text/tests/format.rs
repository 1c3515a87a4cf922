//! Declarative formats parsed and printed: each case is the text after an operation's name in the output of `mlir-opt`
//! for the operation of that name.

mod declare;
mod mock;

use std::sync::LazyLock;

use rmlir_core::dialect::{AttrDef, DialectDef, NoHooks};
use rmlir_core::print_hooks::PrintHooks;
use rmlir_core::{Context, DialectRegistry, OpState};
use rmlir_text::format::{compile_op, read_op_format};

static ATTRS: [&AttrDef; 1] = [&declare::FLAGS];
static DIALECT: LazyLock<DialectDef> = LazyLock::new(|| DialectDef {
    name: "t",
    doc: "",
    ops: &declare::OPS,
    types: &[],
    attrs: &ATTRS,
    depends: &[],
    hooks: NoHooks::INTERFACE,
});

fn context() -> Context {
    let mut registry = DialectRegistry::default();
    registry.add(&DIALECT);
    let cx = Context::new(registry);
    cx.set_print_hooks(PrintHooks { ty: mock::type_text, attr: |_, _| String::new(), op: Box::new(|_| String::new()) });
    cx
}

/// Parses `text` as operation `name` and returns the printed form, or the errors.
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
    for def in declare::OPS.iter() {
        if let Err(why) = compile_op(def) {
            panic!("format of '{}': {why}", def.name);
        }
    }
}

#[test]
fn arithmetic() {
    same("t.addi", " %a, %b : i32", "i32");
    same("t.addi", " %a, %b overflow<nsw> : i32", "i32");
    same("t.addi", " %a, %b overflow<nsw> {foo = 1 : i64} : i32", "i32");
    written("t.addi", "%a, %b overflow<none> : i32", " %a, %b : i32 => i32");
    written("t.addi", "%a,%b{flags = \"x\"}:i32", " %a, %b {flags = \"x\"} : i32 => i32");
    fails("t.addi", "%a %b : i32", "3: expected ','");
    fails("t.addi", "%a, : i32", "4: expected SSA operand");
    fails("t.addi", "%a, %b", "6: expected ':'");
    let message = "'t.addi' op attribute 'overflowFlags' failed to satisfy constraint: Integer overflow arith flags";
    fails("t.addi", "%a, %b {overflowFlags = 1} : i32", &format!("7: {message}"));
}

#[test]
fn enumerators_and_derived_types() {
    same("t.cmpi", " eq, %a, %b : i32", "i1");
    written("t.cmpi", "\"slt\", %a, %b {a} : i64", " slt, %a, %b {a} : i64 => i1");
    let words = "expected string or keyword containing one of the following enum values for attribute";
    fails("t.cmpi", "foo, %a, %b : i32", &format!("0: {words} 'predicate' [eq, ne, slt]"));
    fails("t.cmpi", "3, %a, %b : i32", &format!("0: {words} 'predicate' [eq, ne, slt]"));
    fails("t.cmpi", "\"foo\", %a, %b : i32", "0: invalid predicate attribute specification: \"foo\"");
    fails("t.cmpi", "eq, %a, %b : f32", "0: 'lhs' must be signless-integer-like, but got 'f32'");
}

#[test]
fn attributes_of_another_kind() {
    fails("t.cond_br", "%c weights(1, 2), ^a, ^b", "11: expected '['");
    fails("t.assert", "%c, @f", "4: invalid kind of attribute specified");
    same("t.constant", " {a} 1 : i32", "i32");
}

#[test]
fn branches() {
    same("t.cond_br", " %c, ^a, ^b", "");
    same("t.cond_br", " %c weights([1, 2]), ^a(%x : i32), ^b(%x, %y : i32, f32) {a}", "");
    let message = "number of operands and types do not match: got 1 operands and 2 types";
    fails("t.cond_br", "%c, ^a(%x : i1, i1), ^b", &format!("7: {message}"));
    same("t.condition", "(%c) %x, %y : i32, f32", "");
    same("t.condition", "(%c) {a = 1 : i64}", "");
    fails("t.condition", "(%c) %x", "7: expected ':'");
}

#[test]
fn memory() {
    same("t.load", " %m[%i, %j] : memref<?x4xf32>", "f32");
    same("t.load", " %m[] {nontemporal = true} : memref<f32>", "f32");
    same("t.alloc", "() : memref<4xf32>", "memref<4xf32>");
    same("t.alloc", "(%a, %b)[%s] {alignment = 8 : i64} : memref<?x?xf32>", "memref<?x?xf32>");
}

#[test]
fn functional_types() {
    same("t.call", " @f() : () -> ()", "");
    same("t.call", " @f(%a, %b) {no_inline} : (i32, f32) -> i1", "i1");
    same("t.call", " @f(%a) : (i32) -> (i1, i2)", "i1, i2");
    let message = "expected builtin.function, but found 'i32'";
    fails("t.call", "@f() : i32", &format!("7: invalid kind of type specified: {message}"));
    fails("t.call", "\"f\"() : () -> ()", "0: invalid kind of attribute specified");
}

#[test]
fn kinds_of_types() {
    let message = "invalid kind of type specified: expected builtin.memref, but found 'i32'";
    fails("t.alloc", "() : i32", &format!("5: {message}"));
}

#[test]
fn lists_of_derived_types() {
    same("t.call_indirect", " %f(%a, %b) : (i32, f32) -> (i1, i2)", "i1, i2");
    let message = "number of operands and types do not match: got 1 operands and 2 types";
    fails("t.call_indirect", "%f(%a) : (i32, f32) -> i1", &format!("3: {message}"));
    let message = "expected builtin.function, but found 'i32'";
    fails("t.call_indirect", "%f() : i32", &format!("7: invalid kind of type specified: {message}"));
}

#[test]
fn custom_directives() {
    same("t.subview", " %m[%a, 4, %b] {a} : memref<4xf32>", "");
    same("t.subview", " %m[] else [%a, 4] : memref<4xf32>", "");
    fails("t.subview", "%m[x] : memref<4xf32>", "3: expected SSA operand or integer");
    same("t.switch", " %f : i32, [\n  default: ^a,\n  1: ^b,\n  2: ^c\n]", "");
    same("t.switch", " %f : i32, [\n  default: ^a\n] {x}", "");
}

#[test]
fn inference() {
    same("t.shuffle", " %a, %b [0, 1, 6] : vector<4xi32>, vector<4xi32>", "vector<3xi32>");
    fails("t.shuffle", "%a, %b [] : vector<4xi32>, vector<4xi32>", "0: mask is empty");
    fails("t.shuffle", "%a, %b [0, x] : vector<4xi32>", "11: expected integer value; 11: expected ']'");
    let message = "number of operands and types do not match: got 2 operands and 1 types";
    fails("t.shuffle", "%a, %b [0] : vector<4xi32>", &format!("0: {message}"));
    same("t.groups", " %a, %b : i7", "i7");
}

#[test]
fn optional_things() {
    same("t.return", "", "");
    same("t.return", " {a} %x : i32", "");
    same("t.assert", " %c, \"msg\"", "");
    same("t.many", " none ^s ", "");
    same("t.many", " unit 3 abc %o : i32 x {block} %v, %w k i32, i64 ^s ^t, ^u {z} -> i1, i2", "i1, i2");
    written("t.many", "x {} none ^s", " none ^s ");
    fails("t.many", "unit ^s", "5: expected 'none'");
    same("t.inverted", " closed", "");
    same("t.inverted", " open", "");
}

#[test]
fn clauses_in_any_order() {
    written("t.clauses", "d 4 c b %o a (%v : i1) x <>", " a(%v : i1) b %o c d 4x <>");
    same("t.clauses", "x <> {a}", "");
    let message = "`c` clause can appear at most once in the expansion of the oilist directive";
    fails("t.clauses", "c c x <>", &format!("0: {message}"));
}

#[test]
fn attributes() {
    same("t.attrs", " \"n\" @s i32 [1, -2] 4 : i8 : a", "");
    same("t.attrs", " \"n\" @s i32 [] true : \"both\" @o attributes {x}", "");
    written("t.attrs", "\"n\" @s i32 [] true : \"a|b\"", " \"n\" @s i32 [] true : \"both\"");
    written("t.attrs", "\"n\" @s i32 [] true : \"none\"", " \"n\" @s i32 [] true : \"none\"");
}

#[test]
fn spaces() {
    let text = "->-><<>>: :,(%v)->i32[%o]u*+?{}x y()o i8";
    written("t.punctuation", text, " -> -> <<>> : :, (%v) -> i32[%o] u * + ? {} xy( ) o i8");
}

#[test]
fn regions() {
    same("t.regions", " {block} {}", "");
    same("t.regions", " {} {block} more {}, {block} {a}", "");
}

#[test]
fn mistakes_are_explained() {
    let def = declare::op("t.wrong", declare::WRONG);
    let why = |format| read_op_format(&def, format).err().map(|error| error.to_string()).unwrap_or_default();
    let says = |format, message: &str| {
        let why = why(format);
        assert!(why.starts_with(message) && why.contains("\nat byte "), "{format}: {why}");
    };
    assert_eq!(why("$a $p attr-dict `:` type($a)"), "");
    says("$a $p `:` type($a)", "'attr-dict' directive not found in custom assembly format");
    says("$p attr-dict", "operand #0, named 'a', not found");
    let message = "type of operand #0, named 'a', is not buildable and a buildable type cannot be inferred";
    says("$a attr-dict", message);
    says("$a $a attr-dict", "operand 'a' is already bound");
    says("operands $a attr-dict", "operand 'a' is already bound");
    says("$a attr-dict `:` type($b)", "`$b` in a 'type' directive is neither an operand nor a result");
    says("$b attr-dict", "`$b` refers to no attribute, operand, region, result or successor");
    says("$a (`x` $p)? attr-dict", "the optional group has no anchor `^`");
    says("($a^ `x`)? attr-dict", "an optional group must start with a literal");
    says("$a `a b` attr-dict", "`a b` is neither a keyword nor punctuation");
    says("$a custom<X>($p) attr-dict", "there is no function for `custom<X>`");
    let shown = "expected ')'\nat byte 24 of the format:\n    $a attr-dict `:` type($a\n                            ^";
    assert_eq!(why("$a attr-dict `:` type($a"), shown);
}
