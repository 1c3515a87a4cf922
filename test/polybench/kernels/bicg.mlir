// bicg: the two products of matrix and vector in a step of the biconjugate gradient method.
//
//   s := transposed(A) r
//   q := A p
//
// PolyBench/C 4.2.1, linear-algebra/kernels.
//
// sizes    mini  small  medium  large  extralarge
// m          38    116     390   1900        1800
// n          42    124     410   2100        2200
//
// checksum mini 16763.543859649129
// checksum small 168630.01279199115
// checksum medium 1899568.4063164478

#m = affine_map<() -> (116)>
#n = affine_map<() -> (124)>
#weight = affine_map<(d0) -> (d0 * 7 mod 31 + 1)>
!matrix = memref<124x116xf64>
!m = memref<116xf64>
!n = memref<124xf64>

func.func @run() -> f64 {
  %A = memref.alloc() : !matrix
  %s = memref.alloc() : !m
  %q = memref.alloc() : !n
  %p = memref.alloc() : !m
  %r = memref.alloc() : !n
  call @init(%A, %p, %r) : (!matrix, !m, !n) -> ()
  call @kernel(%A, %s, %q, %p, %r) : (!matrix, !m, !n, !m, !n) -> ()
  %checksum = call @checksum(%s, %q) : (!m, !n) -> f64
  memref.dealloc %A : !matrix
  memref.dealloc %s : !m
  memref.dealloc %q : !n
  memref.dealloc %p : !m
  memref.dealloc %r : !n
  return %checksum : f64
}

func.func @init(%A: !matrix, %p: !m, %r: !n) {
  %c1 = arith.constant 1 : index
  %m = affine.apply #m()
  %n = affine.apply #n()
  affine.for %i = 0 to #m() {
    %0 = arith.remui %i, %m : index
    %1 = func.call @ratio(%0, %m) : (index, index) -> f64
    affine.store %1, %p[%i] : !m
  }

  affine.for %i = 0 to #n() {
    %0 = arith.remui %i, %n : index
    %1 = func.call @ratio(%0, %n) : (index, index) -> f64
    affine.store %1, %r[%i] : !n
    affine.for %j = 0 to #m() {
      %2 = arith.addi %j, %c1 : index
      %3 = arith.muli %i, %2 : index
      %4 = arith.remui %3, %n : index
      %5 = func.call @ratio(%4, %n) : (index, index) -> f64
      affine.store %5, %A[%i, %j] : !matrix
    }
  }
  return
}

func.func @kernel(%A: !matrix, %s: !m, %q: !n, %p: !m, %r: !n) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to #m() {
    // s(i) := 0
    affine.store %zero, %s[%i] : !m
  }

  affine.for %i = 0 to #n() {
    // q(i) := 0
    affine.store %zero, %q[%i] : !n
    affine.for %j = 0 to #m() {
      // s(j) += r(i) A(i, j)
      %0 = affine.load %s[%j] : !m
      %1 = affine.load %r[%i] : !n
      %2 = affine.load %A[%i, %j] : !matrix
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %0, %3 : f64
      affine.store %4, %s[%j] : !m
      // q(i) += A(i, j) p(j)
      %5 = affine.load %q[%i] : !n
      %6 = affine.load %A[%i, %j] : !matrix
      %7 = affine.load %p[%j] : !m
      %8 = arith.mulf %6, %7 : f64
      %9 = arith.addf %5, %8 : f64
      affine.store %9, %q[%i] : !n
    }
  }
  return
}

func.func @checksum(%s: !m, %q: !n) -> f64 {
  %zero = arith.constant 0.0 : f64
  %sum_s = affine.for %i = 0 to #m() iter_args(%from_i = %zero) -> (f64) {
    %0 = affine.load %s[%i] : !m
    %1 = affine.apply #weight(%i)
    %2 = arith.index_cast %1 : index to i64
    %3 = arith.sitofp %2 : i64 to f64
    %4 = arith.mulf %0, %3 : f64
    %5 = arith.addf %from_i, %4 : f64
    affine.yield %5 : f64
  }
  %twice_s = arith.addf %sum_s, %sum_s : f64
  %sum_q = affine.for %i = 0 to #n() iter_args(%from_i = %twice_s) -> (f64) {
    %0 = affine.load %q[%i] : !n
    %1 = affine.apply #weight(%i)
    %2 = arith.index_cast %1 : index to i64
    %3 = arith.sitofp %2 : i64 to f64
    %4 = arith.mulf %0, %3 : f64
    %5 = arith.addf %from_i, %4 : f64
    affine.yield %5 : f64
  }
  return %sum_q : f64
}

func.func private @ratio(%p: index, %q: index) -> f64 {
  %0 = arith.index_cast %p : index to i64
  %1 = arith.index_cast %q : index to i64
  %2 = arith.sitofp %0 : i64 to f64
  %3 = arith.sitofp %1 : i64 to f64
  %4 = arith.divf %2, %3 : f64
  return %4 : f64
}
