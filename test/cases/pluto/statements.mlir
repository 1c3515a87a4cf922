// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-pluto{stop-after=dependences}))'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-pluto{cost=false}))' --verify-semantics
// Statements read memory where they are executed, as far as possible: values have elements of their own only if they must.

// What is loaded once is loaded again by the second statement: the first one writes another element.
func.func @other_element(%p: memref<9x9xf64>, %q: memref<9x9xf64>) {
  affine.for %i = 0 to 9 {
    affine.for %j = 1 to 9 {
      %0 = affine.load %p[%i, %j - 1] : memref<9x9xf64>
      %1 = arith.mulf %0, %0 : f64
      affine.store %1, %p[%i, %j] : memref<9x9xf64>
      %2 = affine.load %q[%i, %j - 1] : memref<9x9xf64>
      %3 = arith.addf %0, %2 : f64
      affine.store %3, %q[%i, %j] : memref<9x9xf64>
    }
  }
  return
}

// The first statement may write the element that the second one needs.
func.func @same_element(%p: memref<9x9xf64>, %q: memref<9x9xf64>) {
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 9 {
      %0 = affine.load %p[%i, %j] : memref<9x9xf64>
      %1 = arith.mulf %0, %0 : f64
      affine.store %1, %p[%j, %i] : memref<9x9xf64>
      affine.store %0, %q[%i, %j] : memref<9x9xf64>
    }
  }
  return
}

// The second statement stores a constant, too; the last one does not, since the loop writes the element.
func.func @constant(%p: memref<9xf64>, %q: memref<9xf64>) {
  %one = arith.constant 1.0 : f64
  affine.store %one, %p[0] : memref<9xf64>
  %0 = affine.load %p[0] : memref<9xf64>
  affine.store %0, %q[0] : memref<9xf64>
  affine.for %i = 0 to 9 {
    %1 = affine.load %q[%i] : memref<9xf64>
    affine.store %1, %p[%i] : memref<9xf64>
  }
  %2 = affine.load %p[0] : memref<9xf64>
  affine.store %2, %q[1] : memref<9xf64>
  return
}

// Each iteration has the results of the last two: the older one is stored first, and no element is needed for the newer
// one, which is in %a.
func.func @last_two(%a: memref<9xf64>) {
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %last:2 = affine.for %i = 0 to 9 iter_args(%x = %one, %y = %zero) -> (f64, f64) {
    %0 = arith.addf %x, %y : f64
    affine.store %0, %a[%i] : memref<9xf64>
    affine.yield %0, %x : f64, f64
  }
  return
}
