// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv-select{gain=1 width=4},wfv)' --verify-semantics=10

// A loop whose upper bound is the least integer has no iterations.

func.func @affine(%m: memref<8xi32>, %n: memref<8xi32>) {
  affine.for %i = 0 to -9223372036854775808 {
    %0 = affine.load %m[%i] : memref<8xi32>
    affine.store %0, %n[%i] : memref<8xi32>
  }
  return
}

func.func @scf(%m: memref<8xi32>, %n: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %least = arith.constant -9223372036854775808 : index
  scf.for %i = %c0 to %least step %c1 {
    %0 = memref.load %m[%i] : memref<8xi32>
    memref.store %0, %n[%i] : memref<8xi32>
  }
  scf.parallel (%i) = (%c0) to (%least) step (%c1) {
    %0 = memref.load %m[%i] : memref<8xi32>
    memref.store %0, %n[%i] : memref<8xi32>
    scf.reduce
  }
  return
}
