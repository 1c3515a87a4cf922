// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-detect-parallel))' --remarks-filter-missed=parallel
// RUN: rmlir-opt %s --affine-parallelize
// affine-parallelize, which does as upstream's pass, leaves loops sequential here that carry nothing.

// 4 i + 3 j is another number for each i and j below 3: rational points are the same, but not integer ones.
func.func @integers(%a: memref<64xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 3 {
      affine.store %zero, %a[%i * 4 + %j * 3] : memref<64xf32>
    }
  }
  return
}

// The second block runs where the condition does not hold: what it reads nobody writes.
func.func @blocks(%a: memref<16xf32>, %b: memref<16xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%i) {
      affine.store %zero, %a[%i + 1] : memref<16xf32>
    } else {
      %0 = affine.load %a[%i] : memref<16xf32>
      affine.store %0, %b[%i] : memref<16xf32>
    }
  }
  return
}

// Memory of a turn's own, which it frees.
func.func @freed(%a: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %m = memref.alloc() : memref<4xf32>
    affine.for %j = 0 to 4 {
      %0 = affine.load %a[%i] : memref<8xf32>
      affine.store %0, %m[%j] : memref<4xf32>
    }
    %1 = affine.load %m[3] : memref<4xf32>
    affine.store %1, %a[%i] : memref<8xf32>
    memref.dealloc %m : memref<4xf32>
  }
  return
}
