// RUN: rmlir-opt %s --scf-for-to-do-while

// Constants say that the loop runs: nothing is asked before it.
func.func @known(%a: memref<8xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%acc = %zero) -> (i32) {
    %x = memref.load %a[%i] : memref<8xi32>
    %next = arith.addi %acc, %x : i32
    scf.yield %next : i32
  }
  return %sum : i32
}

// It may not run at all; then it results in what it starts with.
func.func @unknown(%lb: i8, %ub: i8, %init: i32) -> i32 {
  %step = arith.constant 3 : i8
  %sum = scf.for unsigned %i = %lb to %ub step %step iter_args(%acc = %init) -> (i32) : i8 {
    %x = arith.extui %i : i8 to i32
    %next = arith.addi %acc, %x : i32
    scf.yield %next : i32
  }
  return %sum : i32
}

// Without results there is no other branch.
func.func @nested(%n: index, %a: memref<4x4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %limit = arith.minsi %n, %c4 : index
  scf.for %i = %c0 to %limit step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %x = arith.index_cast %j : index to i32
      memref.store %x, %a[%i, %j] : memref<4x4xi32>
    }
  }
  return
}
