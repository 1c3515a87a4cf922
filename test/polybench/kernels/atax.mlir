// atax: a matrix times a vector, and the transposed matrix times that.
//
//   tmp := A x
//   y := transposed(A) tmp
//
// PolyBench/C 4.2.1, linear-algebra/kernels.
//
// sizes    mini  small  medium  large  extralarge
// m          38    116     390   1900        1800
// n          42    124     410   2100        2200
//
// checksum mini 17770.362068328723
// checksum small 477175.274328181
// checksum medium 17157714.854752798

#m = affine_map<() -> (116)>
#n = affine_map<() -> (124)>
#weight = affine_map<(d0) -> (d0 * 7 mod 31 + 1)>
!matrix = memref<116x124xf64>
!n = memref<124xf64>
!m = memref<116xf64>

func.func @run() -> f64 {
  %A = memref.alloc() : !matrix
  %x = memref.alloc() : !n
  %y = memref.alloc() : !n
  %tmp = memref.alloc() : !m
  call @init(%A, %x) : (!matrix, !n) -> ()
  call @kernel(%A, %x, %y, %tmp) : (!matrix, !n, !n, !m) -> ()
  %checksum = call @checksum(%y) : (!n) -> f64
  memref.dealloc %A : !matrix
  memref.dealloc %x : !n
  memref.dealloc %y : !n
  memref.dealloc %tmp : !m
  return %checksum : f64
}

func.func @init(%A: !matrix, %x: !n) {
  %one = arith.constant 1.0 : f64
  %c5 = arith.constant 5 : index
  %n = affine.apply #n()
  %m = affine.apply #m()
  affine.for %i = 0 to #n() {
    %0 = func.call @ratio(%i, %n) : (index, index) -> f64
    %1 = arith.addf %one, %0 : f64
    affine.store %1, %x[%i] : !n
  }

  affine.for %i = 0 to #m() {
    affine.for %j = 0 to #n() {
      %0 = arith.addi %i, %j : index
      %1 = arith.remui %0, %n : index
      %2 = arith.muli %c5, %m : index
      %3 = func.call @ratio(%1, %2) : (index, index) -> f64
      affine.store %3, %A[%i, %j] : !matrix
    }
  }
  return
}

func.func @kernel(%A: !matrix, %x: !n, %y: !n, %tmp: !m) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to #n() {
    // y(i) := 0
    affine.store %zero, %y[%i] : !n
  }

  affine.for %i = 0 to #m() {
    // tmp(i) := 0
    affine.store %zero, %tmp[%i] : !m
    affine.for %j = 0 to #n() {
      // tmp(i) += A(i, j) x(j)
      %0 = affine.load %tmp[%i] : !m
      %1 = affine.load %A[%i, %j] : !matrix
      %2 = affine.load %x[%j] : !n
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %0, %3 : f64
      affine.store %4, %tmp[%i] : !m
    }
    affine.for %j = 0 to #n() {
      // y(j) += A(i, j) tmp(i)
      %0 = affine.load %y[%j] : !n
      %1 = affine.load %A[%i, %j] : !matrix
      %2 = affine.load %tmp[%i] : !m
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %0, %3 : f64
      affine.store %4, %y[%j] : !n
    }
  }
  return
}

func.func @checksum(%y: !n) -> f64 {
  %zero = arith.constant 0.0 : f64
  %sum_y = affine.for %i = 0 to #n() iter_args(%from_i = %zero) -> (f64) {
    %0 = affine.load %y[%i] : !n
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
