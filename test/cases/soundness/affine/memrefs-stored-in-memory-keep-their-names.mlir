// RUN: rmlir-opt %s --affine-scalrep --verify-semantics=20 -o /dev/null
// RUN: rmlir-opt %s --affine-loop-fusion --verify-semantics=20 -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-loop-fusion{maximal}))" --verify-semantics=20 -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-data-copy-generate{fast-mem-space=0}))" --verify-semantics=20 -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-data-copy-generate{fast-mem-space=0 skip-non-unit-stride-loops}))" --verify-semantics=20 -o /dev/null
// RUN: rmlir-opt %s --normalize-memrefs --verify-semantics=20 -o /dev/null

// What stores a memref is no access to it: there is another name for the memory then.

func.func @scalrep(%x: f32) -> f32 {
  %m = memref.alloc() : memref<4xf32>
  %box = memref.alloc() : memref<1xmemref<4xf32>>
  affine.store %x, %m[0] : memref<4xf32>
  %v = affine.load %m[0] : memref<4xf32>
  affine.store %m, %box[0] : memref<1xmemref<4xf32>>
  %l = affine.load %box[0] : memref<1xmemref<4xf32>>
  %r = affine.load %l[0] : memref<4xf32>
  %s = arith.addf %v, %r : f32
  return %s : f32
}
func.func @scalrep2(%x: f32, %box: memref<1xmemref<4xf32>>) -> f32 {
  %m = memref.alloc() : memref<4xf32>
  affine.store %x, %m[0] : memref<4xf32>
  %v = affine.load %m[0] : memref<4xf32>
  affine.store %m, %box[0] : memref<1xmemref<4xf32>>
  return %v : f32
}
func.func @fusion(%x: f32) -> f32 {
  %m = memref.alloc() : memref<4xf32>
  %box = memref.alloc() : memref<4xmemref<4xf32>>
  %o = memref.alloc() : memref<4xf32>
  affine.for %i = 0 to 4 {
    affine.store %x, %m[%i] : memref<4xf32>
    affine.store %m, %box[%i] : memref<4xmemref<4xf32>>
  }
  affine.for %i = 0 to 4 {
    %v = affine.load %m[%i] : memref<4xf32>
    affine.store %v, %o[%i] : memref<4xf32>
  }
  %l = affine.load %box[2] : memref<4xmemref<4xf32>>
  %r = affine.load %l[3] : memref<4xf32>
  %r2 = affine.load %o[3] : memref<4xf32>
  %s = arith.addf %r2, %r : f32
  return %s : f32
}
func.func @fusion2(%x: f32) -> f32 {
  %m = memref.alloc() : memref<4xf32>
  %box = memref.alloc() : memref<1xmemref<4xf32>>
  %o = memref.alloc() : memref<4xf32>
  affine.store %m, %box[0] : memref<1xmemref<4xf32>>
  affine.for %i = 0 to 4 {
    affine.store %x, %m[%i] : memref<4xf32>
  }
  affine.for %i = 0 to 4 {
    %v = affine.load %m[%i] : memref<4xf32>
    affine.store %v, %o[%i] : memref<4xf32>
  }
  %l = affine.load %box[0] : memref<1xmemref<4xf32>>
  %r = affine.load %l[3] : memref<4xf32>
  return %r : f32
}
func.func @copy(%x: f32) -> f32 {
  %m = memref.alloc() : memref<4xf32>
  %box = memref.alloc() : memref<1xmemref<4xf32>>
  affine.for %i = 0 to 4 {
    affine.store %x, %m[%i] : memref<4xf32>
    affine.store %m, %box[0] : memref<1xmemref<4xf32>>
    %l = affine.load %box[0] : memref<1xmemref<4xf32>>
    %v = affine.load %l[%i] : memref<4xf32>
    %w = arith.addf %v, %x : f32
    affine.store %w, %l[%i] : memref<4xf32>
  }
  %r = affine.load %m[3] : memref<4xf32>
  return %r : f32
}
func.func @copy2(%x: f32) -> f32 {
  %m = memref.alloc() : memref<4xf32>
  %box = memref.alloc() : memref<1xmemref<4xf32>>
  affine.for %i = 0 to 4 {
    affine.store %x, %m[%i] : memref<4xf32>
    affine.store %m, %box[0] : memref<1xmemref<4xf32>>
  }
  %l = affine.load %box[0] : memref<1xmemref<4xf32>>
  %w = arith.addf %x, %x : f32
  affine.store %w, %l[3] : memref<4xf32>
  %r = affine.load %m[3] : memref<4xf32>
  return %r : f32
}
func.func @norm(%x: f32) -> f32 {
  %m = memref.alloc() : memref<4xf32, affine_map<(d0) -> (3 - d0)>>
  %box = memref.alloc() : memref<1xmemref<4xf32, affine_map<(d0) -> (3 - d0)>>>
  affine.store %x, %m[1] : memref<4xf32, affine_map<(d0) -> (3 - d0)>>
  affine.store %m, %box[0] : memref<1xmemref<4xf32, affine_map<(d0) -> (3 - d0)>>>
  %l = affine.load %box[0] : memref<1xmemref<4xf32, affine_map<(d0) -> (3 - d0)>>>
  %r = affine.load %l[1] : memref<4xf32, affine_map<(d0) -> (3 - d0)>>
  return %r : f32
}
