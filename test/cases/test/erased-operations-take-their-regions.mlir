// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(test-erase-unused))'

// An operation without uses is erased with the operations in its regions, which have no uses either.

func.func @f(%c: i1, %a: i32) -> i32 {
  %r = scf.if %c -> (i32) {
    %unused = arith.muli %a, %a : i32
    %x = arith.addi %a, %a : i32
    scf.yield %x : i32
  } else {
    scf.yield %a : i32
  }
  return %a : i32
}
