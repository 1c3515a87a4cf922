// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-pluto{cost=false}))' --verify-semantics
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-pluto{tile parallel tile-sizes=4}))' --verify-semantics
// What goes from one statement to another goes through memory: variables that loops carry, results of conditions, loads
// that are used in another loop or after their memref has changed. A second block runs under the opposite condition.

func.func @sum(%a: memref<8x8xi32>, %s: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 8 {
    %sum = affine.for %j = 0 to 8 iter_args(%before = %zero) -> (i32) {
      %0 = affine.load %a[%i, %j] : memref<8x8xi32>
      %1 = arith.addi %before, %0 : i32
      affine.yield %1 : i32
    }
    affine.store %sum, %s[%i] : memref<8xi32>
  }
  return
}

// The old values are exchanged.
func.func @exchange(%a: memref<9xi32>, %x: i32, %y: i32) {
  %last:2 = affine.for %i = 0 to 9 iter_args(%p = %x, %q = %y) -> (i32, i32) {
    affine.store %p, %a[%i] : memref<9xi32>
    affine.yield %q, %p : i32, i32
  }
  affine.store %last#1, %a[3] : memref<9xi32>
  return
}

func.func @otherwise(%a: memref<8x8xi32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %0 = affine.load %a[%i, %j] : memref<8x8xi32>
      %1 = affine.if affine_set<(d0, d1) : (d0 - d1 >= 0, d0 + d1 - 7 == 0)>(%i, %j) -> i32 {
        %2 = arith.addi %0, %0 : i32
        affine.yield %2 : i32
      } else {
        affine.yield %0 : i32
      }
      affine.store %1, %a[%j, %i] : memref<8x8xi32>
    }
  }
  return
}

func.func @used_later(%a: memref<8xi32>, %b: memref<8x8xi32>) {
  affine.for %i = 0 to 8 {
    %0 = affine.load %a[%i] : memref<8xi32>
    %1 = arith.muli %0, %0 : i32
    affine.store %1, %a[7 - %i] : memref<8xi32>
    affine.for %j = 0 to 8 {
      affine.store %1, %b[%i, %j] : memref<8x8xi32>
    }
    affine.store %0, %b[%i, 0] : memref<8x8xi32>
  }
  return
}

// What is stored after the loop has another type than what the loop carries: the element does not hold that.
func.func @narrowed(%a: memref<8xf64>, %s: memref<1xf32>) {
  %zero = arith.constant 0.0 : f64
  %sum = affine.for %i = 0 to 8 iter_args(%before = %zero) -> (f64) {
    %0 = affine.load %a[%i] : memref<8xf64>
    %1 = arith.addf %before, %0 : f64
    affine.yield %1 : f64
  }
  %2 = arith.truncf %sum : f64 to f32
  affine.store %2, %s[0] : memref<1xf32>
  return
}
