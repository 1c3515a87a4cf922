// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic

func.func @f(%n: index, %c: i1) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  scf.for %i = %c0 to %n step %c1 {
  }
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (i32) {
    %1 = arith.index_cast %i : index to i32
    %2 = arith.addi %s, %1 : i32
    scf.yield %2 : i32
  }
  %3 = scf.while (%x = %0) : (i32) -> i32 {
    scf.condition(%c) %x : i32
  } do {
  ^bb0(%y: i32):
    scf.yield %y : i32
  }
  %4 = scf.if %c -> (i32) {
    scf.yield %3 : i32
  } else {
    scf.yield %z : i32
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    scf.reduce
  }
  return %4 : i32
}
