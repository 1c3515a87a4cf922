// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-pluto{parallel},affine-super-vectorize{virtual-vector-size=8}))'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-pluto{parallel},affine-super-vectorize{virtual-vector-size=8}))' | rmlir-run - --engine=jit --threads 2 --entry one --args random random zeros:64x64
// RUN: rmlir-run %s --entry one --args random random zeros:64x64
// From an affine nest to parallel rows of vectors, and by two threads: the same bits.

func.func @product(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      affine.for %k = 0 to 64 {
        %x = affine.load %a[%i, %k] : memref<64x64xf32>
        %y = affine.load %b[%k, %j] : memref<64x64xf32>
        %z = affine.load %c[%i, %j] : memref<64x64xf32>
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %z, %p : f32
        affine.store %s, %c[%i, %j] : memref<64x64xf32>
      }
    }
  }
  return
}

// One number of it, so that there is little to print.
func.func @one(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) -> f32 {
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  call @product(%a, %b, %c) : (memref<64x64xf32>, memref<64x64xf32>, memref<64x64xf32>) -> ()
  %x = memref.load %c[%c5, %c7] : memref<64x64xf32>
  return %x : f32
}
