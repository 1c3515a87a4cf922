// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-pluto{cost=false}))'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(print-affine-schedule{format=text cost=false})'
// Loops over every second or third value have a step. Where they begin, a bound is rounded up. Where statements take
// different values, conditions tell them apart.

func.func @every_third(%n: index, %a: memref<?xf64>) {
  affine.for %i = 0 to %n step 3 {
    affine.for %j = 0 to %n step 2 {
      %0 = affine.load %a[%i] : memref<?xf64>
      %1 = affine.load %a[%j + 1] : memref<?xf64>
      %2 = arith.mulf %0, %1 : f64
      affine.store %2, %a[%i] : memref<?xf64>
    }
  }
  return
}

func.func @later(%n: index, %a: memref<?xf64>) {
  affine.for %i = 0 to 10 {
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to %n step 2 {
      %0 = affine.load %a[%j - 1] : memref<?xf64>
      affine.store %0, %a[%j] : memref<?xf64>
    }
  }
  return
}

func.func @even_and_odd(%a: memref<20xf64>, %b: memref<20xf64>) {
  %c = arith.constant 1.0 : f64
  affine.for %i = 0 to 10 step 2 {
    affine.store %c, %a[%i] : memref<20xf64>
  }
  affine.for %i = 1 to 10 step 2 {
    %0 = affine.load %a[%i - 1] : memref<20xf64>
    affine.store %0, %b[%i] : memref<20xf64>
  }
  return
}
