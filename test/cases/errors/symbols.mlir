// RUN: rmlir-opt %s --split-input-file --verify-diagnostics
// RUN: rmlir-opt %s --split-input-file

// expected-note @+1 {{see existing symbol definition here}}
func.func private @f()
// expected-error @+1 {{redefinition of symbol named 'f'}}
func.func private @f()

// -----

func.func @g() {
  // expected-error @+1 {{'nothing' does not reference a valid function}}
  func.call @nothing() : () -> ()
  return
}
