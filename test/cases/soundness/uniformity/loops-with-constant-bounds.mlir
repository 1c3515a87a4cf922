// RUN: rmlir-opt %s --print-uniformity
// A loop whose bounds are constants runs at least once, or not at all: it enters its body only, and at the end of that goes
// back or on. Whether it goes on is as uniform as for other bounds.

func.func @stores(%m: memref<8xi32>, %v: i32) {
  affine.for %i = 0 to 8 {
    affine.store %v, %m[%i] : memref<8xi32>
  }
  return
}

func.func @sums(%m: memref<8xi32>, %v: i32) -> i32 {
  %0 = affine.for %i = 0 to 8 step 3 iter_args(%sum = %v) -> i32 {
    %1 = affine.load %m[%i] : memref<8xi32>
    %2 = arith.addi %sum, %1 : i32
    affine.yield %2 : i32
  }
  return %0 : i32
}

func.func @once(%v: i32) -> i32 {
  %0 = affine.for %i = 3 to 4 iter_args(%sum = %v) -> i32 {
    %1 = arith.index_cast %i : index to i32
    %2 = arith.addi %sum, %1 : i32
    affine.yield %2 : i32
  }
  return %0 : i32
}

func.func @never(%v: i32) -> i32 {
  %0 = affine.for %i = 4 to 4 iter_args(%sum = %v) -> i32 {
    %1 = arith.addi %sum, %sum : i32
    affine.yield %1 : i32
  }
  return %0 : i32
}

func.func @nested(%m: memref<8x8xi32>, %v: i32, %n: index) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      affine.for %k = 2 to 5 {
        affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%k) {
          affine.store %v, %m[%i, %j] : memref<8x8xi32>
        }
      }
    }
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 1 {
      affine.store %v, %m[%i, %j] : memref<8x8xi32>
    }
  }
  return
}

func.func @structured(%m: memref<8xi32>, %v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %v, %m[%i] : memref<8xi32>
  }
  scf.for %i = %c0 to %c0 step %c1 {
    memref.store %v, %m[%i] : memref<8xi32>
  }
  affine.parallel (%i) = (0) to (8) {
    affine.store %v, %m[%i] : memref<8xi32>
  }
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    memref.store %v, %m[%i] : memref<8xi32>
  }
  return
}
