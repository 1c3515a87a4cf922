// RUN: rmlir-opt %s --affine-loop-invariant-code-motion

// A load of what nothing in the loop writes moves before the loop.

func.func @f(%m: memref<10xf32>, %n: memref<10xf32>, %a: f32) {
  affine.for %i = 0 to 10 {
    %0 = affine.load %m[3] : memref<10xf32>
    %1 = affine.load %n[3] : memref<10xf32>
    %2 = arith.addf %a, %a : f32
    %3 = arith.addf %0, %1 : f32
    %4 = arith.addf %2, %3 : f32
    affine.store %4, %n[%i] : memref<10xf32>
  }
  return
}
