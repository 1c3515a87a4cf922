// RUN: rmlir-opt %s --scf-for-loop-peeling

// From 5 to 3: split off by the remainder, the last iteration would run from 1.
func.func @never(%m: memref<8xi32>, %x: i32) {
  %c5 = arith.constant 5 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c5 to %c3 step %c4 {
    memref.store %x, %m[%i] : memref<8xi32>
  }
  return
}
