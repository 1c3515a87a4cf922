// gemm: a product of matrices, scaled and added to a scaled matrix.
//
//   C := alpha A B + beta C
//
// PolyBench/C 4.2.1, linear-algebra/blas.
//
// sizes    mini  small  medium  large  extralarge
// ni         20     60     200   1000        2000
// nj         25     70     220   1100        2300
// nk         30     80     240   1200        2600
//
// checksum mini 69969.209999999992
// checksum small 1760647.0567857134
// checksum medium 59216805.836772658

#ni = affine_map<() -> (60)>
#nj = affine_map<() -> (70)>
#nk = affine_map<() -> (80)>
#weight = affine_map<(d0, d1) -> ((d0 * 7 + d1 * 3) mod 31 + 1)>
!ni_nj = memref<60x70xf64>
!ni_nk = memref<60x80xf64>
!nk_nj = memref<80x70xf64>

func.func @run() -> f64 {
  %alpha = arith.constant 1.5 : f64
  %beta = arith.constant 1.2 : f64
  %C = memref.alloc() : !ni_nj
  %A = memref.alloc() : !ni_nk
  %B = memref.alloc() : !nk_nj
  call @init(%C, %A, %B) : (!ni_nj, !ni_nk, !nk_nj) -> ()
  call @kernel(%alpha, %beta, %C, %A, %B) : (f64, f64, !ni_nj, !ni_nk, !nk_nj) -> ()
  %checksum = call @checksum(%C) : (!ni_nj) -> f64
  memref.dealloc %C : !ni_nj
  memref.dealloc %A : !ni_nk
  memref.dealloc %B : !nk_nj
  return %checksum : f64
}

func.func @init(%C: !ni_nj, %A: !ni_nk, %B: !nk_nj) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %ni = affine.apply #ni()
  %nk = affine.apply #nk()
  %nj = affine.apply #nj()
  affine.for %i = 0 to #ni() {
    affine.for %j = 0 to #nj() {
      %0 = arith.muli %i, %j : index
      %1 = arith.addi %0, %c1 : index
      %2 = arith.remui %1, %ni : index
      %3 = func.call @ratio(%2, %ni) : (index, index) -> f64
      affine.store %3, %C[%i, %j] : !ni_nj
    }
  }

  affine.for %i = 0 to #ni() {
    affine.for %j = 0 to #nk() {
      %0 = arith.addi %j, %c1 : index
      %1 = arith.muli %i, %0 : index
      %2 = arith.remui %1, %nk : index
      %3 = func.call @ratio(%2, %nk) : (index, index) -> f64
      affine.store %3, %A[%i, %j] : !ni_nk
    }
  }

  affine.for %i = 0 to #nk() {
    affine.for %j = 0 to #nj() {
      %0 = arith.addi %j, %c2 : index
      %1 = arith.muli %i, %0 : index
      %2 = arith.remui %1, %nj : index
      %3 = func.call @ratio(%2, %nj) : (index, index) -> f64
      affine.store %3, %B[%i, %j] : !nk_nj
    }
  }
  return
}

func.func @kernel(%alpha: f64, %beta: f64, %C: !ni_nj, %A: !ni_nk, %B: !nk_nj) {
  affine.for %i = 0 to #ni() {
    affine.for %j = 0 to #nj() {
      // C(i, j) := beta C(i, j)
      %0 = affine.load %C[%i, %j] : !ni_nj
      %1 = arith.mulf %0, %beta : f64
      affine.store %1, %C[%i, %j] : !ni_nj
    }
    affine.for %k = 0 to #nk() {
      affine.for %j = 0 to #nj() {
        // C(i, j) += alpha A(i, k) B(k, j)
        %0 = affine.load %C[%i, %j] : !ni_nj
        %1 = affine.load %A[%i, %k] : !ni_nk
        %2 = arith.mulf %alpha, %1 : f64
        %3 = affine.load %B[%k, %j] : !nk_nj
        %4 = arith.mulf %2, %3 : f64
        %5 = arith.addf %0, %4 : f64
        affine.store %5, %C[%i, %j] : !ni_nj
      }
    }
  }
  return
}

func.func @checksum(%C: !ni_nj) -> f64 {
  %zero = arith.constant 0.0 : f64
  %sum_C = affine.for %i = 0 to #ni() iter_args(%from_i = %zero) -> (f64) {
    %sum_i = affine.for %j = 0 to #nj() iter_args(%from_j = %from_i) -> (f64) {
      %0 = affine.load %C[%i, %j] : !ni_nj
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
