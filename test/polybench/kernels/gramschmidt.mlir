// gramschmidt: A = Q R with orthonormal columns Q and an upper triangle R, by the modified Gram-Schmidt process.
//
//   R(k, k) := sqrt(sum_i A(i, k)^2)
//   Q(i, k) := A(i, k) / R(k, k)
//   R(k, j) := sum_i Q(i, k) A(i, j)             for k < j
//   A(i, j) := A(i, j) - Q(i, k) R(k, j)         for k < j
//
// The matrix of @init has dependent columns, so R(k, k) is near 0 from some k on and Q(i, k) there is rounding error
// blown up: the checksum holds for one order of additions only.
//
// PolyBench/C 4.2.1, linear-algebra/solvers.
//
// sizes    mini  small  medium  large  extralarge
// m          20     60     200   1000        2000
// n          30     80     240   1200        2600
//
// checksum mini 384767.35574735975
// checksum small 1903091.5075456263
// checksum medium 10647609.463872395

#m = affine_map<() -> (60)>
#n = affine_map<() -> (80)>
#next = affine_map<(d0) -> (d0 + 1)>
#weight = affine_map<(d0, d1) -> ((d0 * 7 + d1 * 3) mod 31 + 1)>
!m_n = memref<60x80xf64>
!n_n = memref<80x80xf64>

func.func @run() -> f64 {
  %A = memref.alloc() : !m_n
  %R = memref.alloc() : !n_n
  %Q = memref.alloc() : !m_n
  call @init(%A, %R, %Q) : (!m_n, !n_n, !m_n) -> ()
  call @kernel(%A, %R, %Q) : (!m_n, !n_n, !m_n) -> ()
  %checksum = call @checksum(%R, %Q) : (!n_n, !m_n) -> f64
  memref.dealloc %A : !m_n
  memref.dealloc %R : !n_n
  memref.dealloc %Q : !m_n
  return %checksum : f64
}

func.func @init(%A: !m_n, %R: !n_n, %Q: !m_n) {
  %hundred = arith.constant 100.0 : f64
  %ten = arith.constant 10.0 : f64
  %zero = arith.constant 0.0 : f64
  %m = affine.apply #m()
  affine.for %i = 0 to #m() {
    affine.for %j = 0 to #n() {
      %0 = arith.muli %i, %j : index
      %1 = arith.remui %0, %m : index
      %2 = func.call @ratio(%1, %m) : (index, index) -> f64
      %3 = arith.mulf %2, %hundred : f64
      %4 = arith.addf %3, %ten : f64
      affine.store %4, %A[%i, %j] : !m_n
      affine.store %zero, %Q[%i, %j] : !m_n
    }
  }

  affine.for %i = 0 to #n() {
    affine.for %j = 0 to #n() {
      affine.store %zero, %R[%i, %j] : !n_n
    }
  }
  return
}

func.func @kernel(%A: !m_n, %R: !n_n, %Q: !m_n) {
  %zero = arith.constant 0.0 : f64
  affine.for %k = 0 to #n() {
    %norm_end = affine.for %i = 0 to #m() iter_args(%norm_i = %zero) -> (f64) {
      // norm += A(i, k)^2
      %0 = affine.load %A[%i, %k] : !m_n
      %1 = affine.load %A[%i, %k] : !m_n
      %2 = arith.mulf %0, %1 : f64
      %norm = arith.addf %norm_i, %2 : f64
      affine.yield %norm : f64
    }
    // R(k, k) := sqrt(norm)
    %0 = math.sqrt %norm_end : f64
    affine.store %0, %R[%k, %k] : !n_n
    affine.for %i = 0 to #m() {
      // Q(i, k) := A(i, k) / R(k, k)
      %1 = affine.load %A[%i, %k] : !m_n
      %2 = affine.load %R[%k, %k] : !n_n
      %3 = arith.divf %1, %2 : f64
      affine.store %3, %Q[%i, %k] : !m_n
    }
    affine.for %j = #next(%k) to #n() {
      // R(k, j) := sum_i Q(i, k) A(i, j)
      affine.store %zero, %R[%k, %j] : !n_n
      affine.for %i = 0 to #m() {
        %1 = affine.load %R[%k, %j] : !n_n
        %2 = affine.load %Q[%i, %k] : !m_n
        %3 = affine.load %A[%i, %j] : !m_n
        %4 = arith.mulf %2, %3 : f64
        %5 = arith.addf %1, %4 : f64
        affine.store %5, %R[%k, %j] : !n_n
      }
      affine.for %i = 0 to #m() {
        // A(i, j) -= Q(i, k) R(k, j)
        %1 = affine.load %A[%i, %j] : !m_n
        %2 = affine.load %Q[%i, %k] : !m_n
        %3 = affine.load %R[%k, %j] : !n_n
        %4 = arith.mulf %2, %3 : f64
        %5 = arith.subf %1, %4 : f64
        affine.store %5, %A[%i, %j] : !m_n
      }
    }
  }
  return
}

func.func @checksum(%R: !n_n, %Q: !m_n) -> f64 {
  %zero = arith.constant 0.0 : f64
  %sum_R = affine.for %i = 0 to #n() iter_args(%from_i = %zero) -> (f64) {
    %sum_i = affine.for %j = 0 to #n() iter_args(%from_j = %from_i) -> (f64) {
      %0 = affine.load %R[%i, %j] : !n_n
      %1 = affine.apply #weight(%i, %j)
      %2 = arith.index_cast %1 : index to i64
      %3 = arith.sitofp %2 : i64 to f64
      %4 = arith.mulf %0, %3 : f64
      %5 = arith.addf %from_j, %4 : f64
      affine.yield %5 : f64
    }
    affine.yield %sum_i : f64
  }
  %twice_R = arith.addf %sum_R, %sum_R : f64
  %sum_Q = affine.for %i = 0 to #m() iter_args(%from_i = %twice_R) -> (f64) {
    %sum_i = affine.for %j = 0 to #n() iter_args(%from_j = %from_i) -> (f64) {
      %0 = affine.load %Q[%i, %j] : !m_n
      %1 = affine.apply #weight(%i, %j)
      %2 = arith.index_cast %1 : index to i64
      %3 = arith.sitofp %2 : i64 to f64
      %4 = arith.mulf %0, %3 : f64
      %5 = arith.addf %from_j, %4 : f64
      affine.yield %5 : f64
    }
    affine.yield %sum_i : f64
  }
  return %sum_Q : f64
}

func.func private @ratio(%p: index, %q: index) -> f64 {
  %0 = arith.index_cast %p : index to i64
  %1 = arith.index_cast %q : index to i64
  %2 = arith.sitofp %0 : i64 to f64
  %3 = arith.sitofp %1 : i64 to f64
  %4 = arith.divf %2, %3 : f64
  return %4 : f64
}
