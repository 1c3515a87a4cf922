// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic
// RUN: rmlir-opt %s --canonicalize

func.func @execute(%before: !async.token, %x: !async.value<f32>, %n: index) -> f32 {
  %done, %result = async.execute [%before] (%x as %y: !async.value<f32>) -> !async.value<f32> {
    %z = arith.addf %y, %y : f32
    async.yield %z : f32
  }
  %token = async.execute {
    async.yield
  }
  %group = async.create_group %n : !async.group
  %rank = async.add_to_group %token, %group : !async.token
  async.await_all %group
  async.await %done : !async.token
  %known = async.await %result : !async.value<f32>
  return %known : f32
}

// A group that nothing is added to is not waited for.
func.func @nothing(%n: index) {
  %group = async.create_group %n : !async.group
  async.await_all %group
  return
}

async.func @double(%x: i32) -> (!async.token, !async.value<i32>) {
  %sum = arith.addi %x, %x : i32
  return %sum : i32
}

func.func @caller(%x: i32) -> i32 {
  %token, %value = async.call @double(%x) : (i32) -> (!async.token, !async.value<i32>)
  %sum = async.await %value : !async.value<i32>
  return %sum : i32
}

func.func @lowered(%x: f32) {
  %id = async.coro.id
  %frame = async.coro.begin %id
  %storage = async.runtime.create : !async.value<f32>
  async.runtime.store %x, %storage : <f32>
  async.runtime.set_available %storage : !async.value<f32>
  %state = async.coro.save %frame
  async.runtime.await_and_resume %storage, %frame : !async.value<f32>
  async.coro.suspend %state, ^suspend, ^resume, ^cleanup
^resume:
  %loaded = async.runtime.load %storage : <f32>
  %failed = async.runtime.is_error %storage : !async.value<f32>
  cf.br ^cleanup
^cleanup:
  async.runtime.drop_ref %storage {count = 1 : i64} : !async.value<f32>
  async.coro.free %id, %frame
  cf.br ^suspend
^suspend:
  async.coro.end %frame
  return
}
