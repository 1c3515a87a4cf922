// RUN: rmlir-opt %s --affine-parallelize
// RUN: rmlir-opt %s --affine-parallelize=parallel-reductions
// RUN: rmlir-opt %s --affine-parallelize=max-nested=1

// A loop is parallel if no iteration touches what another one writes: rows are
// independent, a running sum along a row is not.

func.func @prefix(%m: memref<100x100xf32>) {
  affine.for %i = 0 to 100 {
    affine.for %j = 1 to 100 {
      %0 = affine.load %m[%i, %j - 1] : memref<100x100xf32>
      %1 = affine.load %m[%i, %j] : memref<100x100xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %m[%i, %j] : memref<100x100xf32>
    }
  }
  return
}

func.func @even_and_odd(%m: memref<100xf32>) {
  affine.for %i = 0 to 50 {
    affine.for %j = 0 to 50 {
      %0 = affine.load %m[%i * 2 + 1] : memref<100xf32>
      affine.store %0, %m[%j * 2] : memref<100xf32>
    }
  }
  return
}

func.func @sum(%m: memref<100xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %sum = affine.for %i = 0 to 100 iter_args(%acc = %zero) -> (f32) {
    %0 = affine.load %m[%i] : memref<100xf32>
    %1 = arith.addf %acc, %0 : f32
    affine.yield %1 : f32
  }
  return %sum : f32
}
