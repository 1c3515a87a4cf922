// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(affine-loop-unroll-jam{unroll-jam-factor=2}))"

// Copies of the body go into the inner loop; its sums are kept apart and added
// up at the end.

func.func @rows(%m: memref<21x30xf32>, %sums: memref<21xf32>) {
  affine.for %i = 0 to 21 {
    %zero = arith.constant 0.0 : f32
    %sum = affine.for %j = 0 to 30 iter_args(%acc = %zero) -> (f32) {
      %x = affine.load %m[%i, %j] : memref<21x30xf32>
      %next = arith.addf %acc, %x : f32
      affine.yield %next : f32
    }
    affine.store %sum, %sums[%i] : memref<21xf32>
  }
  return
}

// What the sum starts from counts once.

func.func @sum(%start: i32, %m: memref<8xi32>) -> i32 {
  %0 = affine.for %i = 0 to 8 iter_args(%acc = %start) -> (i32) {
    %x = affine.load %m[%i] : memref<8xi32>
    %next = arith.addi %acc, %x : i32
    affine.yield %next : i32
  }
  return %0 : i32
}

// The largest of all and itself is the largest of all.

func.func @largest(%start: i32, %m: memref<8xi32>) -> i32 {
  %0 = affine.for %i = 0 to 8 iter_args(%acc = %start) -> (i32) {
    %x = affine.load %m[%i] : memref<8xi32>
    %next = arith.maxsi %acc, %x : i32
    affine.yield %next : i32
  }
  return %0 : i32
}

// The last value is no reduction.

func.func @last(%start: i32, %m: memref<8xi32>) -> i32 {
  %0 = affine.for %i = 0 to 8 iter_args(%acc = %start) -> (i32) {
    %x = affine.load %m[%i] : memref<8xi32>
    affine.yield %x : i32
  }
  return %0 : i32
}

// Parts may overflow where the whole does not, and floats are rounded in the order of the loop.

func.func @order_matters(%start: i32, %m: memref<8xi32>, %from: f32, %n: memref<8xf32>) -> (i32, f32) {
  %0:2 = affine.for %i = 0 to 8 iter_args(%acc = %start, %sum = %from) -> (i32, f32) {
    %x = affine.load %m[%i] : memref<8xi32>
    %y = affine.load %n[%i] : memref<8xf32>
    %next = arith.addi %acc, %x overflow<nsw> : i32
    %total = arith.addf %sum, %y : f32
    affine.yield %next, %total : i32, f32
  }
  return %0#0, %0#1 : i32, f32
}

// The induction variable is what inner variables start from, and become.
func.func @variables_from_induction(%a: memref<8xindex>) {
  affine.for %i = 0 to 8 {
    %0:2 = affine.for %j = 0 to 3 iter_args(%x = %i, %y = %i) -> (index, index) {
      %1 = arith.addi %x, %y : index
      affine.yield %1, %i : index, index
    }
    affine.store %0#0, %a[%i] : memref<8xindex>
  }
  return
}

// -----

// A loop inside of another operation is copied with that, and keeps its own variables (22 mixes them up).
func.func @loop_in_region(%a: i32, %b: memref<8xi32>) {
  affine.for %i = 0 to 7 step 2 {
    %0 = scf.execute_region -> i32 {
      %1:2 = affine.for %j = 1 to 3 iter_args(%x = %a, %y = %i) -> (i32, index) {
        %2 = arith.index_cast %y : index to i32
        %3 = arith.addi %x, %2 : i32
        affine.yield %3, %j : i32, index
      }
      scf.yield %1#0 : i32
    }
    affine.store %0, %b[%i] : memref<8xi32>
  }
  return
}
