// RUN: rmlir-opt %s --loop-invariant-code-motion
// A remainder by 0, or of the least integer by -1, is undefined behaviour, as a quotient is: upstream moves it out.

func.func @by_an_argument(%m: memref<8xi32>, %n: index, %x: i32, %y: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %r = arith.remsi %x, %y : i32
    %s = arith.remui %r, %y : i32
    %t = arith.floordivsi %s, %y : i32
    memref.store %t, %m[%i] : memref<8xi32>
  }
  return
}

func.func @by_what_is_neither(%m: memref<8xi32>, %n: index, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : i32
  scf.for %i = %c0 to %n step %c1 {
    %r = arith.remsi %x, %c7 : i32
    %s = arith.remui %r, %c7 : i32
    %t = arith.floordivsi %s, %c7 : i32
    memref.store %t, %m[%i] : memref<8xi32>
  }
  return
}

func.func @by_minus_one(%m: memref<8xi32>, %n: index, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %minus = arith.constant -1 : i32
  scf.for %i = %c0 to %n step %c1 {
    %r = arith.remsi %x, %minus : i32
    %s = arith.remui %x, %minus : i32
    %t = arith.addi %r, %s : i32
    memref.store %t, %m[%i] : memref<8xi32>
  }
  return
}
