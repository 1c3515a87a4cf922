// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-pluto))'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-pluto{privatize=false}))'

// One sum after the other goes through the same memory, so the loops cannot be exchanged, and elements of a column are far
// from each other. With a sum for each turn they can be: one thread is faster, too.
func.func @columns(%a: memref<1000x1000xf64>, %b: memref<1000x1000xf64>) {
  %sum = memref.alloca() : memref<f64>
  %zero = arith.constant 0.0 : f64
  affine.for %j = 0 to 1000 {
    affine.store %zero, %sum[] : memref<f64>
    affine.for %i = 0 to 1000 {
      %0 = affine.load %a[%i, %j] : memref<1000x1000xf64>
      %1 = affine.load %sum[] : memref<f64>
      %2 = arith.addf %0, %1 : f64
      affine.store %2, %sum[] : memref<f64>
    }
    %3 = affine.load %sum[] : memref<f64>
    affine.store %3, %b[0, %j] : memref<1000x1000xf64>
  }
  return
}
