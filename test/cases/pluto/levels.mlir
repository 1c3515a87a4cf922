// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-pluto{tile tile-sizes=4 second-level=8}))'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-pluto{tile parallel tile-sizes=4 second-level=8 stop-after=tile}))'
// Tiles of 4 in tiles of 32. Wavefronts are of the outer ones.

func.func @stencil(%a: memref<1000xf64>) {
  affine.for %t = 0 to 500 {
    affine.for %i = 1 to 999 {
      %0 = affine.load %a[%i - 1] : memref<1000xf64>
      %1 = affine.load %a[%i + 1] : memref<1000xf64>
      %2 = arith.addf %0, %1 : f64
      affine.store %2, %a[%i] : memref<1000xf64>
    }
  }
  return
}
