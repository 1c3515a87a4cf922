// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-pluto{cost=false}))' --verify-semantics
// Elements that a loop keeps in loop-carried values go back to their memory, unless something else may see the difference.

// It is loaded before the loop, and stored after it.
func.func @updated(%a: memref<8x6xi32>, %c: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    %init = affine.load %c[%i] : memref<8xi32>
    %sum = affine.for %j = 0 to 6 iter_args(%from = %init) -> (i32) {
      %x = affine.load %a[%i, %j] : memref<8x6xi32>
      %next = arith.addi %from, %x : i32
      affine.yield %next : i32
    }
    affine.store %sum, %c[%i] : memref<8xi32>
  }
  return
}

// -----

// What is stored after the loop is computed from two values: the first one has the element.
func.func @mean(%a: memref<8x6xi32>, %c: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 8 {
    %sums:2 = affine.for %j = 0 to 6 iter_args(%sum = %zero, %product = %one) -> (i32, i32) {
      %x = affine.load %a[%i, %j] : memref<8x6xi32>
      %next = arith.addi %sum, %x : i32
      %other = arith.muli %product, %x : i32
      affine.yield %next, %other : i32, i32
    }
    %both = arith.subi %sums#0, %sums#1 : i32
    affine.store %both, %c[%i] : memref<8xi32>
  }
  return
}

// -----

// It is stored in each iteration, and loaded by none; other elements are.
func.func @solved(%a: memref<8x8xi32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %init = affine.load %a[%i, %j] : memref<8x8xi32>
      affine.for %k = affine_map<(d0) -> (d0 + 1)>(%i) to 8 iter_args(%from = %init) -> (i32) {
        %x = affine.load %a[%k, %j] : memref<8x8xi32>
        %next = arith.addi %from, %x : i32
        affine.store %next, %a[%i, %j] : memref<8x8xi32>
        affine.yield %next : i32
      }
    }
  }
  return
}

// -----

// An iteration gets the element that the one before has stored.
func.func @moving(%a: memref<9x10xi32>) {
  affine.for %i = 0 to 9 {
    %init = affine.load %a[%i, 1] : memref<9x10xi32>
    affine.for %j = 2 to 9 iter_args(%from = %init) -> (i32) {
      %x = affine.load %a[%i, %j] : memref<9x10xi32>
      %y = affine.load %a[%i, %j + 1] : memref<9x10xi32>
      %next = arith.addi %from, %x : i32
      %new = arith.addi %next, %y : i32
      affine.store %new, %a[%i, %j] : memref<9x10xi32>
      affine.yield %new : i32
    }
  }
  return
}

// -----

// It does not: the first iteration gets the element before that.
func.func @moving_otherwise(%a: memref<9x10xi32>) {
  affine.for %i = 0 to 9 {
    %init = affine.load %a[%i, 0] : memref<9x10xi32>
    affine.for %j = 2 to 9 iter_args(%from = %init) -> (i32) {
      %x = affine.load %a[%i, %j] : memref<9x10xi32>
      %new = arith.addi %from, %x : i32
      affine.store %new, %a[%i, %j] : memref<9x10xi32>
      affine.yield %new : i32
    }
  }
  return
}

// -----

// The loop loads the memref: its old elements.
func.func @seen_within(%c: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    %init = affine.load %c[%i] : memref<8xi32>
    %sum = affine.for %j = 0 to 8 iter_args(%from = %init) -> (i32) {
      %x = affine.load %c[%j] : memref<8xi32>
      %next = arith.addi %from, %x : i32
      affine.yield %next : i32
    }
    affine.store %sum, %c[%i] : memref<8xi32>
  }
  return
}

// -----

// Between the loop and the store an old element is loaded.
func.func @seen_after(%a: memref<8xi32>, %c: memref<8xi32>, %d: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 8 {
    %sum = affine.for %j = 0 to 8 iter_args(%from = %zero) -> (i32) {
      %x = affine.load %a[%j] : memref<8xi32>
      %next = arith.addi %from, %x : i32
      affine.yield %next : i32
    }
    %old = affine.load %c[%i] : memref<8xi32>
    affine.store %old, %d[%i] : memref<8xi32>
    affine.store %sum, %c[%i] : memref<8xi32>
  }
  return
}

// -----

// The element is not the initial value's: without iterations it would get that.
func.func @without_iterations(%a: memref<8xi32>, %c: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 8 {
    affine.for %j = 4 to affine_map<(d0) -> (d0)>(%i) iter_args(%from = %zero) -> (i32) {
      %x = affine.load %a[%j] : memref<8xi32>
      %next = arith.addi %from, %x : i32
      affine.store %next, %c[%i] : memref<8xi32>
      affine.yield %next : i32
    }
  }
  return
}

// -----

// The element was overwritten between the load and the loop.
func.func @overwritten(%a: memref<8xi32>, %c: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 8 {
    %init = affine.load %c[%i] : memref<8xi32>
    affine.store %zero, %c[%i] : memref<8xi32>
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) iter_args(%from = %init) -> (i32) {
      %x = affine.load %a[%j] : memref<8xi32>
      %next = arith.addi %from, %x : i32
      affine.store %next, %c[%i] : memref<8xi32>
      affine.yield %next : i32
    }
  }
  return
}

// -----

// It has the initial value already, since that is stored before the loop.
func.func @stored_before(%a: memref<8x6xi32>, %c: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 8 {
    affine.store %zero, %c[%i] : memref<8xi32>
    %sum = affine.for %j = 0 to 6 iter_args(%from = %zero) -> (i32) {
      %x = affine.load %a[%i, %j] : memref<8x6xi32>
      %next = arith.addi %from, %x : i32
      affine.yield %next : i32
    }
    affine.store %sum, %c[%i] : memref<8xi32>
  }
  return
}
