// RUN: rmlir-opt %s --split-input-file --verify-diagnostics --convert-async-to-llvm

func.func @value(%value: !async.value<f32>, %group: !async.group) {
  // expected-error @+1 {{failed to legalize operation 'async.runtime.add_to_group' that was explicitly marked illegal}}
  %rank = async.runtime.add_to_group %value, %group : !async.value<f32>
  return
}

// -----

func.func @not_lowered(%token: !async.token) {
  // expected-error @+1 {{failed to legalize operation 'async.await' that was explicitly marked illegal}}
  async.await %token : !async.token
  return
}
