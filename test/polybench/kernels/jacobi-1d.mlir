// jacobi-1d: every value becomes the mean of itself and its two neighbours, two steps a turn (A to B, B to A).
//
//   B(i) := 0.33333 (A(i-1) + A(i) + A(i+1))    inside
//   A(i) := 0.33333 (B(i-1) + B(i) + B(i+1))    inside
//
// PolyBench/C 4.2.1, stencils.
//
// sizes    mini  small  medium  large  extralarge
// tsteps     20     40     100    500        1000
// n          30    120     400   2000        4000
//
// checksum mini 270.68953658165367
// checksum small 1004.3722874169951
// checksum medium 3226.1687342857963

#tsteps = affine_map<() -> (40)>
#n = affine_map<() -> (120)>
#n_less_1 = affine_map<() -> (120 - 1)>
#weight = affine_map<(d0) -> (d0 * 7 mod 31 + 1)>
!vector = memref<120xf64>

func.func @run() -> f64 {
  %A = memref.alloc() : !vector
  %B = memref.alloc() : !vector
  call @init(%A, %B) : (!vector, !vector) -> ()
  call @kernel(%A, %B) : (!vector, !vector) -> ()
  %checksum = call @checksum(%A) : (!vector) -> f64
  memref.dealloc %A : !vector
  memref.dealloc %B : !vector
  return %checksum : f64
}

func.func @init(%A: !vector, %B: !vector) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %n = affine.apply #n()
  affine.for %i = 0 to #n() {
    %0 = arith.addi %i, %c2 : index
    %1 = func.call @ratio(%0, %n) : (index, index) -> f64
    affine.store %1, %A[%i] : !vector
    %2 = arith.addi %i, %c3 : index
    %3 = func.call @ratio(%2, %n) : (index, index) -> f64
    affine.store %3, %B[%i] : !vector
  }
  return
}

func.func @kernel(%A: !vector, %B: !vector) {
  %third = arith.constant 0.33333 : f64
  affine.for %t = 0 to #tsteps() {
    affine.for %i = 1 to #n_less_1() {
      // B(i) := 0.33333 (A(i-1) + A(i) + A(i+1))
      %0 = affine.load %A[%i - 1] : !vector
      %1 = affine.load %A[%i] : !vector
      %2 = arith.addf %0, %1 : f64
      %3 = affine.load %A[%i + 1] : !vector
      %4 = arith.addf %2, %3 : f64
      %5 = arith.mulf %third, %4 : f64
      affine.store %5, %B[%i] : !vector
    }
    affine.for %i = 1 to #n_less_1() {
      // A(i) := 0.33333 (B(i-1) + B(i) + B(i+1))
      %0 = affine.load %B[%i - 1] : !vector
      %1 = affine.load %B[%i] : !vector
      %2 = arith.addf %0, %1 : f64
      %3 = affine.load %B[%i + 1] : !vector
      %4 = arith.addf %2, %3 : f64
      %5 = arith.mulf %third, %4 : f64
      affine.store %5, %A[%i] : !vector
    }
  }
  return
}

func.func @checksum(%A: !vector) -> f64 {
  %zero = arith.constant 0.0 : f64
  %sum_A = affine.for %i = 0 to #n() iter_args(%from_i = %zero) -> (f64) {
    %0 = affine.load %A[%i] : !vector
    %1 = affine.apply #weight(%i)
    %2 = arith.index_cast %1 : index to i64
    %3 = arith.sitofp %2 : i64 to f64
    %4 = arith.mulf %0, %3 : f64
    %5 = arith.addf %from_i, %4 : f64
    affine.yield %5 : f64
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
