//! The pass runs in a session as it does in the tool.

use rmlir::{Registry, Session};

use super::*;

#[test]
fn a_multiplication_by_two_becomes_an_addition() {
    let mut registry = Registry::everything();
    registry.add_pass(double_to_add::DEF);
    let session = Session::with(registry);
    let text = "func.func @f(%a: i32) -> i32 {
      %two = arith.constant 2 : i32
      %product = arith.muli %a, %two : i32
      return %product : i32
    }";
    let mut module = session.parse("f.mlir", text).expect("the text is correct");
    session.run(&mut module, "builtin.module(double-to-add)").expect("the pass succeeds");
    let text = session.print(&module);
    assert!(text.contains("arith.addi %arg0, %arg0 : i32") && !text.contains("muli"), "{text}");
}
