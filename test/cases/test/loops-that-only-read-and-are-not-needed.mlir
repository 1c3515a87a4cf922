// RUN: rmlir-opt %s --remove-dead-values
// The callee does not use its argument, so neither the loops nor what decides about them is live, but the call, which
// stays, is given their results. Upstream leaves the loops without bounds and condition.

func.func @no_use(%a: i32) {
  return
}

func.func @for(%m: memref<8xi32>, %n: index, %init: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %init) -> (i32) {
    %v = memref.load %m[%i] : memref<8xi32>
    %s = arith.addi %v, %x : i32
    scf.yield %s : i32
  }
  call @no_use(%0) : (i32) -> ()
  return
}

func.func @while(%m: memref<8xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %0 = scf.while (%a = %x) : (i32) -> i32 {
    %v = memref.load %m[%c0] : memref<8xi32>
    %go = arith.cmpi slt, %v, %a : i32
    scf.condition(%go) %a : i32
  } do {
  ^bb0(%a: i32):
    scf.yield %a : i32
  }
  call @no_use(%0) : (i32) -> ()
  return
}
