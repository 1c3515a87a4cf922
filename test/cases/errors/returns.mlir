// RUN: rmlir-opt %s --split-input-file --verify-diagnostics
// RUN: rmlir-opt %s --split-input-file

func.func @f() -> i32 {
  // expected-error @+1 {{has 0 operands, but enclosing function (@f) returns 1}}
  return
}

// -----

func.func @g() {
  %0 = arith.constant 0 : i32
  // expected-error @+1 {{has 1 operands, but enclosing function (@g) returns 0}}
  return %0 : i32
}
