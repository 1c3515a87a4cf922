// RUN: rmlir-opt %s --split-input-file --verify-diagnostics
// RUN: rmlir-opt %s --split-input-file

// expected-error @+2 {{block with no terminator}}
func.func @f() {
  %0 = arith.constant 1 : i32
}
