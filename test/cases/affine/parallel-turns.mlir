// RUN: rmlir-opt %s --affine-parallelize
// RUN: rmlir-opt %s --affine-loop-tile=tile-size=4 --remarks-filter-missed=affine
// The second block of a condition runs in other turns than the first, and vectors have more elements than the one that the
// subscripts say. (Upstream looks at neither.)

// The last turn reads what the one before writes.
func.func @blocks(%a: memref<16xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (d0 - 7 >= 0)>(%i) {
      %0 = affine.load %a[%i] : memref<16xf32>
      affine.store %0, %a[15] : memref<16xf32>
    } else {
      affine.store %zero, %a[%i + 1] : memref<16xf32>
    }
  }
  return
}

// Vectors that overlap, and vectors side by side.
func.func @vectors(%a: memref<64xf32>, %v: vector<4xf32>) {
  affine.for %i = 0 to 32 {
    affine.vector_store %v, %a[%i] : memref<64xf32>, vector<4xf32>
  }
  affine.for %i = 0 to 32 step 4 {
    affine.vector_store %v, %a[%i + 8] : memref<64xf32>, vector<4xf32>
  }
  return
}

// In tiles, rows that come later would be read too early.
func.func @rows(%a: memref<16x64xf32>) {
  affine.for %i = 1 to 9 {
    affine.for %j = 0 to 32 step 4 {
      %0 = affine.vector_load %a[%i - 1, %j + 2] : memref<16x64xf32>, vector<4xf32>
      affine.vector_store %0, %a[%i, %j] : memref<16x64xf32>, vector<4xf32>
    }
  }
  return
}
