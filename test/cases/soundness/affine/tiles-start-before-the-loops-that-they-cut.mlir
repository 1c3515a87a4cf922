// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-loop-tile{tile-size=4}))" --verify-semantics=20
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-loop-tile{tile-size=4 separate}))" --verify-semantics=20 -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-loop-tile{tile-sizes=1,5,2 separate}))" --verify-semantics=20 -o /dev/null --remarks-filter=affine

// Bounds may have induction variables of the nest for operands without depending on them. Loops over tiles stand around the
// nest and must not use these. (In 22 the result is invalid.)

func.func @unused(%m: memref<64x64xf32>, %c: f32, %u: index) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to affine_map<(d0) -> (10)>(%i) {
      affine.store %c, %m[%i, %j] : memref<64x64xf32>
    }
  }
  return
}

func.func @negated(%m: memref<64x64xf32>, %c: f32) {
  affine.for %i = 0 to 16 {
    affine.for %j = max affine_map<(d0) -> (0, -d0)>(%i) to 12 {
      affine.store %c, %m[%i, %j] : memref<64x64xf32>
    }
  }
  return
}

func.func @never_least(%m: memref<64x64xf32>, %c: f32) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to min affine_map<(d0) -> (12, d0 + 40)>(%i) {
      affine.store %c, %m[%i, %j] : memref<64x64xf32>
    }
  }
  return
}

func.func @unused_dim(%m: memref<64x64xf32>, %c: f32, %u0: index) {
  %c7 = arith.constant 7 : index
  %u = arith.andi %u0, %c7 : index
  affine.for %i = 0 to 16 {
    affine.for %j = affine_map<(d0)[s0] -> (s0)>(%i)[%u] to affine_map<(d0)[s0] -> (s0 + 11)>(%i)[%u] {
      affine.store %c, %m[%i, %j] : memref<64x64xf32>
    }
  }
  return
}

func.func @quotient(%m: memref<64x64xf32>, %c: f32, %u0: index) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 floordiv 100 + 5)>(%i) {
      affine.store %c, %m[%i, %j] : memref<64x64xf32>
    }
  }
  return
}

func.func @three(%m: memref<64x64xf32>, %c: f32) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 - d0 + 5)>(%i) {
      affine.for %k = affine_map<(d0, d1) -> (3)>(%i, %j) to affine_map<(d0, d1) -> (d1 * 0 + 9)>(%i, %j) {
        affine.store %c, %m[%i + %j, %k] : memref<64x64xf32>
      }
    }
  }
  return
}
