// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-raise-from-memref{differences}))' --verify-semantics
// RUN: rmlir-opt %s --affine-raise-from-memref
// Differences become part of the map if this is requested; mlir-opt leaves the accesses unchanged.

func.func @reversed(%m: memref<8x8xf32>, %n: index) {
  %c7 = arith.constant 7 : index
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %row = arith.subi %c7, %i : index
      %from = arith.subi %i, %j : index
      %column = arith.subi %i, %from : index
      %x = memref.load %m[%row, %column] : memref<8x8xf32>
      memref.store %x, %m[%i, %j] : memref<8x8xf32>
    }
  }
  return
}
