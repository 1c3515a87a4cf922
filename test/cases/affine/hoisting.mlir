// RUN: rmlir-opt %s --affine-loop-invariant-code-motion

// A load of what nothing in the loop writes moves before the loop.

func.func @f(%m: memref<10xf32>, %n: memref<10xf32>, %a: f32) {
  affine.for %i = 0 to 10 {
    %0 = affine.load %m[3] : memref<10xf32>
    %1 = affine.load %n[3] : memref<10xf32>
    %2 = arith.addf %a, %a : f32
    %3 = arith.addf %0, %1 : f32
    %4 = arith.addf %2, %3 : f32
    affine.store %4, %n[%i] : memref<10xf32>
  }
  return
}

// Nothing is known of how often this loop runs: accesses stay, and so does the division, which may be by zero.

func.func @may_not_run(%n: index, %m: memref<10xi32>, %a: i32, %b: i32) {
  affine.for %i = 0 to %n {
    %0 = affine.load %m[3] : memref<10xi32>
    %1 = arith.addi %a, %b : i32
    %2 = arith.divsi %a, %b : i32
    %3 = arith.addi %0, %1 : i32
    %4 = arith.addi %2, %3 : i32
    affine.store %4, %m[5] : memref<10xi32>
  }
  return
}

// The first condition uses the variable of the loop, inside; the second does not.

func.func @regions(%c: i1, %n: memref<10xindex>) {
  %zero = arith.constant 0 : index
  affine.for %i = 0 to 10 {
    %0 = scf.if %c -> index {
      scf.yield %i : index
    } else {
      scf.yield %zero : index
    }
    %1 = scf.if %c -> index {
      %one = arith.constant 1 : index
      scf.yield %one : index
    } else {
      scf.yield %zero : index
    }
    %2 = arith.addi %0, %1 : index
    affine.store %2, %n[%i] : memref<10xindex>
  }
  return
}
