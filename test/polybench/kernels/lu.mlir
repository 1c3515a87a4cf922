// lu: A = L U, both triangles in the place of A; L has ones on its diagonal, which are not kept.
//
//   A(i, j) := (A(i, j) - sum_{k<j} A(i, k) A(k, j)) / A(j, j)    for j < i
//   A(i, j) := A(i, j) - sum_{k<i} A(i, k) A(k, j)                for i <= j
//
// @init makes a matrix positive definite: a lower triangle with ones on its diagonal, times itself transposed.
//
// PolyBench/C 4.2.1, linear-algebra/solvers.
//
// sizes    mini  small  medium  large  extralarge
// n          40    120     400   2000        4000
//
// checksum mini 17693.425000000003
// checksum small 155487.15000000008
// checksum medium 1713036.8024999949

#n = affine_map<() -> (120)>
#next = affine_map<(d0) -> (d0 + 1)>
#same = affine_map<(d0) -> (d0)>
#weight = affine_map<(d0, d1) -> ((d0 * 7 + d1 * 3) mod 31 + 1)>
!matrix = memref<120x120xf64>

func.func @run() -> f64 {
  %A = memref.alloc() : !matrix
  call @init(%A) : (!matrix) -> ()
  call @kernel(%A) : (!matrix) -> ()
  %checksum = call @checksum(%A) : (!matrix) -> f64
  memref.dealloc %A : !matrix
  return %checksum : f64
}

func.func @init(%A: !matrix) {
  %B = memref.alloc() : !matrix
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %n = affine.apply #n()
  affine.for %i = 0 to #n() {
    affine.for %j = 0 to #next(%i) {
      %0 = func.call @ratio(%j, %n) : (index, index) -> f64
      %1 = arith.subf %one, %0 : f64
      affine.store %1, %A[%i, %j] : !matrix
    }
    affine.for %j = #next(%i) to #n() {
      affine.store %zero, %A[%i, %j] : !matrix
    }
    affine.store %one, %A[%i, %i] : !matrix
  }

  affine.for %i = 0 to #n() {
    affine.for %j = 0 to #n() {
      affine.store %zero, %B[%i, %j] : !matrix
    }
  }

  affine.for %k = 0 to #n() {
    affine.for %i = 0 to #n() {
      affine.for %j = 0 to #n() {
        %0 = affine.load %B[%i, %j] : !matrix
        %1 = affine.load %A[%i, %k] : !matrix
        %2 = affine.load %A[%j, %k] : !matrix
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.addf %0, %3 : f64
        affine.store %4, %B[%i, %j] : !matrix
      }
    }
  }

  affine.for %i = 0 to #n() {
    affine.for %j = 0 to #n() {
      %0 = affine.load %B[%i, %j] : !matrix
      affine.store %0, %A[%i, %j] : !matrix
    }
  }
  memref.dealloc %B : !matrix
  return
}

func.func @kernel(%A: !matrix) {
  affine.for %i = 0 to #n() {
    affine.for %j = 0 to #same(%i) {
      affine.for %k = 0 to #same(%j) {
        // A(i, j) -= A(i, k) A(k, j)
        %0 = affine.load %A[%i, %j] : !matrix
        %1 = affine.load %A[%i, %k] : !matrix
        %2 = affine.load %A[%k, %j] : !matrix
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.subf %0, %3 : f64
        affine.store %4, %A[%i, %j] : !matrix
      }
      // A(i, j) := A(i, j) / A(j, j)
      %0 = affine.load %A[%i, %j] : !matrix
      %1 = affine.load %A[%j, %j] : !matrix
      %2 = arith.divf %0, %1 : f64
      affine.store %2, %A[%i, %j] : !matrix
    }
    affine.for %j = #same(%i) to #n() {
      affine.for %k = 0 to #same(%i) {
        // A(i, j) -= A(i, k) A(k, j)
        %0 = affine.load %A[%i, %j] : !matrix
        %1 = affine.load %A[%i, %k] : !matrix
        %2 = affine.load %A[%k, %j] : !matrix
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.subf %0, %3 : f64
        affine.store %4, %A[%i, %j] : !matrix
      }
    }
  }
  return
}

func.func @checksum(%A: !matrix) -> f64 {
  %zero = arith.constant 0.0 : f64
  %sum_A = affine.for %i = 0 to #n() iter_args(%from_i = %zero) -> (f64) {
    %sum_i = affine.for %j = 0 to #n() iter_args(%from_j = %from_i) -> (f64) {
      %0 = affine.load %A[%i, %j] : !matrix
      %1 = affine.apply #weight(%i, %j)
      %2 = arith.index_cast %1 : index to i64
      %3 = arith.sitofp %2 : i64 to f64
      %4 = arith.mulf %0, %3 : f64
      %5 = arith.addf %from_j, %4 : f64
      affine.yield %5 : f64
    }
    affine.yield %sum_i : f64
  }
  return %sum_A : f64
}

func.func private @ratio(%p: index, %q: index) -> f64 {
  %0 = arith.index_cast %p : index to i64
  %1 = arith.index_cast %q : index to i64
  %2 = arith.sitofp %0 : i64 to f64
  %3 = arith.sitofp %1 : i64 to f64
  %4 = arith.divf %2, %3 : f64
  return %4 : f64
}
