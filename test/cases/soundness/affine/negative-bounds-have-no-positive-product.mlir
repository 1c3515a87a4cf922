// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-loop-coalescing))" --verify-semantics=50

// Two loops with negative trip counts do not become one with a positive trip count. (In 22 they do.)
func.func @two(%n: index, %k: index, %m: memref<8x8xi32>) {
  affine.for %i = 0 to affine_map<()[s0] -> (s0 mod 11 - 4)>()[%n] {
    affine.for %j = 0 to affine_map<()[s0] -> (s0 mod 11 - 4)>()[%k] {
      %v = affine.load %m[%i, %j] : memref<8x8xi32>
      %w = arith.addi %v, %v : i32
      affine.store %w, %m[%i, %j] : memref<8x8xi32>
    }
  }
  return
}

func.func @three(%n: index, %k: index, %q: index, %m: memref<8x8x8xi32>) {
  affine.for %i = 0 to affine_map<()[s0] -> (s0 mod 8 - 3)>()[%n] {
    affine.for %j = 0 to 3 {
      affine.for %l = 0 to affine_map<()[s0] -> (s0 mod 8 - 3)>()[%q] {
        %v = affine.load %m[%i, %j, %l] : memref<8x8x8xi32>
        %w = arith.addi %v, %v : i32
        affine.store %w, %m[%i, %j, %l] : memref<8x8x8xi32>
      }
    }
  }
  return
}

func.func @minima(%n: index, %k: index, %m: memref<8x8xi32>) {
  affine.for %i = 0 to min affine_map<()[s0, s1] -> (s0 mod 11 - 4, s1 mod 9 - 2)>()[%n, %k] {
    affine.for %j = 0 to min affine_map<()[s0, s1] -> (s0 mod 11 - 4, s1 mod 9 - 2)>()[%k, %n] {
      %v = affine.load %m[%i, %j] : memref<8x8xi32>
      %w = arith.addi %v, %v : i32
      affine.store %w, %m[%i, %j] : memref<8x8xi32>
    }
  }
  return
}

// Not at the top of the function there can be no minimum or maximum that is a symbol.
func.func @inside(%n: index, %k: index, %m: memref<8x8xi32>) {
  affine.for %o = 0 to 2 {
    affine.for %i = 0 to affine_map<()[s0] -> (s0 mod 11 - 4)>()[%n] {
      affine.for %j = 0 to affine_map<(d0)[s0] -> (s0 mod 11 - 4 + d0)>(%o)[%k] {
        %v = affine.load %m[%i, %j] : memref<8x8xi32>
        %w = arith.addi %v, %v : i32
        affine.store %w, %m[%i, %j] : memref<8x8xi32>
      }
    }
  }
  return
}

func.func @of_scf(%n: index, %k: index, %m: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %a0 = arith.andi %n, %c7 : index
  %b0 = arith.andi %k, %c7 : index
  %a = arith.subi %a0, %c3 : index
  %b = arith.subi %b0, %c3 : index
  scf.for %i = %c0 to %a step %c1 {
    scf.for %j = %c0 to %b step %c1 {
      %p = arith.muli %i, %c8 : index
      %q = arith.addi %p, %j : index
      %v = memref.load %m[%q] : memref<64xi32>
      %w = arith.addi %v, %v : i32
      memref.store %w, %m[%q] : memref<64xi32>
    }
  }
  return
}

func.func @of_scf_i32(%n: i32, %k: i32, %m: memref<64xi32>) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c7 = arith.constant 7 : i32
  %a = arith.andi %n, %c7 : i32
  %b = arith.andi %k, %c7 : i32
  %r = scf.for %i = %a to %b step %c1 iter_args(%x = %c0) -> i32 : i32 {
    %s = scf.for %j = %b to %a step %c2 iter_args(%y = %x) -> i32 : i32 {
      %p = arith.addi %y, %c1 : i32
      scf.yield %p : i32
    }
    scf.yield %s : i32
  }
  %t = scf.for %i = %a to %c2 step %c1 iter_args(%x = %r) -> i32 : i32 {
    %s = scf.for %j = %b to %c2 step %c2 iter_args(%y = %x) -> i32 : i32 {
      %p = arith.addi %y, %c1 : i32
      scf.yield %p : i32
    }
    scf.yield %s : i32
  }
  return %t : i32
}
