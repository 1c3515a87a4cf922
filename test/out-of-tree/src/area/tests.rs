//! The interface is found on the operations of `arith`, and on no others.

use rmlir::Session;

use super::*;

#[test]
fn adders_and_multipliers_have_an_area() {
    let mut registry = Registry::everything();
    attach(&mut registry);
    let session = Session::with(registry);
    let text = "func.func @f(%a: i8) -> i8 {
      %sum = arith.addi %a, %a : i8
      %product = arith.muli %sum, %a : i8
      %difference = arith.subi %product, %a : i8
      return %difference : i8
    }";
    let module = session.parse("f.mlir", text).expect("the text is correct");
    assert_eq!(area_of(OpRef::root(&module)), 5 * 8 + 6 * 8 * 8);
}
