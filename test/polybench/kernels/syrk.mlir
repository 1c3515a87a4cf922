// syrk: the lower triangle of a symmetric update of rank m.
//
//   C := alpha A transposed(A) + beta C    at j <= i
//
// PolyBench/C 4.2.1, linear-algebra/blas.
//
// sizes    mini  small  medium  large  extralarge
// m          20     60     200   1000        2000
// n          30     80     240   1200        2600
//
// checksum mini 53233.009999999937
// checksum small 1117531.3880208344
// checksum medium 33264973.32277083

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
  call @init(%C, %A) : (!n_n, !n_m) -> ()
  call @kernel(%alpha, %beta, %C, %A) : (f64, f64, !n_n, !n_m) -> ()
  %checksum = call @checksum(%C) : (!n_n) -> f64
  memref.dealloc %C : !n_n
  memref.dealloc %A : !n_m
  return %checksum : f64
}

func.func @init(%C: !n_n, %A: !n_m) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = affine.apply #n()
  %m = affine.apply #m()
  affine.for %i = 0 to #n() {
    affine.for %j = 0 to #m() {
      %0 = arith.muli %i, %j : index
      %1 = arith.addi %0, %c1 : index
      %2 = arith.remui %1, %n : index
      %3 = func.call @ratio(%2, %n) : (index, index) -> f64
      affine.store %3, %A[%i, %j] : !n_m
    }
  }

  affine.for %i = 0 to #n() {
    affine.for %j = 0 to #n() {
      %0 = arith.muli %i, %j : index
      %1 = arith.addi %0, %c2 : index
      %2 = arith.remui %1, %m : index
      %3 = func.call @ratio(%2, %m) : (index, index) -> f64
      affine.store %3, %C[%i, %j] : !n_n
    }
  }
  return
}

func.func @kernel(%alpha: f64, %beta: f64, %C: !n_n, %A: !n_m) {
  affine.for %i = 0 to #n() {
    affine.for %j = 0 to #next(%i) {
      // C(i, j) := beta C(i, j)
      %0 = affine.load %C[%i, %j] : !n_n
      %1 = arith.mulf %0, %beta : f64
      affine.store %1, %C[%i, %j] : !n_n
    }
    affine.for %k = 0 to #m() {
      affine.for %j = 0 to #next(%i) {
        // C(i, j) += alpha A(i, k) A(j, k)
        %0 = affine.load %C[%i, %j] : !n_n
        %1 = affine.load %A[%i, %k] : !n_m
        %2 = arith.mulf %alpha, %1 : f64
        %3 = affine.load %A[%j, %k] : !n_m
        %4 = arith.mulf %2, %3 : f64
        %5 = arith.addf %0, %4 : f64
        affine.store %5, %C[%i, %j] : !n_n
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
