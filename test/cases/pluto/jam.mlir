// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-pluto{cost=false unroll-jam=2,3}))'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-pluto{tile tile-sizes=8 separate unroll-jam=2}))'
// Several turns of loops at once, where these may be exchanged: not where inner bounds differ from turn to turn.

func.func @product(%n: index, %a: memref<?x?xf64>, %b: memref<?x?xf64>, %c: memref<?x?xf64>) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 32 {
      affine.for %k = 0 to 7 {
        %0 = affine.load %a[%i, %k] : memref<?x?xf64>
        %1 = affine.load %b[%k, %j] : memref<?x?xf64>
        %2 = affine.load %c[%i, %j] : memref<?x?xf64>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.addf %2, %3 : f64
        affine.store %4, %c[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}

func.func @triangle(%a: memref<16x16xf64>, %b: memref<16xf64>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %0 = affine.load %a[%i, %j] : memref<16x16xf64>
      affine.store %0, %a[%j, %i] : memref<16x16xf64>
    }
  }
  return
}
