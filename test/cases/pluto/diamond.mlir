// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-pluto{tile parallel diamond tile-sizes=8}))'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-pluto{tile parallel diamond tile-sizes=8 stop-after=tile}))'
// Tiles of a stencil are diamonds: those of one wavefront are all between the first and the last element, from the first
// wavefront on. The other function has none: what it computes at one time depends on itself.

func.func @jacobi(%a: memref<40xf64>, %b: memref<40xf64>) {
  affine.for %t = 0 to 16 {
    affine.for %i = 1 to 39 {
      %0 = affine.load %a[%i - 1] : memref<40xf64>
      %1 = affine.load %a[%i + 1] : memref<40xf64>
      %2 = arith.addf %0, %1 : f64
      affine.store %2, %b[%i] : memref<40xf64>
    }
    affine.for %i = 1 to 39 {
      %0 = affine.load %b[%i] : memref<40xf64>
      affine.store %0, %a[%i] : memref<40xf64>
    }
  }
  return
}

func.func @seidel(%a: memref<40xf64>) {
  affine.for %t = 0 to 16 {
    affine.for %i = 1 to 39 {
      %0 = affine.load %a[%i - 1] : memref<40xf64>
      %1 = affine.load %a[%i + 1] : memref<40xf64>
      %2 = arith.addf %0, %1 : f64
      affine.store %2, %a[%i] : memref<40xf64>
    }
  }
  return
}
