// seidel-2d: every value becomes the mean of itself and its eight neighbours, in place, so it sees those already done.
//
//   A(i, j) := 1/9 sum of A(i+di, j+dj) over di, dj in -1, 0, 1    inside
//
// PolyBench/C 4.2.1, stencils.
//
// sizes    mini  small  medium  large  extralarge
// tsteps     20     40     100    500        1000
// n          40    120     400   2000        4000
//
// checksum mini 268876.17499999976
// checksum small 7029206.2500000102
// checksum medium 257281992.00750169

#tsteps = affine_map<() -> (40)>
#n = affine_map<() -> (120)>
#n_less_1 = affine_map<() -> (120 - 1)>
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
  %c2 = arith.constant 2 : index
  %n = affine.apply #n()
  affine.for %i = 0 to #n() {
    affine.for %j = 0 to #n() {
      %0 = arith.addi %j, %c2 : index
      %1 = arith.muli %i, %0 : index
      %2 = arith.addi %1, %c2 : index
      %3 = func.call @ratio(%2, %n) : (index, index) -> f64
      affine.store %3, %A[%i, %j] : !matrix
    }
  }
  return
}

func.func @kernel(%A: !matrix) {
  %nine = arith.constant 9.0 : f64
  affine.for %t = 0 to #tsteps() {
    affine.for %i = 1 to #n_less_1() {
      affine.for %j = 1 to #n_less_1() {
        // A(i, j) := (the sum of the three by three values around) / 9
        %0 = affine.load %A[%i - 1, %j - 1] : !matrix
        %1 = affine.load %A[%i - 1, %j] : !matrix
        %2 = arith.addf %0, %1 : f64
        %3 = affine.load %A[%i - 1, %j + 1] : !matrix
        %4 = arith.addf %2, %3 : f64
        %5 = affine.load %A[%i, %j - 1] : !matrix
        %6 = arith.addf %4, %5 : f64
        %7 = affine.load %A[%i, %j] : !matrix
        %8 = arith.addf %6, %7 : f64
        %9 = affine.load %A[%i, %j + 1] : !matrix
        %10 = arith.addf %8, %9 : f64
        %11 = affine.load %A[%i + 1, %j - 1] : !matrix
        %12 = arith.addf %10, %11 : f64
        %13 = affine.load %A[%i + 1, %j] : !matrix
        %14 = arith.addf %12, %13 : f64
        %15 = affine.load %A[%i + 1, %j + 1] : !matrix
        %16 = arith.addf %14, %15 : f64
        %17 = arith.divf %16, %nine : f64
        affine.store %17, %A[%i, %j] : !matrix
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
