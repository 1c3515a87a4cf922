// syr2k: the lower triangle of a symmetric update of rank 2 m.
//
//   C := alpha A transposed(B) + alpha B transposed(A) + beta C    at j <= i
//
// PolyBench/C 4.2.1, linear-algebra/blas.
//
// sizes    mini  small  medium  large  extralarge
// m          20     60     200   1000        2000
// n          30     80     240   1200        2600
//
// checksum mini 102183.035
// checksum small 2168551.7435416724
// checksum medium 66334709.443875588

#m = affine_map<() -> (60)>
#n = affine_map<() -> (80)>
#next = affine_map<(d0) -> (d0 + 1)>
#weight = affine_map<(d0, d1) -> ((d0 * 7 + d1 * 3) mod 31 + 1)>
!n_n = memref<80x80xf64>
!n_m = memref<80x60xf64>

func.func @run() -> f64 {
  %alpha = arith.constant 1.5 : f64
  %beta = arith.constant 1.2 : f64
  %C = memref.alloc() : !n_n
  %A = memref.alloc() : !n_m
  %B = memref.alloc() : !n_m
  call @init(%C, %A, %B) : (!n_n, !n_m, !n_m) -> ()
  call @kernel(%alpha, %beta, %C, %A, %B) : (f64, f64, !n_n, !n_m, !n_m) -> ()
  %checksum = call @checksum(%C) : (!n_n) -> f64
  memref.dealloc %C : !n_n
  memref.dealloc %A : !n_m
  memref.dealloc %B : !n_m
  return %checksum : f64
}

func.func @init(%C: !n_n, %A: !n_m, %B: !n_m) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %n = affine.apply #n()
  %m = affine.apply #m()
  affine.for %i = 0 to #n() {
    affine.for %j = 0 to #m() {
      %0 = arith.muli %i, %j : index
      %1 = arith.addi %0, %c1 : index
      %2 = arith.remui %1, %n : index
      %3 = func.call @ratio(%2, %n) : (index, index) -> f64
      affine.store %3, %A[%i, %j] : !n_m
      %4 = arith.muli %i, %j : index
      %5 = arith.addi %4, %c2 : index
      %6 = arith.remui %5, %m : index
      %7 = func.call @ratio(%6, %m) : (index, index) -> f64
      affine.store %7, %B[%i, %j] : !n_m
    }
  }

  affine.for %i = 0 to #n() {
    affine.for %j = 0 to #n() {
      %0 = arith.muli %i, %j : index
      %1 = arith.addi %0, %c3 : index
      %2 = arith.remui %1, %n : index
      %3 = func.call @ratio(%2, %m) : (index, index) -> f64
      affine.store %3, %C[%i, %j] : !n_n
    }
  }
  return
}

func.func @kernel(%alpha: f64, %beta: f64, %C: !n_n, %A: !n_m, %B: !n_m) {
  affine.for %i = 0 to #n() {
    affine.for %j = 0 to #next(%i) {
      // C(i, j) := beta C(i, j)
      %0 = affine.load %C[%i, %j] : !n_n
      %1 = arith.mulf %0, %beta : f64
      affine.store %1, %C[%i, %j] : !n_n
    }
    affine.for %k = 0 to #m() {
      affine.for %j = 0 to #next(%i) {
        // C(i, j) += A(j, k) alpha B(i, k) + B(j, k) alpha A(i, k)
        %0 = affine.load %C[%i, %j] : !n_n
        %1 = affine.load %A[%j, %k] : !n_m
        %2 = arith.mulf %1, %alpha : f64
        %3 = affine.load %B[%i, %k] : !n_m
        %4 = arith.mulf %2, %3 : f64
        %5 = affine.load %B[%j, %k] : !n_m
        %6 = arith.mulf %5, %alpha : f64
        %7 = affine.load %A[%i, %k] : !n_m
        %8 = arith.mulf %6, %7 : f64
        %9 = arith.addf %4, %8 : f64
        %10 = arith.addf %0, %9 : f64
        affine.store %10, %C[%i, %j] : !n_n
      }
    }
  }
  return
}

func.func @checksum(%C: !n_n) -> f64 {
  %zero = arith.constant 0.0 : f64
  %sum_C = affine.for %i = 0 to #n() iter_args(%from_i = %zero) -> (f64) {
    %sum_i = affine.for %j = 0 to #n() iter_args(%from_j = %from_i) -> (f64) {
      %0 = affine.load %C[%i, %j] : !n_n
      %1 = affine.apply #weight(%i, %j)
      %2 = arith.index_cast %1 : index to i64
      %3 = arith.sitofp %2 : i64 to f64
      %4 = arith.mulf %0, %3 : f64
      %5 = arith.addf %from_j, %4 : f64
      affine.yield %5 : f64
    }
    affine.yield %sum_i : f64
  }
  return %sum_C : f64
}

func.func private @ratio(%p: index, %q: index) -> f64 {
  %0 = arith.index_cast %p : index to i64
  %1 = arith.index_cast %q : index to i64
  %2 = arith.sitofp %0 : i64 to f64
  %3 = arith.sitofp %1 : i64 to f64
  %4 = arith.divf %2, %3 : f64
  return %4 : f64
}
