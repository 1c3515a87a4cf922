// RUN: rmlir-opt %s --async-to-async-runtime

func.func private @work(i32) -> i32

// The name is taken.
func.func private @async_execute_fn()

// An ordinary function blocks its thread, and asserts that nothing failed; what a region uses is passed to its function.
func.func @waits(%x: i32) -> i32 {
  %ten = arith.constant 10 : i32
  %before = async.execute {
    func.call @work(%ten) : (i32) -> i32
    async.yield
  }
  %token, %result = async.execute [%before] -> !async.value<i32> {
    %y = arith.addi %x, %ten : i32
    %z = func.call @work(%y) : (i32) -> i32
    async.yield %z : i32
  }
  %value = async.await %result : !async.value<i32>
  return %value : i32
}

// A coroutine is suspended where it waits; conditions around that become branches. What fails makes the token fail.
func.func @nested(%ok: i1) -> !async.token {
  %token = async.execute {
    cf.assert %ok, "must hold"
    scf.if %ok {
      %inner, %two = async.execute -> !async.value<i32> {
        %number = arith.constant 2 : i32
        async.yield %number : i32
      }
      %x = async.await %two : !async.value<i32>
      func.call @work(%x) : (i32) -> i32
    }
    async.yield
  }
  return %token : !async.token
}

// Operands are waited for by the function; groups are of the runtime.
func.func @groups(%value: !async.value<f32>, %n: index) {
  %group = async.create_group %n : !async.group
  %token = async.execute (%value as %x: !async.value<f32>) {
    %y = arith.addf %x, %x : f32
    async.yield
  }
  %rank = async.add_to_group %token, %group : !async.token
  async.await_all %group
  return
}

// The functions of a module go into that module.
module @inner {
  func.func @f() {
    %token = async.execute {
      async.yield
    }
    async.await %token : !async.token
    return
  }
}
