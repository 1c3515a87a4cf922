// gesummv: the sum of two products of matrix and vector.
//
//   y := alpha A x + beta B x
//
// PolyBench/C 4.2.1, linear-algebra/blas.
//
// sizes    mini  small  medium  large  extralarge
// n          30     90     250   1300        2800
//
// checksum mini 8910.6350000000002
// checksum small 83915.016666666648
// checksum medium 663721.51020000048

#n = affine_map<() -> (90)>
#weight = affine_map<(d0) -> (d0 * 7 mod 31 + 1)>
!matrix = memref<90x90xf64>
!vector = memref<90xf64>

func.func @run() -> f64 {
  %alpha = arith.constant 1.5 : f64
  %beta = arith.constant 1.2 : f64
  %A = memref.alloc() : !matrix
  %B = memref.alloc() : !matrix
  %tmp = memref.alloc() : !vector
  %x = memref.alloc() : !vector
  %y = memref.alloc() : !vector
  call @init(%A, %B, %x) : (!matrix, !matrix, !vector) -> ()
  call @kernel(%alpha, %beta, %A, %B, %tmp, %x, %y) : (f64, f64, !matrix, !matrix, !vector, !vector, !vector) -> ()
  %checksum = call @checksum(%y) : (!vector) -> f64
  memref.dealloc %A : !matrix
  memref.dealloc %B : !matrix
  memref.dealloc %tmp : !vector
  memref.dealloc %x : !vector
  memref.dealloc %y : !vector
  return %checksum : f64
}

func.func @init(%A: !matrix, %B: !matrix, %x: !vector) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = affine.apply #n()
  affine.for %i = 0 to #n() {
    %0 = arith.remui %i, %n : index
    %1 = func.call @ratio(%0, %n) : (index, index) -> f64
    affine.store %1, %x[%i] : !vector
    affine.for %j = 0 to #n() {
      %2 = arith.muli %i, %j : index
      %3 = arith.addi %2, %c1 : index
      %4 = arith.remui %3, %n : index
      %5 = func.call @ratio(%4, %n) : (index, index) -> f64
      affine.store %5, %A[%i, %j] : !matrix
      %6 = arith.muli %i, %j : index
      %7 = arith.addi %6, %c2 : index
      %8 = arith.remui %7, %n : index
      %9 = func.call @ratio(%8, %n) : (index, index) -> f64
      affine.store %9, %B[%i, %j] : !matrix
    }
  }
  return
}

func.func @kernel(%alpha: f64, %beta: f64, %A: !matrix, %B: !matrix, %tmp: !vector, %x: !vector, %y: !vector) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to #n() {
    // tmp(i) := 0, y(i) := 0
    affine.store %zero, %tmp[%i] : !vector
    affine.store %zero, %y[%i] : !vector
    affine.for %j = 0 to #n() {
      // tmp(i) := A(i, j) x(j) + tmp(i)
      %0 = affine.load %A[%i, %j] : !matrix
      %1 = affine.load %x[%j] : !vector
      %2 = arith.mulf %0, %1 : f64
      %3 = affine.load %tmp[%i] : !vector
      %4 = arith.addf %2, %3 : f64
      affine.store %4, %tmp[%i] : !vector
      // y(i) := B(i, j) x(j) + y(i)
      %5 = affine.load %B[%i, %j] : !matrix
      %6 = affine.load %x[%j] : !vector
      %7 = arith.mulf %5, %6 : f64
      %8 = affine.load %y[%i] : !vector
      %9 = arith.addf %7, %8 : f64
      affine.store %9, %y[%i] : !vector
    }
    // y(i) := alpha tmp(i) + beta y(i)
    %0 = affine.load %tmp[%i] : !vector
    %1 = arith.mulf %alpha, %0 : f64
    %2 = affine.load %y[%i] : !vector
    %3 = arith.mulf %beta, %2 : f64
    %4 = arith.addf %1, %3 : f64
    affine.store %4, %y[%i] : !vector
  }
  return
}

func.func @checksum(%y: !vector) -> f64 {
  %zero = arith.constant 0.0 : f64
  %sum_y = affine.for %i = 0 to #n() iter_args(%from_i = %zero) -> (f64) {
    %0 = affine.load %y[%i] : !vector
    %1 = affine.apply #weight(%i)
    %2 = arith.index_cast %1 : index to i64
    %3 = arith.sitofp %2 : i64 to f64
    %4 = arith.mulf %0, %3 : f64
    %5 = arith.addf %from_i, %4 : f64
    affine.yield %5 : f64
  }
  return %sum_y : f64
}

func.func private @ratio(%p: index, %q: index) -> f64 {
  %0 = arith.index_cast %p : index to i64
  %1 = arith.index_cast %q : index to i64
  %2 = arith.sitofp %0 : i64 to f64
  %3 = arith.sitofp %1 : i64 to f64
  %4 = arith.divf %2, %3 : f64
  return %4 : f64
}
