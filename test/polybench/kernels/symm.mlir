// symm: a symmetric matrix, of which only the lower triangle is read, times a matrix.
//
//   C := alpha A B + beta C
//
// Row i adds its own share to the rows k above it, and collects theirs in a sum (through iter_args). What must not be
// read holds -999.
//
// PolyBench/C 4.2.1, linear-algebra/blas.
//
// sizes    mini  small  medium  large  extralarge
// m          20     60     200   1000        2000
// n          30     80     240   1200        2600
//
// checksum mini 378291.71249999997
// checksum small 5593405.2683333363
// checksum medium 14341538.870249985

#m = affine_map<() -> (60)>
#n = affine_map<() -> (80)>
#next = affine_map<(d0) -> (d0 + 1)>
#same = affine_map<(d0) -> (d0)>
#weight = affine_map<(d0, d1) -> ((d0 * 7 + d1 * 3) mod 31 + 1)>
!m_n = memref<60x80xf64>
!m_m = memref<60x60xf64>

func.func @run() -> f64 {
  %alpha = arith.constant 1.5 : f64
  %beta = arith.constant 1.2 : f64
  %C = memref.alloc() : !m_n
  %A = memref.alloc() : !m_m
  %B = memref.alloc() : !m_n
  call @init(%C, %A, %B) : (!m_n, !m_m, !m_n) -> ()
  call @kernel(%alpha, %beta, %C, %A, %B) : (f64, f64, !m_n, !m_m, !m_n) -> ()
  %checksum = call @checksum(%C) : (!m_n) -> f64
  memref.dealloc %C : !m_n
  memref.dealloc %A : !m_m
  memref.dealloc %B : !m_n
  return %checksum : f64
}

func.func @init(%C: !m_n, %A: !m_m, %B: !m_n) {
  %c100 = arith.constant 100 : index
  %unused = arith.constant -999.0 : f64
  %m = affine.apply #m()
  %n = affine.apply #n()
  affine.for %i = 0 to #m() {
    affine.for %j = 0 to #n() {
      %0 = arith.addi %i, %j : index
      %1 = arith.remui %0, %c100 : index
      %2 = func.call @ratio(%1, %m) : (index, index) -> f64
      affine.store %2, %C[%i, %j] : !m_n
      %3 = arith.addi %n, %i : index
      %4 = arith.subi %3, %j : index
      %5 = arith.remui %4, %c100 : index
      %6 = func.call @ratio(%5, %m) : (index, index) -> f64
      affine.store %6, %B[%i, %j] : !m_n
    }
  }

  affine.for %i = 0 to #m() {
    affine.for %j = 0 to #next(%i) {
      %0 = arith.addi %i, %j : index
      %1 = arith.remui %0, %c100 : index
      %2 = func.call @ratio(%1, %m) : (index, index) -> f64
      affine.store %2, %A[%i, %j] : !m_m
    }
    affine.for %j = #next(%i) to #m() {
      affine.store %unused, %A[%i, %j] : !m_m
    }
  }
  return
}

func.func @kernel(%alpha: f64, %beta: f64, %C: !m_n, %A: !m_m, %B: !m_n) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to #m() {
    affine.for %j = 0 to #n() {
      %above_end = affine.for %k = 0 to #same(%i) iter_args(%above_k = %zero) -> (f64) {
        // C(k, j) += alpha B(i, j) A(i, k)
        %0 = affine.load %C[%k, %j] : !m_n
        %1 = affine.load %B[%i, %j] : !m_n
        %2 = arith.mulf %alpha, %1 : f64
        %3 = affine.load %A[%i, %k] : !m_m
        %4 = arith.mulf %2, %3 : f64
        %5 = arith.addf %0, %4 : f64
        affine.store %5, %C[%k, %j] : !m_n
        // above += B(k, j) A(i, k)
        %6 = affine.load %B[%k, %j] : !m_n
        %7 = affine.load %A[%i, %k] : !m_m
        %8 = arith.mulf %6, %7 : f64
        %above = arith.addf %above_k, %8 : f64
        affine.yield %above : f64
      }
      // C(i, j) := beta C(i, j) + alpha B(i, j) A(i, i) + alpha above
      %0 = affine.load %C[%i, %j] : !m_n
      %1 = arith.mulf %beta, %0 : f64
      %2 = affine.load %B[%i, %j] : !m_n
      %3 = arith.mulf %alpha, %2 : f64
      %4 = affine.load %A[%i, %i] : !m_m
      %5 = arith.mulf %3, %4 : f64
      %6 = arith.addf %1, %5 : f64
      %7 = arith.mulf %alpha, %above_end : f64
      %8 = arith.addf %6, %7 : f64
      affine.store %8, %C[%i, %j] : !m_n
    }
  }
  return
}

func.func @checksum(%C: !m_n) -> f64 {
  %zero = arith.constant 0.0 : f64
  %sum_C = affine.for %i = 0 to #m() iter_args(%from_i = %zero) -> (f64) {
    %sum_i = affine.for %j = 0 to #n() iter_args(%from_j = %from_i) -> (f64) {
      %0 = affine.load %C[%i, %j] : !m_n
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
