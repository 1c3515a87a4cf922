//! The interpreter executes the toy dialect like the dialects of the workspace.

use rmlir::interp::{Data, Limits, Program, Settings};
use rmlir::{Registry, Session};

use crate::Toy;

#[test]
fn scaling_multiplies() {
    let mut registry = Registry::everything();
    registry.register::<Toy>();
    let session = Session::with(registry);
    let text = "func.func @f(%a: i8) -> i8 { %r = toy.scale %a by 3 <exact> : i8 return %r : i8 }";
    let body = session.parse("toy.mlir", text).expect("the text is correct");
    let program = Program::compile(&body, Settings::default()).expect("every operation can be executed");
    let outcome = program.run("f", &[Data::int(8, 100)], &Limits::default()).expect("the execution succeeds");
    assert_eq!(outcome.results, [Data::int(8, 44)]);
}
