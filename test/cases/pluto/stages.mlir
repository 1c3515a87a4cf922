// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-pluto{stop-after=dependences}))'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-pluto{stop-after=schedule}))'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-pluto{tile parallel tile-sizes=8,16 stop-after=tile}))'
// What is found on the way.

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
