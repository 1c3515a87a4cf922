// jacobi-2d: every value becomes the mean of itself and its four neighbours, two steps a turn (A to B, B to A).
//
//   B(i, j) := 1/5 (A(i, j) + A(i, j-1) + A(i, j+1) + A(i+1, j) + A(i-1, j))    inside
//   A(i, j) := the same from B
//
// PolyBench/C 4.2.1, stencils.
//
// sizes    mini  small  medium  large  extralarge
// tsteps     20     40     100    500        1000
// n          30     90     250   1300        2800
//
// checksum mini 116888.64793785638
// checksum small 2986864.0047033662
// checksum medium 63031190.126737073

#tsteps = affine_map<() -> (40)>
#n = affine_map<() -> (90)>
#n_less_1 = affine_map<() -> (90 - 1)>
#weight = affine_map<(d0, d1) -> ((d0 * 7 + d1 * 3) mod 31 + 1)>
!matrix = memref<90x90xf64>

func.func @run() -> f64 {
  %A = memref.alloc() : !matrix
  %B = memref.alloc() : !matrix
  call @init(%A, %B) : (!matrix, !matrix) -> ()
  call @kernel(%A, %B) : (!matrix, !matrix) -> ()
  %checksum = call @checksum(%A) : (!matrix) -> f64
  memref.dealloc %A : !matrix
  memref.dealloc %B : !matrix
  return %checksum : f64
}

func.func @init(%A: !matrix, %B: !matrix) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %n = affine.apply #n()
  affine.for %i = 0 to #n() {
    affine.for %j = 0 to #n() {
      %0 = arith.addi %j, %c2 : index
      %1 = arith.muli %i, %0 : index
      %2 = arith.addi %1, %c2 : index
      %3 = func.call @ratio(%2, %n) : (index, index) -> f64
      affine.store %3, %A[%i, %j] : !matrix
      %4 = arith.addi %j, %c3 : index
      %5 = arith.muli %i, %4 : index
      %6 = arith.addi %5, %c3 : index
      %7 = func.call @ratio(%6, %n) : (index, index) -> f64
      affine.store %7, %B[%i, %j] : !matrix
    }
  }
  return
}

func.func @kernel(%A: !matrix, %B: !matrix) {
  %fifth = arith.constant 0.2 : f64
  affine.for %t = 0 to #tsteps() {
    affine.for %i = 1 to #n_less_1() {
      affine.for %j = 1 to #n_less_1() {
        // B(i, j) := 1/5 (A(i, j) + A(i, j-1) + A(i, j+1) + A(i+1, j) + A(i-1, j))
        %0 = affine.load %A[%i, %j] : !matrix
        %1 = affine.load %A[%i, %j - 1] : !matrix
        %2 = arith.addf %0, %1 : f64
        %3 = affine.load %A[%i, %j + 1] : !matrix
        %4 = arith.addf %2, %3 : f64
        %5 = affine.load %A[%i + 1, %j] : !matrix
        %6 = arith.addf %4, %5 : f64
        %7 = affine.load %A[%i - 1, %j] : !matrix
        %8 = arith.addf %6, %7 : f64
        %9 = arith.mulf %fifth, %8 : f64
        affine.store %9, %B[%i, %j] : !matrix
      }
    }
    affine.for %i = 1 to #n_less_1() {
      affine.for %j = 1 to #n_less_1() {
        // A(i, j) := 1/5 (B(i, j) + B(i, j-1) + B(i, j+1) + B(i+1, j) + B(i-1, j))
        %0 = affine.load %B[%i, %j] : !matrix
        %1 = affine.load %B[%i, %j - 1] : !matrix
        %2 = arith.addf %0, %1 : f64
        %3 = affine.load %B[%i, %j + 1] : !matrix
        %4 = arith.addf %2, %3 : f64
        %5 = affine.load %B[%i + 1, %j] : !matrix
        %6 = arith.addf %4, %5 : f64
        %7 = affine.load %B[%i - 1, %j] : !matrix
        %8 = arith.addf %6, %7 : f64
        %9 = arith.mulf %fifth, %8 : f64
        affine.store %9, %A[%i, %j] : !matrix
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
