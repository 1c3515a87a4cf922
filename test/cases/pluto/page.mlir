// RUN: rmlir-opt %s --pass-pipeline='builtin.module(print-affine-schedule{format=html tile parallel tile-sizes=2})'
// A page with pictures: of one, two and three iterators, and of a statement with none.

func.func @four(%a: memref<8xf32>, %c: memref<2x2xf32>, %s: memref<f32>) {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %s[] : memref<f32>
  affine.for %i = 0 to 4 {
    affine.store %zero, %a[%i] : memref<8xf32>
  }
  affine.for %t = 0 to 3 {
    affine.for %i = 1 to 4 {
      %0 = affine.load %a[%i - 1] : memref<8xf32>
      %1 = affine.load %a[%i + 1] : memref<8xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %a[%i] : memref<8xf32>
    }
  }
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 2 {
      affine.for %k = 0 to 2 {
        %0 = affine.load %c[%i, %j] : memref<2x2xf32>
        %1 = arith.addf %0, %0 : f32
        affine.store %1, %c[%i, %j] : memref<2x2xf32>
      }
    }
  }
  return
}
