// RUN: rmlir-opt %s --pass-pipeline='builtin.module(print-affine-schedule{format=text tile parallel tile-sizes=8,16})'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(print-affine-schedule{format=json tile parallel tile-sizes=8,16})'
// Everything that is found on the way, as text and as JSON.

func.func @seidel(%n: index, %a: memref<?xf64>) {
  affine.for %t = 0 to 10 {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      %0 = affine.load %a[%i - 1] : memref<?xf64>
      %1 = affine.load %a[%i + 1] : memref<?xf64>
      %2 = arith.addf %0, %1 : f64
      affine.store %2, %a[%i] : memref<?xf64>
    }
  }
  return
}

func.func @halves(%a: memref<32xf32>, %b: memref<16xf32>) {
  affine.for %i = 0 to 32 {
    %0 = affine.load %b[%i floordiv 2] : memref<16xf32>
    affine.store %0, %a[%i] : memref<32xf32>
  }
  return
}

func.func @values(%a: memref<4xf32>) -> f32 {
  %0 = affine.load %a[0] : memref<4xf32>
  return %0 : f32
}
