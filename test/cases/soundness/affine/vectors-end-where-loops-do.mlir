// RUN: rmlir-opt %s --affine-super-vectorize=virtual-vector-size=4 --verify-semantics=50
// RUN: rmlir-opt %s --affine-super-vectorize="virtual-vector-size=4,2" --verify-semantics=50

// The last vector of a trip count that is not known is stored with a mask, unless memory is known to end where the loop
// does. (In 22 it overwrites what is behind the last iteration.)
func.func @open(%n: index, %m: memref<?xi32>) {
  affine.for %j = 0 to %n {
    %v = affine.load %m[%j] : memref<?xi32>
    %w = arith.addi %v, %v : i32
    affine.store %w, %m[%j] : memref<?xi32>
  }
  return
}

func.func @static(%n: index, %a: memref<24xf32>, %m: memref<24xf32>) {
  affine.for %j = 0 to affine_map<()[s0] -> (s0 mod 20 - 3)>()[%n] {
    %v = affine.load %a[%j + 2] : memref<24xf32>
    affine.store %v, %m[%j + 1] : memref<24xf32>
  }
  return
}

func.func @between(%n: index, %k: index, %m: memref<24xi32>) {
  affine.for %j = affine_map<()[s0] -> (s0 mod 20)>()[%k] to affine_map<()[s0] -> (s0 mod 20)>()[%n] {
    %v = affine.load %m[%j] : memref<24xi32>
    %w = arith.addi %v, %v : i32
    affine.store %w, %m[%j] : memref<24xi32>
  }
  return
}

func.func @minima(%n: index, %k: index, %m: memref<24xi32>) {
  affine.for %j = 0 to min affine_map<()[s0, s1] -> (s0 mod 20, s1 mod 17 - 1)>()[%n, %k] {
    %v = affine.load %m[%j] : memref<24xi32>
    %w = arith.addi %v, %v : i32
    affine.store %w, %m[%j] : memref<24xi32>
  }
  return
}

func.func @two(%n: index, %k: index, %m: memref<12x12xi32>) {
  affine.for %i = 0 to affine_map<()[s0] -> (s0 mod 11)>()[%n] {
    affine.for %j = 0 to affine_map<()[s0] -> (s0 mod 12)>()[%k] {
      %v = affine.load %m[%i, %j] : memref<12x12xi32>
      %w = arith.addi %v, %v : i32
      affine.store %w, %m[%i, %j] : memref<12x12xi32>
    }
  }
  return
}

func.func @two_transposed(%n: index, %a: memref<12x12xi32>, %m: memref<12x12xi32>) {
  affine.for %i = 0 to affine_map<()[s0] -> (s0 mod 11)>()[%n] {
    affine.for %j = 0 to 12 {
      %v = affine.load %a[%i, %j] : memref<12x12xi32>
      %w = arith.addi %v, %v : i32
      affine.store %w, %m[%j, %i] : memref<12x12xi32>
    }
  }
  return
}

// Of these it is known that the vectors end with the memref, or with the loop.
func.func @over_size(%m: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %size = memref.dim %m, %c0 : memref<?xi32>
  affine.for %j = 0 to %size {
    %v = affine.load %m[%j] : memref<?xi32>
    %w = arith.addi %v, %v : i32
    affine.store %w, %m[%j] : memref<?xi32>
  }
  return
}

func.func @multiples(%n: index, %m: memref<24xi32>) {
  affine.for %j = 0 to affine_map<()[s0] -> ((s0 mod 6) * 4)>()[%n] {
    %v = affine.load %m[%j] : memref<24xi32>
    %w = arith.addi %v, %v : i32
    affine.store %w, %m[%j] : memref<24xi32>
  }
  return
}

func.func @in_steps(%n: index, %m: memref<24xi32>) {
  affine.for %j = 0 to affine_map<()[s0] -> (s0 mod 40)>()[%n] step 2 {
    %v = affine.load %m[%j floordiv 2] : memref<24xi32>
    %w = arith.addi %v, %v : i32
    affine.store %w, %m[%j floordiv 2] : memref<24xi32>
  }
  return
}

func.func @to_the_end(%n: index, %m: memref<24xi32>) {
  affine.for %j = affine_map<()[s0] -> (s0 mod 20)>()[%n] to 24 {
    %v = affine.load %m[%j] : memref<24xi32>
    %w = arith.addi %v, %v : i32
    affine.store %w, %m[%j] : memref<24xi32>
  }
  return
}

func.func @next_to_the_end(%n: index, %m: memref<24xi32>) {
  affine.for %j = affine_map<()[s0] -> (s0 mod 20)>()[%n] to 23 {
    %v = affine.load %m[%j + 1] : memref<24xi32>
    %w = arith.addi %v, %v : i32
    affine.store %w, %m[%j + 1] : memref<24xi32>
  }
  return
}

// This one ends before it.
func.func @before_the_end(%n: index, %m: memref<24xi32>) {
  affine.for %j = affine_map<()[s0] -> (s0 mod 20)>()[%n] to 23 {
    %v = affine.load %m[%j] : memref<24xi32>
    %w = arith.addi %v, %v : i32
    affine.store %w, %m[%j] : memref<24xi32>
  }
  return
}
