// What cannot be run is said, once, and the rest is compared.
// RUN: rmlir-opt %s --allow-unregistered-dialect --canonicalize --cse --verify-semantics=2

func.func @unknown(%a: i32) -> i32 {
  %r = "unknown.op"(%a) : (i32) -> i32
  %s = arith.addi %r, %a : i32
  %t = arith.addi %r, %a : i32
  %u = arith.muli %s, %t : i32
  return %u : i32
}

func.func @undefined(%a: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %r = arith.divsi %a, %zero : i32
  return %r : i32
}

func.func @known(%a: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %r = arith.addi %a, %zero : i32
  %s = arith.subi %r, %zero : i32
  return %s : i32
}
