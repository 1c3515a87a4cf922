// RUN: rmlir-opt %s --async-func-to-async-runtime

async.func private @declared(i32) -> !async.value<i32>

// It runs until it waits for something, which it never does.
async.func @twice(%x: i32) -> !async.value<i32> attributes {kept} {
  %y = arith.addi %x, %x : i32
  return %y : i32
}

// What fails makes the token and the value fail.
async.func @four_times(%x: i32, %ok: i1) -> (!async.token {at.result = 1 : i32}, !async.value<i32>) {
  cf.assert %ok, "must hold"
  %twice = async.call @twice(%x) : (i32) -> !async.value<i32>
  %y = async.await %twice : !async.value<i32>
  %again = async.call @declared(%y) : (i32) -> !async.value<i32>
  %z = async.await %again : !async.value<i32>
  return %z : i32
}

// Others wait as before; what they wait for is lowered with regions.
func.func @caller(%x: i32) -> i32 {
  %value = async.call @twice(%x) : (i32) -> !async.value<i32>
  %y = async.await %value : !async.value<i32>
  return %y : i32
}
