// trmm: a lower triangle with ones on its diagonal, transposed, times a matrix, in place.
//
//   B := alpha transposed(A) B
//
// PolyBench/C 4.2.1, linear-algebra/blas.
//
// sizes    mini  small  medium  large  extralarge
// m          20     60     200   1000        2000
// n          30     80     240   1200        2600
//
// checksum mini 38389.150000000023
// checksum small 881390.56812499871
// checksum medium 28966164.969656579

#m = affine_map<() -> (60)>
#n = affine_map<() -> (80)>
#same = affine_map<(d0) -> (d0)>
#next = affine_map<(d0) -> (d0 + 1)>
#weight = affine_map<(d0, d1) -> ((d0 * 7 + d1 * 3) mod 31 + 1)>
!m_m = memref<60x60xf64>
!m_n = memref<60x80xf64>

func.func @run() -> f64 {
  %alpha = arith.constant 1.5 : f64
  %A = memref.alloc() : !m_m
  %B = memref.alloc() : !m_n
  call @init(%A, %B) : (!m_m, !m_n) -> ()
  call @kernel(%alpha, %A, %B) : (f64, !m_m, !m_n) -> ()
  %checksum = call @checksum(%B) : (!m_n) -> f64
  memref.dealloc %A : !m_m
  memref.dealloc %B : !m_n
  return %checksum : f64
}

func.func @init(%A: !m_m, %B: !m_n) {
  %one = arith.constant 1.0 : f64
  %m = affine.apply #m()
  %n = affine.apply #n()
  affine.for %i = 0 to #m() {
    affine.for %j = 0 to #same(%i) {
      %0 = arith.addi %i, %j : index
      %1 = arith.remui %0, %m : index
      %2 = func.call @ratio(%1, %m) : (index, index) -> f64
      affine.store %2, %A[%i, %j] : !m_m
    }
    affine.store %one, %A[%i, %i] : !m_m
    affine.for %j = 0 to #n() {
      %0 = arith.subi %i, %j : index
      %1 = arith.addi %n, %0 : index
      %2 = arith.remui %1, %n : index
      %3 = func.call @ratio(%2, %n) : (index, index) -> f64
      affine.store %3, %B[%i, %j] : !m_n
    }
  }
  return
}

func.func @kernel(%alpha: f64, %A: !m_m, %B: !m_n) {
  affine.for %i = 0 to #m() {
    affine.for %j = 0 to #n() {
      affine.for %k = #next(%i) to #m() {
        // B(i, j) += A(k, i) B(k, j)
        %0 = affine.load %B[%i, %j] : !m_n
        %1 = affine.load %A[%k, %i] : !m_m
        %2 = affine.load %B[%k, %j] : !m_n
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.addf %0, %3 : f64
        affine.store %4, %B[%i, %j] : !m_n
      }
      // B(i, j) := alpha B(i, j)
      %0 = affine.load %B[%i, %j] : !m_n
      %1 = arith.mulf %alpha, %0 : f64
      affine.store %1, %B[%i, %j] : !m_n
    }
  }
  return
}

func.func @checksum(%B: !m_n) -> f64 {
  %zero = arith.constant 0.0 : f64
  %sum_B = affine.for %i = 0 to #m() iter_args(%from_i = %zero) -> (f64) {
    %sum_i = affine.for %j = 0 to #n() iter_args(%from_j = %from_i) -> (f64) {
      %0 = affine.load %B[%i, %j] : !m_n
      %1 = affine.apply #weight(%i, %j)
      %2 = arith.index_cast %1 : index to i64
      %3 = arith.sitofp %2 : i64 to f64
      %4 = arith.mulf %0, %3 : f64
      %5 = arith.addf %from_j, %4 : f64
      affine.yield %5 : f64
    }
    affine.yield %sum_i : f64
  }
  return %sum_B : f64
}

func.func private @ratio(%p: index, %q: index) -> f64 {
  %0 = arith.index_cast %p : index to i64
  %1 = arith.index_cast %q : index to i64
  %2 = arith.sitofp %0 : i64 to f64
  %3 = arith.sitofp %1 : i64 to f64
  %4 = arith.divf %2, %3 : f64
  return %4 : f64
}
