//! The interpreter executes the toy dialect like the dialects of the workspace.

use rmlir::Registry;
use rmlir::core::Context;
use rmlir::diag::Sink;
use rmlir::interp::{Data, Limits, Program, Settings};
use rmlir::text::parse::{ParseOptions, parse_text};

use crate::Toy;

#[test]
fn scaling_multiplies() {
    let mut registry = Registry::everything();
    registry.register::<Toy>();
    let cx = Context::new(registry.dialects);
    rmlir::text::install(&cx);
    let text = "func.func @f(%a: i8) -> i8 { %r = toy.scale %a by 3 <exact> : i8 return %r : i8 }";
    let source = cx.sources().add("toy.mlir", text).expect("the text is short");
    let parsed = parse_text(&cx, source, 0..text.len(), &ParseOptions::default(), &mut Sink::new());
    let body = parsed.expect("the text is right").body;
    let program = Program::compile(&body, Settings::default()).expect("every operation has a meaning");
    let outcome = program.run("f", &[Data::int(8, 100)], &Limits::default()).expect("nothing goes wrong");
    assert_eq!(outcome.results, [Data::int(8, 44)]);
}
