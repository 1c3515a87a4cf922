// gemver: a matrix changed by two products of vectors, then multiplied by two vectors.
//
//   A := A + u1 transposed(v1) + u2 transposed(v2)
//   x := x + beta transposed(A) y + z
//   w := w + alpha A x
//
// PolyBench/C 4.2.1, linear-algebra/blas.
//
// sizes    mini  small  medium  large  extralarge
// n          40    120     400   2000        4000
//
// checksum mini 1699040.2303513105
// checksum small 347924139.41925901
// checksum medium 132048912631.07176

#n = affine_map<() -> (120)>
#weight = affine_map<(d0) -> (d0 * 7 mod 31 + 1)>
!matrix = memref<120x120xf64>
!vector = memref<120xf64>

func.func @run() -> f64 {
  %alpha = arith.constant 1.5 : f64
  %beta = arith.constant 1.2 : f64
  %A = memref.alloc() : !matrix
  %u1 = memref.alloc() : !vector
  %v1 = memref.alloc() : !vector
  %u2 = memref.alloc() : !vector
  %v2 = memref.alloc() : !vector
  %w = memref.alloc() : !vector
  %x = memref.alloc() : !vector
  %y = memref.alloc() : !vector
  %z = memref.alloc() : !vector
  call @init(%A, %u1, %v1, %u2, %v2, %w, %x, %y,
             %z) : (!matrix, !vector, !vector, !vector, !vector, !vector, !vector, !vector, !vector) -> ()
  call @kernel(%alpha, %beta, %A, %u1, %v1, %u2, %v2, %w, %x, %y,
               %z) : (f64, f64, !matrix, !vector, !vector, !vector, !vector, !vector, !vector, !vector, !vector) -> ()
  %checksum = call @checksum(%w) : (!vector) -> f64
  memref.dealloc %A : !matrix
  memref.dealloc %u1 : !vector
  memref.dealloc %v1 : !vector
  memref.dealloc %u2 : !vector
  memref.dealloc %v2 : !vector
  memref.dealloc %w : !vector
  memref.dealloc %x : !vector
  memref.dealloc %y : !vector
  memref.dealloc %z : !vector
  return %checksum : f64
}

func.func @init(%A: !matrix, %u1: !vector, %v1: !vector, %u2: !vector, %v2: !vector, %w: !vector, %x: !vector,
                %y: !vector, %z: !vector) {
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f64
  %four = arith.constant 4.0 : f64
  %six = arith.constant 6.0 : f64
  %eight = arith.constant 8.0 : f64
  %nine = arith.constant 9.0 : f64
  %zero = arith.constant 0.0 : f64
  %n = affine.apply #n()
  affine.for %i = 0 to #n() {
    %0 = arith.index_cast %i : index to i64
    %1 = arith.sitofp %0 : i64 to f64
    affine.store %1, %u1[%i] : !vector
    %2 = arith.addi %i, %c1 : index
    %3 = func.call @ratio(%2, %n) : (index, index) -> f64
    %4 = arith.divf %3, %two : f64
    affine.store %4, %u2[%i] : !vector
    %5 = arith.addi %i, %c1 : index
    %6 = func.call @ratio(%5, %n) : (index, index) -> f64
    %7 = arith.divf %6, %four : f64
    affine.store %7, %v1[%i] : !vector
    %8 = arith.addi %i, %c1 : index
    %9 = func.call @ratio(%8, %n) : (index, index) -> f64
    %10 = arith.divf %9, %six : f64
    affine.store %10, %v2[%i] : !vector
    %11 = arith.addi %i, %c1 : index
    %12 = func.call @ratio(%11, %n) : (index, index) -> f64
    %13 = arith.divf %12, %eight : f64
    affine.store %13, %y[%i] : !vector
    %14 = arith.addi %i, %c1 : index
    %15 = func.call @ratio(%14, %n) : (index, index) -> f64
    %16 = arith.divf %15, %nine : f64
    affine.store %16, %z[%i] : !vector
    affine.store %zero, %x[%i] : !vector
    affine.store %zero, %w[%i] : !vector
    affine.for %j = 0 to #n() {
      %17 = arith.muli %i, %j : index
      %18 = arith.remui %17, %n : index
      %19 = func.call @ratio(%18, %n) : (index, index) -> f64
      affine.store %19, %A[%i, %j] : !matrix
    }
  }
  return
}

func.func @kernel(%alpha: f64, %beta: f64, %A: !matrix, %u1: !vector, %v1: !vector, %u2: !vector, %v2: !vector,
                  %w: !vector, %x: !vector, %y: !vector, %z: !vector) {
  affine.for %i = 0 to #n() {
    affine.for %j = 0 to #n() {
      // A(i, j) := A(i, j) + u1(i) v1(j) + u2(i) v2(j)
      %0 = affine.load %A[%i, %j] : !matrix
      %1 = affine.load %u1[%i] : !vector
      %2 = affine.load %v1[%j] : !vector
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %0, %3 : f64
      %5 = affine.load %u2[%i] : !vector
      %6 = affine.load %v2[%j] : !vector
      %7 = arith.mulf %5, %6 : f64
      %8 = arith.addf %4, %7 : f64
      affine.store %8, %A[%i, %j] : !matrix
    }
  }

  affine.for %i = 0 to #n() {
    affine.for %j = 0 to #n() {
      // x(i) += beta A(j, i) y(j)
      %0 = affine.load %x[%i] : !vector
      %1 = affine.load %A[%j, %i] : !matrix
      %2 = arith.mulf %beta, %1 : f64
      %3 = affine.load %y[%j] : !vector
      %4 = arith.mulf %2, %3 : f64
      %5 = arith.addf %0, %4 : f64
      affine.store %5, %x[%i] : !vector
    }
  }

  affine.for %i = 0 to #n() {
    // x(i) += z(i)
    %0 = affine.load %x[%i] : !vector
    %1 = affine.load %z[%i] : !vector
    %2 = arith.addf %0, %1 : f64
    affine.store %2, %x[%i] : !vector
  }

  affine.for %i = 0 to #n() {
    affine.for %j = 0 to #n() {
      // w(i) += alpha A(i, j) x(j)
      %0 = affine.load %w[%i] : !vector
      %1 = affine.load %A[%i, %j] : !matrix
      %2 = arith.mulf %alpha, %1 : f64
      %3 = affine.load %x[%j] : !vector
      %4 = arith.mulf %2, %3 : f64
      %5 = arith.addf %0, %4 : f64
      affine.store %5, %w[%i] : !vector
    }
  }
  return
}

func.func @checksum(%w: !vector) -> f64 {
  %zero = arith.constant 0.0 : f64
  %sum_w = affine.for %i = 0 to #n() iter_args(%from_i = %zero) -> (f64) {
    %0 = affine.load %w[%i] : !vector
    %1 = affine.apply #weight(%i)
    %2 = arith.index_cast %1 : index to i64
    %3 = arith.sitofp %2 : i64 to f64
    %4 = arith.mulf %0, %3 : f64
    %5 = arith.addf %from_i, %4 : f64
    affine.yield %5 : f64
  }
  return %sum_w : f64
}

func.func private @ratio(%p: index, %q: index) -> f64 {
  %0 = arith.index_cast %p : index to i64
  %1 = arith.index_cast %q : index to i64
  %2 = arith.sitofp %0 : i64 to f64
  %3 = arith.sitofp %1 : i64 to f64
  %4 = arith.divf %2, %3 : f64
  return %4 : f64
}
