// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-pluto{tile parallel separate tile-sizes=8,16}))'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(print-affine-schedule{format=text tile separate tile-sizes=4})'
// Full tiles have loops without minima and maxima; which are full is asked before. Where all are, nothing is asked.

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

func.func @even(%a: memref<16x16xf32>, %b: memref<16x16xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      %0 = affine.load %a[%j, %i] : memref<16x16xf32>
      affine.store %0, %b[%i, %j] : memref<16x16xf32>
    }
  }
  return
}
