// mvt: a matrix times a vector and the transposed matrix times another.
//
//   x1 := x1 + A y1
//   x2 := x2 + transposed(A) y2
//
// PolyBench/C 4.2.1, linear-algebra/kernels.
//
// sizes    mini  small  medium  large  extralarge
// n          40    120     400   2000        4000
//
// checksum mini 17766.462499999998
// checksum small 165898.90833333335
// checksum medium 1896686.9224999987

#n = affine_map<() -> (120)>
#weight = affine_map<(d0) -> (d0 * 7 mod 31 + 1)>
!vector = memref<120xf64>
!matrix = memref<120x120xf64>

func.func @run() -> f64 {
  %x1 = memref.alloc() : !vector
  %x2 = memref.alloc() : !vector
  %y1 = memref.alloc() : !vector
  %y2 = memref.alloc() : !vector
  %A = memref.alloc() : !matrix
  call @init(%x1, %x2, %y1, %y2, %A) : (!vector, !vector, !vector, !vector, !matrix) -> ()
  call @kernel(%x1, %x2, %y1, %y2, %A) : (!vector, !vector, !vector, !vector, !matrix) -> ()
  %checksum = call @checksum(%x1, %x2) : (!vector, !vector) -> f64
  memref.dealloc %x1 : !vector
  memref.dealloc %x2 : !vector
  memref.dealloc %y1 : !vector
  memref.dealloc %y2 : !vector
  memref.dealloc %A : !matrix
  return %checksum : f64
}

func.func @init(%x1: !vector, %x2: !vector, %y1: !vector, %y2: !vector, %A: !matrix) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %n = affine.apply #n()
  affine.for %i = 0 to #n() {
    %0 = arith.remui %i, %n : index
    %1 = func.call @ratio(%0, %n) : (index, index) -> f64
    affine.store %1, %x1[%i] : !vector
    %2 = arith.addi %i, %c1 : index
    %3 = arith.remui %2, %n : index
    %4 = func.call @ratio(%3, %n) : (index, index) -> f64
    affine.store %4, %x2[%i] : !vector
    %5 = arith.addi %i, %c3 : index
    %6 = arith.remui %5, %n : index
    %7 = func.call @ratio(%6, %n) : (index, index) -> f64
    affine.store %7, %y1[%i] : !vector
    %8 = arith.addi %i, %c4 : index
    %9 = arith.remui %8, %n : index
    %10 = func.call @ratio(%9, %n) : (index, index) -> f64
    affine.store %10, %y2[%i] : !vector
    affine.for %j = 0 to #n() {
      %11 = arith.muli %i, %j : index
      %12 = arith.remui %11, %n : index
      %13 = func.call @ratio(%12, %n) : (index, index) -> f64
      affine.store %13, %A[%i, %j] : !matrix
    }
  }
  return
}

func.func @kernel(%x1: !vector, %x2: !vector, %y1: !vector, %y2: !vector, %A: !matrix) {
  affine.for %i = 0 to #n() {
    affine.for %j = 0 to #n() {
      // x1(i) += A(i, j) y1(j)
      %0 = affine.load %x1[%i] : !vector
      %1 = affine.load %A[%i, %j] : !matrix
      %2 = affine.load %y1[%j] : !vector
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %0, %3 : f64
      affine.store %4, %x1[%i] : !vector
    }
  }

  affine.for %i = 0 to #n() {
    affine.for %j = 0 to #n() {
      // x2(i) += A(j, i) y2(j)
      %0 = affine.load %x2[%i] : !vector
      %1 = affine.load %A[%j, %i] : !matrix
      %2 = affine.load %y2[%j] : !vector
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %0, %3 : f64
      affine.store %4, %x2[%i] : !vector
    }
  }
  return
}

func.func @checksum(%x1: !vector, %x2: !vector) -> f64 {
  %zero = arith.constant 0.0 : f64
  %sum_x1 = affine.for %i = 0 to #n() iter_args(%from_i = %zero) -> (f64) {
    %0 = affine.load %x1[%i] : !vector
    %1 = affine.apply #weight(%i)
    %2 = arith.index_cast %1 : index to i64
    %3 = arith.sitofp %2 : i64 to f64
    %4 = arith.mulf %0, %3 : f64
    %5 = arith.addf %from_i, %4 : f64
    affine.yield %5 : f64
  }
  %twice_x1 = arith.addf %sum_x1, %sum_x1 : f64
  %sum_x2 = affine.for %i = 0 to #n() iter_args(%from_i = %twice_x1) -> (f64) {
    %0 = affine.load %x2[%i] : !vector
    %1 = affine.apply #weight(%i)
    %2 = arith.index_cast %1 : index to i64
    %3 = arith.sitofp %2 : i64 to f64
    %4 = arith.mulf %0, %3 : f64
    %5 = arith.addf %from_i, %4 : f64
    affine.yield %5 : f64
  }
  return %sum_x2 : f64
}

func.func private @ratio(%p: index, %q: index) -> f64 {
  %0 = arith.index_cast %p : index to i64
  %1 = arith.index_cast %q : index to i64
  %2 = arith.sitofp %0 : i64 to f64
  %3 = arith.sitofp %1 : i64 to f64
  %4 = arith.divf %2, %3 : f64
  return %4 : f64
}
