// RUN: rmlir-opt %s --affine-parallelize=parallel-reductions --verify-semantics=20

// Reductions that `affine.parallel` does not have leave a loop as it is. (In 22 the result is invalid.)
func.func @index(%m: memref<8xindex>, %init: index) -> index {
  %r = affine.for %i = 0 to 8 iter_args(%x = %init) -> index {
    %v = affine.load %m[%i] : memref<8xindex>
    %s = arith.addi %x, %v : index
    affine.yield %s : index
  }
  return %r : index
}

func.func @signed_maximum(%m: memref<8xi32>, %init: i32) -> i32 {
  %r = affine.for %i = 0 to 8 iter_args(%x = %init) -> i32 {
    %v = affine.load %m[%i] : memref<8xi32>
    %s = arith.maxsi %x, %v : i32
    affine.yield %s : i32
  }
  return %r : i32
}

func.func @unsigned_minimum(%m: memref<8xi8>, %init: i8) -> i8 {
  %r = affine.for %i = 0 to 8 iter_args(%x = %init) -> i8 {
    %v = affine.load %m[%i] : memref<8xi8>
    %s = arith.minui %x, %v : i8
    affine.yield %s : i8
  }
  return %r : i8
}

func.func @two(%m: memref<8xi32>, %init: i32) -> (i32, i32) {
  %r:2 = affine.for %i = 0 to 8 iter_args(%x = %init, %y = %init) -> (i32, i32) {
    %v = affine.load %m[%i] : memref<8xi32>
    %s = arith.addi %x, %v : i32
    %t = arith.maxui %y, %v : i32
    affine.yield %s, %t : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

func.func @sum(%m: memref<8xi32>, %init: i32) -> i32 {
  %r = affine.for %i = 0 to 8 iter_args(%x = %init) -> i32 {
    %v = affine.load %m[%i] : memref<8xi32>
    %s = arith.addi %x, %v : i32
    affine.yield %s : i32
  }
  return %r : i32
}
