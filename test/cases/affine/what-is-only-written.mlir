// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-data-copy-generate))'

// All of the box is written: there is nothing to copy in.
func.func @all(%m: memref<8x8xi64>, %c: i64) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      affine.store %c, %m[%j, %i + 2] : memref<8x8xi64>
    }
  }
  return
}

// What is between the elements that are written stays as it was: it is copied in first.
func.func @every_third(%m: memref<8xi64>, %c: i64) {
  affine.for %i = 0 to 8 step 3 {
    affine.store %c, %m[%i] : memref<8xi64>
  }
  return
}

// Below the diagonal nothing is written.
func.func @triangle(%m: memref<8x8xi64>, %c: i64) {
  affine.for %i = 0 to 8 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 8 {
      affine.store %c, %m[%i, %j] : memref<8x8xi64>
    }
  }
  return
}

// The windows overlap: together they are all of the box.
func.func @windows(%m: memref<16xi64>, %c: i64) {
  affine.for %i = 0 to 8 {
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to affine_map<(d0) -> (d0 + 4)>(%i) {
      affine.store %c, %m[%j] : memref<16xi64>
    }
  }
  return
}

// Between these windows there is room.
func.func @windows_apart(%m: memref<16xi64>, %c: i64) {
  affine.for %i = 0 to 12 step 3 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 2)>(%i) {
      affine.store %c, %m[%j] : memref<16xi64>
    }
  }
  return
}

// Two windows that one loop moves are on the diagonal of the box.
func.func @diagonal(%m: memref<8x8xi64>, %c: i64) {
  affine.for %i = 0 to 4 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 2)>(%i) {
      affine.for %k = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 2)>(%i) {
        affine.store %c, %m[%j, %k] : memref<8x8xi64>
      }
    }
  }
  return
}

// Perhaps nothing is written.
func.func @sometimes(%m: memref<8xi64>, %c: i64, %n: index) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to %n {
      affine.store %c, %m[%i] : memref<8xi64>
    }
  }
  return
}

// The size is asked of the memref itself: it stays.
func.func @size(%m: memref<8xi64>, %c: i64) -> index {
  affine.store %c, %m[1] : memref<8xi64>
  %c0 = arith.constant 0 : index
  %size = memref.dim %m, %c0 : memref<8xi64>
  affine.store %c, %m[4] : memref<8xi64>
  return %size : index
}
