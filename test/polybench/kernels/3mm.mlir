// 3mm: the product of two products of matrices.
//
//   E := A B
//   F := C D
//   G := E F
//
// PolyBench/C 4.2.1, linear-algebra/kernels.
//
// sizes    mini  small  medium  large  extralarge
// ni         16     40     180    800        1600
// nj         18     50     190    900        1800
// nk         20     60     200   1000        2000
// nl         22     70     210   1100        2200
// nm         24     80     220   1200        2400
//
// checksum mini 2700.1122644444467
// checksum small 803046.16490632284
// checksum medium 441298979.86625659

#ni = affine_map<() -> (40)>
#nj = affine_map<() -> (50)>
#nk = affine_map<() -> (60)>
#nl = affine_map<() -> (70)>
#nm = affine_map<() -> (80)>
#weight = affine_map<(d0, d1) -> ((d0 * 7 + d1 * 3) mod 31 + 1)>
!ni_nj = memref<40x50xf64>
!ni_nk = memref<40x60xf64>
!nk_nj = memref<60x50xf64>
!nj_nl = memref<50x70xf64>
!nj_nm = memref<50x80xf64>
!nm_nl = memref<80x70xf64>
!ni_nl = memref<40x70xf64>

func.func @run() -> f64 {
  %E = memref.alloc() : !ni_nj
  %A = memref.alloc() : !ni_nk
  %B = memref.alloc() : !nk_nj
  %F = memref.alloc() : !nj_nl
  %C = memref.alloc() : !nj_nm
  %D = memref.alloc() : !nm_nl
  %G = memref.alloc() : !ni_nl
  call @init(%A, %B, %C, %D) : (!ni_nk, !nk_nj, !nj_nm, !nm_nl) -> ()
  call @kernel(%E, %A, %B, %F, %C, %D, %G) : (!ni_nj, !ni_nk, !nk_nj, !nj_nl, !nj_nm, !nm_nl, !ni_nl) -> ()
  %checksum = call @checksum(%G) : (!ni_nl) -> f64
  memref.dealloc %E : !ni_nj
  memref.dealloc %A : !ni_nk
  memref.dealloc %B : !nk_nj
  memref.dealloc %F : !nj_nl
  memref.dealloc %C : !nj_nm
  memref.dealloc %D : !nm_nl
  memref.dealloc %G : !ni_nl
  return %checksum : f64
}

func.func @init(%A: !ni_nk, %B: !nk_nj, %C: !nj_nm, %D: !nm_nl) {
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %ni = affine.apply #ni()
  %nj = affine.apply #nj()
  %nl = affine.apply #nl()
  %nk = affine.apply #nk()
  affine.for %i = 0 to #ni() {
    affine.for %j = 0 to #nk() {
      %0 = arith.muli %i, %j : index
      %1 = arith.addi %0, %c1 : index
      %2 = arith.remui %1, %ni : index
      %3 = arith.muli %c5, %ni : index
      %4 = func.call @ratio(%2, %3) : (index, index) -> f64
      affine.store %4, %A[%i, %j] : !ni_nk
    }
  }

  affine.for %i = 0 to #nk() {
    affine.for %j = 0 to #nj() {
      %0 = arith.addi %j, %c1 : index
      %1 = arith.muli %i, %0 : index
      %2 = arith.addi %1, %c2 : index
      %3 = arith.remui %2, %nj : index
      %4 = arith.muli %c5, %nj : index
      %5 = func.call @ratio(%3, %4) : (index, index) -> f64
      affine.store %5, %B[%i, %j] : !nk_nj
    }
  }

  affine.for %i = 0 to #nj() {
    affine.for %j = 0 to #nm() {
      %0 = arith.addi %j, %c3 : index
      %1 = arith.muli %i, %0 : index
      %2 = arith.remui %1, %nl : index
      %3 = arith.muli %c5, %nl : index
      %4 = func.call @ratio(%2, %3) : (index, index) -> f64
      affine.store %4, %C[%i, %j] : !nj_nm
    }
  }

  affine.for %i = 0 to #nm() {
    affine.for %j = 0 to #nl() {
      %0 = arith.addi %j, %c2 : index
      %1 = arith.muli %i, %0 : index
      %2 = arith.addi %1, %c2 : index
      %3 = arith.remui %2, %nk : index
      %4 = arith.muli %c5, %nk : index
      %5 = func.call @ratio(%3, %4) : (index, index) -> f64
      affine.store %5, %D[%i, %j] : !nm_nl
    }
  }
  return
}

func.func @kernel(%E: !ni_nj, %A: !ni_nk, %B: !nk_nj, %F: !nj_nl, %C: !nj_nm, %D: !nm_nl, %G: !ni_nl) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to #ni() {
    affine.for %j = 0 to #nj() {
      // E(i, j) := 0
      affine.store %zero, %E[%i, %j] : !ni_nj
      affine.for %k = 0 to #nk() {
        // E(i, j) += A(i, k) B(k, j)
        %0 = affine.load %E[%i, %j] : !ni_nj
        %1 = affine.load %A[%i, %k] : !ni_nk
        %2 = affine.load %B[%k, %j] : !nk_nj
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.addf %0, %3 : f64
        affine.store %4, %E[%i, %j] : !ni_nj
      }
    }
  }

  affine.for %i = 0 to #nj() {
    affine.for %j = 0 to #nl() {
      // F(i, j) := 0
      affine.store %zero, %F[%i, %j] : !nj_nl
      affine.for %k = 0 to #nm() {
        // F(i, j) += C(i, k) D(k, j)
        %0 = affine.load %F[%i, %j] : !nj_nl
        %1 = affine.load %C[%i, %k] : !nj_nm
        %2 = affine.load %D[%k, %j] : !nm_nl
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.addf %0, %3 : f64
        affine.store %4, %F[%i, %j] : !nj_nl
      }
    }
  }

  affine.for %i = 0 to #ni() {
    affine.for %j = 0 to #nl() {
      // G(i, j) := 0
      affine.store %zero, %G[%i, %j] : !ni_nl
      affine.for %k = 0 to #nj() {
        // G(i, j) += E(i, k) F(k, j)
        %0 = affine.load %G[%i, %j] : !ni_nl
        %1 = affine.load %E[%i, %k] : !ni_nj
        %2 = affine.load %F[%k, %j] : !nj_nl
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.addf %0, %3 : f64
        affine.store %4, %G[%i, %j] : !ni_nl
      }
    }
  }
  return
}

func.func @checksum(%G: !ni_nl) -> f64 {
  %zero = arith.constant 0.0 : f64
  %sum_G = affine.for %i = 0 to #ni() iter_args(%from_i = %zero) -> (f64) {
    %sum_i = affine.for %j = 0 to #nl() iter_args(%from_j = %from_i) -> (f64) {
      %0 = affine.load %G[%i, %j] : !ni_nl
      %1 = affine.apply #weight(%i, %j)
      %2 = arith.index_cast %1 : index to i64
      %3 = arith.sitofp %2 : i64 to f64
      %4 = arith.mulf %0, %3 : f64
      %5 = arith.addf %from_j, %4 : f64
      affine.yield %5 : f64
    }
    affine.yield %sum_i : f64
  }
  return %sum_G : f64
}

func.func private @ratio(%p: index, %q: index) -> f64 {
  %0 = arith.index_cast %p : index to i64
  %1 = arith.index_cast %q : index to i64
  %2 = arith.sitofp %0 : i64 to f64
  %3 = arith.sitofp %1 : i64 to f64
  %4 = arith.divf %2, %3 : f64
  return %4 : f64
}
