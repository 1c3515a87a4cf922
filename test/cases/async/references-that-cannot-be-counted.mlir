// RUN: rmlir-opt %s --split-input-file --verify-diagnostics --async-runtime-ref-counting

func.func @not_lowered(%token: !async.token) {
  // expected-error @+1 {{async operations must be lowered to async runtime operations}}
  async.await %token : !async.token
  return
}

// -----

func.func @passed_on(%token: !async.token) {
  // expected-error @+1 {{async reference counting can't handle terminators that are not ReturnLike}}
  cf.br ^next(%token : !async.token)
^next(%other: !async.token):
  async.runtime.await %other : !async.token
  return
}

// -----

func.func @arguments(%token: !async.token, %c: i1, %x: i32) {
  // expected-error @+1 {{'cf.cond_br' op successor have different `liveIn` property of the reference counted value}}
  cf.cond_br %c, ^used, ^end(%x : i32)
^used:
  async.runtime.await %token : !async.token
  cf.br ^end(%x : i32)
^end(%y: i32):
  return
}
