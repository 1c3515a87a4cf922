// RUN: rmlir-opt %s --affine-super-vectorize=virtual-vector-size=128
// RUN: rmlir-opt %s --affine-super-vectorize=virtual-vector-size=4,8
// RUN: rmlir-opt %s --affine-super-vectorize="virtual-vector-size=16 vectorize-reductions"

// Loops that are parallel become vectors, with invariants broadcast before
// them; a reduction is masked where the last step is partial.

func.func @axpy(%x: memref<64x512xf32>, %y: memref<64x512xf32>, %a: f32) {
  %c1 = arith.constant 1.0 : f32
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 512 {
      %0 = affine.load %x[%i, %j] : memref<64x512xf32>
      %1 = affine.load %y[%i, %j] : memref<64x512xf32>
      %2 = arith.mulf %a, %0 : f32
      %3 = arith.addf %2, %1 : f32
      %4 = arith.addf %3, %c1 : f32
      affine.store %4, %y[%i, %j] : memref<64x512xf32>
    }
  }
  return
}

func.func @largest(%x: memref<100xi32>, %start: i32) -> i32 {
  %max = affine.for %i = 0 to 100 iter_args(%acc = %start) -> (i32) {
    %0 = affine.load %x[%i] : memref<100xi32>
    %1 = arith.maxsi %acc, %0 : i32
    affine.yield %1 : i32
  }
  return %max : i32
}

// There is no maximum of vectors of indices.

func.func @not_of_vectors(%m: memref<64xindex>, %a: index) {
  affine.for %i = 0 to 64 {
    %0 = affine.load %m[%i] : memref<64xindex>
    %1 = index.maxs %0, %a
    affine.store %1, %m[%i] : memref<64xindex>
  }
  return
}
