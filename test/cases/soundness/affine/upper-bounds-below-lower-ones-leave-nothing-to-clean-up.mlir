// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-loop-unroll{unroll-factor=4}))" --verify-semantics=50
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-loop-unroll{unroll-factor=3}))" --verify-semantics=50
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-loop-unroll-jam{unroll-jam-factor=2}))" --verify-semantics=50
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-loop-unroll-jam{unroll-jam-factor=5}))" --verify-semantics=50

// Full rounds of a trip count that is negative end before the loop starts; the cleanup loop does not run over what is in
// between. (In 22 it does.)
func.func @from_zero(%n: index, %m: memref<8xi32>) {
  affine.for %i = 0 to affine_map<()[s0] -> (s0 mod 11 - 4)>()[%n] {
    %v = affine.load %m[%i] : memref<8xi32>
    %w = arith.addi %v, %v : i32
    affine.store %w, %m[%i] : memref<8xi32>
  }
  return
}

func.func @between(%n: index, %k: index, %m: memref<16xi32>) {
  affine.for %i = affine_map<()[s0] -> (s0 mod 13)>()[%k] to affine_map<()[s0] -> (s0 mod 13)>()[%n] {
    %v = affine.load %m[%i + 1] : memref<16xi32>
    %w = arith.addi %v, %v : i32
    affine.store %w, %m[%i + 1] : memref<16xi32>
  }
  return
}

func.func @in_steps(%n: index, %k: index, %m: memref<24xi32>) {
  affine.for %i = affine_map<()[s0] -> (s0 mod 20)>()[%k] to affine_map<()[s0] -> (s0 mod 20)>()[%n] step 3 {
    %v = affine.load %m[%i] : memref<24xi32>
    %w = arith.addi %v, %v : i32
    affine.store %w, %m[%i] : memref<24xi32>
  }
  return
}

func.func @reducing(%n: index, %m: memref<8xi32>, %init: i32) -> i32 {
  %r = affine.for %i = 0 to affine_map<()[s0] -> (s0 mod 11 - 4)>()[%n] iter_args(%x = %init) -> i32 {
    %v = affine.load %m[%i] : memref<8xi32>
    %s = arith.addi %x, %v : i32
    affine.yield %s : i32
  }
  return %r : i32
}

func.func @nested(%n: index, %k: index, %m: memref<8x8xi32>) {
  affine.for %i = 0 to affine_map<()[s0] -> (s0 mod 11 - 4)>()[%n] {
    affine.for %j = 2 to affine_map<()[s0] -> (s0 mod 9)>()[%k] {
      %v = affine.load %m[%i, %j - 2] : memref<8x8xi32>
      %w = arith.addi %v, %v : i32
      affine.store %w, %m[%i, %j - 2] : memref<8x8xi32>
    }
  }
  return
}

func.func @triangular(%m: memref<8x8xi32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = affine_map<(d0) -> (d0 + 2)>(%i) to 8 {
      %v = affine.load %m[%i, %j] : memref<8x8xi32>
      %w = arith.addi %v, %v : i32
      affine.store %w, %m[%i, %j] : memref<8x8xi32>
    }
  }
  return
}

// A size is never negative: here the cleanup loop needs no second bound.
func.func @over_sizes(%m: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %size = memref.dim %m, %c0 : memref<?xi32>
  affine.for %i = 0 to %size {
    %v = affine.load %m[%i] : memref<?xi32>
    %w = arith.addi %v, %v : i32
    affine.store %w, %m[%i] : memref<?xi32>
  }
  return
}
