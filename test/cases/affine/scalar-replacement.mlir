// RUN: rmlir-opt %s --affine-scalrep

// A load of what was just stored is the value; a store that is overwritten, and
// a buffer that nothing reads, are gone. What may be the same place is kept.

func.func @forward(%out: memref<10xf32>, %v: f32) {
  %m = memref.alloc() : memref<10xf32>
  affine.for %i = 0 to 10 {
    affine.store %v, %m[%i] : memref<10xf32>
    %0 = affine.load %m[%i] : memref<10xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %v, %out[%i] : memref<10xf32>
    affine.store %1, %out[%i] : memref<10xf32>
  }
  return
}

func.func @may_alias(%a: memref<10xf32>, %b: memref<10xf32>, %v: f32, %w: f32) -> f32 {
  affine.store %v, %a[3] : memref<10xf32>
  affine.store %w, %b[3] : memref<10xf32>
  %0 = affine.load %a[3] : memref<10xf32>
  return %0 : f32
}

func.func @load_once(%a: memref<10xf32>, %n: index) -> f32 {
  %0 = affine.load %a[symbol(%n)] : memref<10xf32>
  %1 = affine.load %a[symbol(%n)] : memref<10xf32>
  %2 = arith.mulf %0, %1 : f32
  return %2 : f32
}
