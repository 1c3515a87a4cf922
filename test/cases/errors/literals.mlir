// RUN: rmlir-opt %s --split-input-file --verify-diagnostics
// RUN: rmlir-opt %s --split-input-file

func.func @f() {
  // expected-error @+1 {{integer constant out of range for attribute}}
  %0 = arith.constant 256 : i8
  return
}
