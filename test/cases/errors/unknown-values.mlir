// RUN: rmlir-opt %s --split-input-file --verify-diagnostics
// RUN: rmlir-opt %s --split-input-file

func.func @f() -> i32 {
  // expected-error @+1 {{use of undeclared SSA value name}}
  return %nothing : i32
}

// -----

// expected-note @+1 {{prior use here}}
func.func @f(%a: i32) {
  // expected-error @+1 {{use of value '%a' expects different type than prior uses: 'f32' vs 'i32'}}
  return %a : f32
}
