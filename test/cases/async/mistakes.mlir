// RUN: rmlir-opt %s --split-input-file --verify-diagnostics

func.func @number(%x: f32) {
  // expected-error @+1 {{'async.await' op operand #0 must be async value type or async token type, but got 'f32'}}
  async.await %x : f32
  return
}

// -----

func.func @other(%x: !async.value<f32>) {
  // expected-error @+1 {{'async.await' op result type 'f64' does not match async value type 'f32'}}
  %y = "async.await"(%x) : (!async.value<f32>) -> f64
  return
}

// -----

// expected-error @+1 {{'async.func' op result type must be async value type or async token type, but got 'f32'}}
async.func @plain(%x: f32) -> f32 {
  return %x : f32
}

// -----

async.func @wrong(%x: f32) -> (!async.token, !async.value<i32>) {
  // expected-error @+1 {{'async.return' op operand types do not match the types returned from the parent FuncOp}}
  return %x : f32
}
