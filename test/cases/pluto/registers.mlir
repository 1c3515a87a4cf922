// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-pluto{tile}))'
// Tiles of registers by the model: rows that several turns share are loaded once for four of these (rows of %b and of %c),
// and three sums go on side by side that would wait for each other's turns.

func.func @product(%a: memref<8x8xf64>, %b: memref<8x90xf64>, %c: memref<8x90xf64>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 90 {
      affine.for %k = 0 to 8 {
        %0 = affine.load %a[%i, %k] : memref<8x8xf64>
        %1 = affine.load %b[%k, %j] : memref<8x90xf64>
        %2 = affine.load %c[%i, %j] : memref<8x90xf64>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.addf %2, %3 : f64
        affine.store %4, %c[%i, %j] : memref<8x90xf64>
      }
    }
  }
  return
}

func.func @sums(%a: memref<100x200xf64>, %b: memref<100xf64>) {
  affine.for %k = 0 to 200 {
    affine.for %i = 0 to 100 {
      %0 = affine.load %a[%i, %k] : memref<100x200xf64>
      %1 = affine.load %b[%i] : memref<100xf64>
      %2 = arith.addf %1, %0 : f64
      affine.store %2, %b[%i] : memref<100xf64>
    }
  }
  return
}
