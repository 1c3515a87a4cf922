// 2mm: two products of matrices, one after the other.
//
//   tmp := alpha A B
//   D := tmp C + beta D
//
// PolyBench/C 4.2.1, linear-algebra/kernels.
//
// sizes    mini  small  medium  large  extralarge
// ni         16     40     180    800        1600
// nj         18     50     190    900        1800
// nk         22     70     210   1100        2200
// nl         24     80     220   1200        2400
//
// checksum mini 271691.71148200752
// checksum small 27039940.510178585
// checksum medium 4307122092.5202494

#ni = affine_map<() -> (40)>
#nj = affine_map<() -> (50)>
#nk = affine_map<() -> (70)>
#nl = affine_map<() -> (80)>
#weight = affine_map<(d0, d1) -> ((d0 * 7 + d1 * 3) mod 31 + 1)>
!ni_nj = memref<40x50xf64>
!ni_nk = memref<40x70xf64>
!nk_nj = memref<70x50xf64>
!nj_nl = memref<50x80xf64>
!ni_nl = memref<40x80xf64>

func.func @run() -> f64 {
  %alpha = arith.constant 1.5 : f64
  %beta = arith.constant 1.2 : f64
  %tmp = memref.alloc() : !ni_nj
  %A = memref.alloc() : !ni_nk
  %B = memref.alloc() : !nk_nj
  %C = memref.alloc() : !nj_nl
  %D = memref.alloc() : !ni_nl
  call @init(%A, %B, %C, %D) : (!ni_nk, !nk_nj, !nj_nl, !ni_nl) -> ()
  call @kernel(%alpha, %beta, %tmp, %A, %B, %C, %D) : (f64, f64, !ni_nj, !ni_nk, !nk_nj, !nj_nl, !ni_nl) -> ()
  %checksum = call @checksum(%D) : (!ni_nl) -> f64
  memref.dealloc %tmp : !ni_nj
  memref.dealloc %A : !ni_nk
  memref.dealloc %B : !nk_nj
  memref.dealloc %C : !nj_nl
  memref.dealloc %D : !ni_nl
  return %checksum : f64
}

func.func @init(%A: !ni_nk, %B: !nk_nj, %C: !nj_nl, %D: !ni_nl) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c2 = arith.constant 2 : index
  %ni = affine.apply #ni()
  %nj = affine.apply #nj()
  %nl = affine.apply #nl()
  %nk = affine.apply #nk()
  affine.for %i = 0 to #ni() {
    affine.for %j = 0 to #nk() {
      %0 = arith.muli %i, %j : index
      %1 = arith.addi %0, %c1 : index
      %2 = arith.remui %1, %ni : index
      %3 = func.call @ratio(%2, %ni) : (index, index) -> f64
      affine.store %3, %A[%i, %j] : !ni_nk
    }
  }

  affine.for %i = 0 to #nk() {
    affine.for %j = 0 to #nj() {
      %0 = arith.addi %j, %c1 : index
      %1 = arith.muli %i, %0 : index
      %2 = arith.remui %1, %nj : index
      %3 = func.call @ratio(%2, %nj) : (index, index) -> f64
      affine.store %3, %B[%i, %j] : !nk_nj
    }
  }

  affine.for %i = 0 to #nj() {
    affine.for %j = 0 to #nl() {
      %0 = arith.addi %j, %c3 : index
      %1 = arith.muli %i, %0 : index
      %2 = arith.addi %1, %c1 : index
      %3 = arith.remui %2, %nl : index
      %4 = func.call @ratio(%3, %nl) : (index, index) -> f64
      affine.store %4, %C[%i, %j] : !nj_nl
    }
  }

  affine.for %i = 0 to #ni() {
    affine.for %j = 0 to #nl() {
      %0 = arith.addi %j, %c2 : index
      %1 = arith.muli %i, %0 : index
      %2 = arith.remui %1, %nk : index
      %3 = func.call @ratio(%2, %nk) : (index, index) -> f64
      affine.store %3, %D[%i, %j] : !ni_nl
    }
  }
  return
}

func.func @kernel(%alpha: f64, %beta: f64, %tmp: !ni_nj, %A: !ni_nk, %B: !nk_nj, %C: !nj_nl, %D: !ni_nl) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to #ni() {
    affine.for %j = 0 to #nj() {
      // tmp(i, j) := 0
      affine.store %zero, %tmp[%i, %j] : !ni_nj
      affine.for %k = 0 to #nk() {
        // tmp(i, j) += alpha A(i, k) B(k, j)
        %0 = affine.load %tmp[%i, %j] : !ni_nj
        %1 = affine.load %A[%i, %k] : !ni_nk
        %2 = arith.mulf %alpha, %1 : f64
        %3 = affine.load %B[%k, %j] : !nk_nj
        %4 = arith.mulf %2, %3 : f64
        %5 = arith.addf %0, %4 : f64
        affine.store %5, %tmp[%i, %j] : !ni_nj
      }
    }
  }

  affine.for %i = 0 to #ni() {
    affine.for %j = 0 to #nl() {
      // D(i, j) := beta D(i, j)
      %0 = affine.load %D[%i, %j] : !ni_nl
      %1 = arith.mulf %0, %beta : f64
      affine.store %1, %D[%i, %j] : !ni_nl
      affine.for %k = 0 to #nj() {
        // D(i, j) += tmp(i, k) C(k, j)
        %2 = affine.load %D[%i, %j] : !ni_nl
        %3 = affine.load %tmp[%i, %k] : !ni_nj
        %4 = affine.load %C[%k, %j] : !nj_nl
        %5 = arith.mulf %3, %4 : f64
        %6 = arith.addf %2, %5 : f64
        affine.store %6, %D[%i, %j] : !ni_nl
      }
    }
  }
  return
}

func.func @checksum(%D: !ni_nl) -> f64 {
  %zero = arith.constant 0.0 : f64
  %sum_D = affine.for %i = 0 to #ni() iter_args(%from_i = %zero) -> (f64) {
    %sum_i = affine.for %j = 0 to #nl() iter_args(%from_j = %from_i) -> (f64) {
      %0 = affine.load %D[%i, %j] : !ni_nl
      %1 = affine.apply #weight(%i, %j)
      %2 = arith.index_cast %1 : index to i64
      %3 = arith.sitofp %2 : i64 to f64
      %4 = arith.mulf %0, %3 : f64
      %5 = arith.addf %from_j, %4 : f64
      affine.yield %5 : f64
    }
    affine.yield %sum_i : f64
  }
  return %sum_D : f64
}

func.func private @ratio(%p: index, %q: index) -> f64 {
  %0 = arith.index_cast %p : index to i64
  %1 = arith.index_cast %q : index to i64
  %2 = arith.sitofp %0 : i64 to f64
  %3 = arith.sitofp %1 : i64 to f64
  %4 = arith.divf %2, %3 : f64
  return %4 : f64
}
