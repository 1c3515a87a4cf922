// RUN: rmlir-opt %s --split-input-file --verify-diagnostics
// RUN: rmlir-opt %s --split-input-file

func.func @f(%c: i1) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  // expected-note @+1 {{operand defined here}}
  %0 = arith.constant 1 : i32
  cf.br ^b
^b:
  // expected-error @+1 {{operand #0 does not dominate this use}}
  return %0 : i32
}
