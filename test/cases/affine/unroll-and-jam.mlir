// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-loop-unroll-jam{unroll-jam-factor=2}))"

// Copies of the body go into the inner loop; its sums are kept apart and added
// up at the end.

func.func @rows(%m: memref<21x30xf32>, %sums: memref<21xf32>) {
  affine.for %i = 0 to 21 {
    %zero = arith.constant 0.0 : f32
    %sum = affine.for %j = 0 to 30 iter_args(%acc = %zero) -> (f32) {
      %x = affine.load %m[%i, %j] : memref<21x30xf32>
      %next = arith.addf %acc, %x : f32
      affine.yield %next : f32
    }
    affine.store %sum, %sums[%i] : memref<21xf32>
  }
  return
}
