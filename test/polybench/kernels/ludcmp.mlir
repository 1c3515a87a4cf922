// ludcmp: solves A x = b: A = L U as in lu.mlir, then y from L y = b forwards and x from U x = y backwards.
//
//   A(i, j) := (A(i, j) - sum_{k<j} A(i, k) A(k, j)) / A(j, j)    for j < i
//   A(i, j) := A(i, j) - sum_{k<i} A(i, k) A(k, j)                for i <= j
//   y(i) := b(i) - sum_{j<i} A(i, j) y(j)
//   x(i) := (y(i) - sum_{j>i} A(i, j) x(j)) / A(i, i)
//
// Sums go through iter_args, which is what parts this kernel from lu. @init makes a matrix positive definite: a lower
// triangle with ones on its diagonal, times itself transposed.
//
// PolyBench/C 4.2.1, linear-algebra/solvers.
//
// sizes    mini  small  medium  large  extralarge
// n          40    120     400   2000        4000
//
// checksum mini 5.135950199179228
// checksum small 5.1682452969516914
// checksum medium 4.2668812152067543

#n = affine_map<() -> (120)>
#reverse_n = affine_map<(d0) -> (120 - 1 - d0)>
#next = affine_map<(d0) -> (d0 + 1)>
#same = affine_map<(d0) -> (d0)>
#weight = affine_map<(d0) -> (d0 * 7 mod 31 + 1)>
!matrix = memref<120x120xf64>
!vector = memref<120xf64>

func.func @run() -> f64 {
  %A = memref.alloc() : !matrix
  %b = memref.alloc() : !vector
  %x = memref.alloc() : !vector
  %y = memref.alloc() : !vector
  call @init(%A, %b, %x, %y) : (!matrix, !vector, !vector, !vector) -> ()
  call @kernel(%A, %b, %x, %y) : (!matrix, !vector, !vector, !vector) -> ()
  %checksum = call @checksum(%x) : (!vector) -> f64
  memref.dealloc %A : !matrix
  memref.dealloc %b : !vector
  memref.dealloc %x : !vector
  memref.dealloc %y : !vector
  return %checksum : f64
}

func.func @init(%A: !matrix, %b: !vector, %x: !vector, %y: !vector) {
  %B = memref.alloc() : !matrix
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f64
  %four = arith.constant 4.0 : f64
  %one = arith.constant 1.0 : f64
  %n = affine.apply #n()
  affine.for %i = 0 to #n() {
    affine.store %zero, %x[%i] : !vector
    affine.store %zero, %y[%i] : !vector
    %0 = arith.addi %i, %c1 : index
    %1 = func.call @ratio(%0, %n) : (index, index) -> f64
    %2 = arith.divf %1, %two : f64
    %3 = arith.addf %2, %four : f64
    affine.store %3, %b[%i] : !vector
  }

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

func.func @kernel(%A: !matrix, %b: !vector, %x: !vector, %y: !vector) {
  affine.for %i = 0 to #n() {
    affine.for %j = 0 to #same(%i) {
      %w = affine.load %A[%i, %j] : !matrix
      %w_end = affine.for %k = 0 to #same(%j) iter_args(%w_k = %w) -> (f64) {
        // w -= A(i, k) A(k, j)
        %0 = affine.load %A[%i, %k] : !matrix
        %1 = affine.load %A[%k, %j] : !matrix
        %2 = arith.mulf %0, %1 : f64
        %w_next = arith.subf %w_k, %2 : f64
        affine.yield %w_next : f64
      }
      // A(i, j) := w / A(j, j)
      %0 = affine.load %A[%j, %j] : !matrix
      %1 = arith.divf %w_end, %0 : f64
      affine.store %1, %A[%i, %j] : !matrix
    }
    affine.for %j = #same(%i) to #n() {
      %w = affine.load %A[%i, %j] : !matrix
      %w_end = affine.for %k = 0 to #same(%i) iter_args(%w_k = %w) -> (f64) {
        // w -= A(i, k) A(k, j)
        %0 = affine.load %A[%i, %k] : !matrix
        %1 = affine.load %A[%k, %j] : !matrix
        %2 = arith.mulf %0, %1 : f64
        %w_next = arith.subf %w_k, %2 : f64
        affine.yield %w_next : f64
      }
      // A(i, j) := w
      affine.store %w_end, %A[%i, %j] : !matrix
    }
  }

  affine.for %i = 0 to #n() {
    %w = affine.load %b[%i] : !vector
    %w_end = affine.for %j = 0 to #same(%i) iter_args(%w_j = %w) -> (f64) {
      // w -= A(i, j) y(j)
      %0 = affine.load %A[%i, %j] : !matrix
      %1 = affine.load %y[%j] : !vector
      %2 = arith.mulf %0, %1 : f64
      %w_next = arith.subf %w_j, %2 : f64
      affine.yield %w_next : f64
    }
    // y(i) := w
    affine.store %w_end, %y[%i] : !vector
  }

  affine.for %i = 0 to #n() {
    // i_down from n-1 to 0
    %i_down = affine.apply #reverse_n(%i)
    %w = affine.load %y[%i_down] : !vector
    %w_end = affine.for %j = #next(%i_down) to #n() iter_args(%w_j = %w) -> (f64) {
      // w -= A(i_down, j) x(j)
      %0 = affine.load %A[%i_down, %j] : !matrix
      %1 = affine.load %x[%j] : !vector
      %2 = arith.mulf %0, %1 : f64
      %w_next = arith.subf %w_j, %2 : f64
      affine.yield %w_next : f64
    }
    // x(i_down) := w / A(i_down, i_down)
    %0 = affine.load %A[%i_down, %i_down] : !matrix
    %1 = arith.divf %w_end, %0 : f64
    affine.store %1, %x[%i_down] : !vector
  }
  return
}

func.func @checksum(%x: !vector) -> f64 {
  %zero = arith.constant 0.0 : f64
  %sum_x = affine.for %i = 0 to #n() iter_args(%from_i = %zero) -> (f64) {
    %0 = affine.load %x[%i] : !vector
    %1 = affine.apply #weight(%i)
    %2 = arith.index_cast %1 : index to i64
    %3 = arith.sitofp %2 : i64 to f64
    %4 = arith.mulf %0, %3 : f64
    %5 = arith.addf %from_i, %4 : f64
    affine.yield %5 : f64
  }
  return %sum_x : f64
}

func.func private @ratio(%p: index, %q: index) -> f64 {
  %0 = arith.index_cast %p : index to i64
  %1 = arith.index_cast %q : index to i64
  %2 = arith.sitofp %0 : i64 to f64
  %3 = arith.sitofp %1 : i64 to f64
  %4 = arith.divf %2, %3 : f64
  return %4 : f64
}
