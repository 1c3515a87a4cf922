// RUN: rmlir-opt %s --async-to-async-runtime --async-runtime-ref-counting --convert-async-to-llvm

func.func private @work(i32) -> i32

func.func @all(%x: i32, %n: index) -> i32 {
  %group = async.create_group %n : !async.group
  %token, %value = async.execute -> !async.value<i32> {
    %y = func.call @work(%x) : (i32) -> i32
    async.yield %y : i32
  }
  %rank = async.add_to_group %token, %group : !async.token
  %after = async.execute [%token] (%value as %z: !async.value<i32>) {
    func.call @work(%z) : (i32) -> i32
    async.await_all %group
    async.yield
  }
  async.await %after : !async.token
  %result = async.await %value : !async.value<i32>
  return %result : i32
}

func.func @threads(%v: !async.value<memref<?xf32>>) -> (index, memref<?xf32>) {
  %n = async.runtime.num_worker_threads : index
  %m = async.runtime.load %v : <memref<?xf32>>
  return %n, %m : index, memref<?xf32>
}
