// RUN: rmlir-opt %s --pass-pipeline='builtin.module(print-affine-schedule{fuse=max})'

// The sums of the second nest go through a row from its end on, which no second row keeps in order: the band of the first nest
// goes on even so.
func.func @one_goes_on(%a: memref<100x100xf64>, %b: memref<100xf64>, %c: memref<100x100xf64>) {
  affine.for %i = 1 to 100 {
    affine.for %j = 1 to 100 {
      %0 = affine.load %a[%i - 1, %j] : memref<100x100xf64>
      %1 = affine.load %a[%i, %j - 1] : memref<100x100xf64>
      %2 = arith.addf %0, %1 : f64
      affine.store %2, %a[%i, %j] : memref<100x100xf64>
    }
  }
  affine.for %i = 1 to 100 {
    affine.for %j = 1 to 99 {
      %0 = affine.load %b[%j - 1] : memref<100xf64>
      %1 = affine.load %b[%j + 1] : memref<100xf64>
      %2 = affine.load %b[99 - %j] : memref<100xf64>
      %3 = arith.addf %0, %1 : f64
      %4 = arith.addf %2, %3 : f64
      affine.store %4, %b[%j] : memref<100xf64>
    }
  }
  return
}
