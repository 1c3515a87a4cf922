// heat-3d: heat flow in a cube by finite differences, two steps a turn (A to B, B to A).
//
//   B(x) := A(x) + 1/8 sum over the three axes d of (A(x + d) - 2 A(x) + A(x - d))    inside
//   A(x) := the same from B
//
// PolyBench/C 4.2.1, stencils.
//
// sizes    mini  small  medium  large  extralarge
// tsteps     20     40     100    500        1000
// n          10     20      40    120         200
//
// checksum mini 231755
// checksum small 1888207.5
// checksum medium 15231750.5

#tsteps = affine_map<() -> (40)>
#n = affine_map<() -> (20)>
#n_less_1 = affine_map<() -> (20 - 1)>
#weight = affine_map<(d0, d1, d2) -> ((d0 * 7 + d1 * 3 + d2 * 5) mod 31 + 1)>
!cube = memref<20x20x20xf64>

func.func @run() -> f64 {
  %A = memref.alloc() : !cube
  %B = memref.alloc() : !cube
  call @init(%A, %B) : (!cube, !cube) -> ()
  call @kernel(%A, %B) : (!cube, !cube) -> ()
  %checksum = call @checksum(%A) : (!cube) -> f64
  memref.dealloc %A : !cube
  memref.dealloc %B : !cube
  return %checksum : f64
}

func.func @init(%A: !cube, %B: !cube) {
  %c10 = arith.constant 10 : index
  %n = affine.apply #n()
  affine.for %i = 0 to #n() {
    affine.for %j = 0 to #n() {
      affine.for %k = 0 to #n() {
        %0 = arith.addi %i, %j : index
        %1 = arith.subi %n, %k : index
        %2 = arith.addi %0, %1 : index
        %3 = arith.muli %2, %c10 : index
        %start = func.call @ratio(%3, %n) : (index, index) -> f64
        affine.store %start, %A[%i, %j, %k] : !cube
        affine.store %start, %B[%i, %j, %k] : !cube
      }
    }
  }
  return
}

func.func @kernel(%A: !cube, %B: !cube) {
  %eighth = arith.constant 0.125 : f64
  %two = arith.constant 2.0 : f64
  affine.for %t = 0 to #tsteps() {
    affine.for %i = 1 to #n_less_1() {
      affine.for %j = 1 to #n_less_1() {
        affine.for %k = 1 to #n_less_1() {
          // B(i, j, k) := 1/8 (A(i+1, j, k) - 2 A(i, j, k) + A(i-1, j, k))
          // + the same along j + the same along k + A(i, j, k)
          %0 = affine.load %A[%i + 1, %j, %k] : !cube
          %1 = affine.load %A[%i, %j, %k] : !cube
          %2 = arith.mulf %two, %1 : f64
          %3 = arith.subf %0, %2 : f64
          %4 = affine.load %A[%i - 1, %j, %k] : !cube
          %5 = arith.addf %3, %4 : f64
          %6 = arith.mulf %eighth, %5 : f64
          %7 = affine.load %A[%i, %j + 1, %k] : !cube
          %8 = affine.load %A[%i, %j, %k] : !cube
          %9 = arith.mulf %two, %8 : f64
          %10 = arith.subf %7, %9 : f64
          %11 = affine.load %A[%i, %j - 1, %k] : !cube
          %12 = arith.addf %10, %11 : f64
          %13 = arith.mulf %eighth, %12 : f64
          %14 = arith.addf %6, %13 : f64
          %15 = affine.load %A[%i, %j, %k + 1] : !cube
          %16 = affine.load %A[%i, %j, %k] : !cube
          %17 = arith.mulf %two, %16 : f64
          %18 = arith.subf %15, %17 : f64
          %19 = affine.load %A[%i, %j, %k - 1] : !cube
          %20 = arith.addf %18, %19 : f64
          %21 = arith.mulf %eighth, %20 : f64
          %22 = arith.addf %14, %21 : f64
          %23 = affine.load %A[%i, %j, %k] : !cube
          %24 = arith.addf %22, %23 : f64
          affine.store %24, %B[%i, %j, %k] : !cube
        }
      }
    }
    affine.for %i = 1 to #n_less_1() {
      affine.for %j = 1 to #n_less_1() {
        affine.for %k = 1 to #n_less_1() {
          // A(i, j, k) := 1/8 (B(i+1, j, k) - 2 B(i, j, k) + B(i-1, j, k))
          // + the same along j + the same along k + B(i, j, k)
          %0 = affine.load %B[%i + 1, %j, %k] : !cube
          %1 = affine.load %B[%i, %j, %k] : !cube
          %2 = arith.mulf %two, %1 : f64
          %3 = arith.subf %0, %2 : f64
          %4 = affine.load %B[%i - 1, %j, %k] : !cube
          %5 = arith.addf %3, %4 : f64
          %6 = arith.mulf %eighth, %5 : f64
          %7 = affine.load %B[%i, %j + 1, %k] : !cube
          %8 = affine.load %B[%i, %j, %k] : !cube
          %9 = arith.mulf %two, %8 : f64
          %10 = arith.subf %7, %9 : f64
          %11 = affine.load %B[%i, %j - 1, %k] : !cube
          %12 = arith.addf %10, %11 : f64
          %13 = arith.mulf %eighth, %12 : f64
          %14 = arith.addf %6, %13 : f64
          %15 = affine.load %B[%i, %j, %k + 1] : !cube
          %16 = affine.load %B[%i, %j, %k] : !cube
          %17 = arith.mulf %two, %16 : f64
          %18 = arith.subf %15, %17 : f64
          %19 = affine.load %B[%i, %j, %k - 1] : !cube
          %20 = arith.addf %18, %19 : f64
          %21 = arith.mulf %eighth, %20 : f64
          %22 = arith.addf %14, %21 : f64
          %23 = affine.load %B[%i, %j, %k] : !cube
          %24 = arith.addf %22, %23 : f64
          affine.store %24, %A[%i, %j, %k] : !cube
        }
      }
    }
  }
  return
}

func.func @checksum(%A: !cube) -> f64 {
  %zero = arith.constant 0.0 : f64
  %sum_A = affine.for %i = 0 to #n() iter_args(%from_i = %zero) -> (f64) {
    %sum_i = affine.for %j = 0 to #n() iter_args(%from_j = %from_i) -> (f64) {
      %sum_j = affine.for %l = 0 to #n() iter_args(%from_l = %from_j) -> (f64) {
        %0 = affine.load %A[%i, %j, %l] : !cube
        %1 = affine.apply #weight(%i, %j, %l)
        %2 = arith.index_cast %1 : index to i64
        %3 = arith.sitofp %2 : i64 to f64
        %4 = arith.mulf %0, %3 : f64
        %5 = arith.addf %from_l, %4 : f64
        affine.yield %5 : f64
      }
      affine.yield %sum_j : f64
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
