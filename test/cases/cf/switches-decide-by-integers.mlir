// RUN: rmlir-opt %s --split-input-file --verify-diagnostics

func.func @f(%flag: bf16) {
  // expected-error@+1 {{invalid kind of type specified: expected builtin.integer, but found 'bf16'}}
  cf.switch %flag : bf16, [default: ^end, 0: ^end]
^end:
  return
}

// -----

llvm.func @g(%flag: f32) {
  // expected-error@+1 {{invalid kind of type specified: expected builtin.integer, but found 'f32'}}
  llvm.switch %flag : f32, ^end [0: ^end]
^end:
  llvm.return
}
