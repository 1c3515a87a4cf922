// fdtd-2d: electromagnetic waves in the plane by finite differences in time (Yee's scheme), fed at the first row.
//
//   ey(0, j) := source(t)
//   ey(i, j) -= 1/2 (hz(i, j) - hz(i-1, j))                                  for 1 <= i
//   ex(i, j) -= 1/2 (hz(i, j) - hz(i, j-1))                                  for 1 <= j
//   hz(i, j) -= 7/10 (ex(i, j+1) - ex(i, j) + ey(i+1, j) - ey(i, j))         but for the last row and column
//
// PolyBench/C 4.2.1, stencils.
//
// sizes    mini  small  medium  large  extralarge
// tmax       20     40     100    500        1000
// nx         20     60     200   1000        2000
// ny         30     80     240   1200        2600
//
// checksum mini 278926.97280497022
// checksum small 5907755.2141419305
// checksum medium 190735404.41721186

#tmax = affine_map<() -> (40)>
#nx = affine_map<() -> (60)>
#ny = affine_map<() -> (80)>
#nx_less_1 = affine_map<() -> (60 - 1)>
#ny_less_1 = affine_map<() -> (80 - 1)>
#weight = affine_map<(d0, d1) -> ((d0 * 7 + d1 * 3) mod 31 + 1)>
!matrix = memref<60x80xf64>
!vector = memref<40xf64>

func.func @run() -> f64 {
  %ex = memref.alloc() : !matrix
  %ey = memref.alloc() : !matrix
  %hz = memref.alloc() : !matrix
  %source = memref.alloc() : !vector
  call @init(%ex, %ey, %hz, %source) : (!matrix, !matrix, !matrix, !vector) -> ()
  call @kernel(%ex, %ey, %hz, %source) : (!matrix, !matrix, !matrix, !vector) -> ()
  %checksum = call @checksum(%ex, %ey, %hz) : (!matrix, !matrix, !matrix) -> f64
  memref.dealloc %ex : !matrix
  memref.dealloc %ey : !matrix
  memref.dealloc %hz : !matrix
  memref.dealloc %source : !vector
  return %checksum : f64
}

func.func @init(%ex: !matrix, %ey: !matrix, %hz: !matrix, %source: !vector) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %nx = affine.apply #nx()
  %ny = affine.apply #ny()
  affine.for %i = 0 to #tmax() {
    %0 = arith.index_cast %i : index to i64
    %1 = arith.sitofp %0 : i64 to f64
    affine.store %1, %source[%i] : !vector
  }

  affine.for %i = 0 to #nx() {
    affine.for %j = 0 to #ny() {
      %0 = arith.addi %j, %c1 : index
      %1 = arith.muli %i, %0 : index
      %2 = func.call @ratio(%1, %nx) : (index, index) -> f64
      affine.store %2, %ex[%i, %j] : !matrix
      %3 = arith.addi %j, %c2 : index
      %4 = arith.muli %i, %3 : index
      %5 = func.call @ratio(%4, %ny) : (index, index) -> f64
      affine.store %5, %ey[%i, %j] : !matrix
      %6 = arith.addi %j, %c3 : index
      %7 = arith.muli %i, %6 : index
      %8 = func.call @ratio(%7, %nx) : (index, index) -> f64
      affine.store %8, %hz[%i, %j] : !matrix
    }
  }
  return
}

func.func @kernel(%ex: !matrix, %ey: !matrix, %hz: !matrix, %source: !vector) {
  %half = arith.constant 0.5 : f64
  %seven_tenths = arith.constant 0.7 : f64
  affine.for %t = 0 to #tmax() {
    affine.for %j = 0 to #ny() {
      // ey(0, j) := source(t)
      %0 = affine.load %source[%t] : !vector
      affine.store %0, %ey[0, %j] : !matrix
    }
    affine.for %i = 1 to #nx() {
      affine.for %j = 0 to #ny() {
        // ey(i, j) -= 1/2 (hz(i, j) - hz(i-1, j))
        %0 = affine.load %ey[%i, %j] : !matrix
        %1 = affine.load %hz[%i, %j] : !matrix
        %2 = affine.load %hz[%i - 1, %j] : !matrix
        %3 = arith.subf %1, %2 : f64
        %4 = arith.mulf %half, %3 : f64
        %5 = arith.subf %0, %4 : f64
        affine.store %5, %ey[%i, %j] : !matrix
      }
    }
    affine.for %i = 0 to #nx() {
      affine.for %j = 1 to #ny() {
        // ex(i, j) -= 1/2 (hz(i, j) - hz(i, j-1))
        %0 = affine.load %ex[%i, %j] : !matrix
        %1 = affine.load %hz[%i, %j] : !matrix
        %2 = affine.load %hz[%i, %j - 1] : !matrix
        %3 = arith.subf %1, %2 : f64
        %4 = arith.mulf %half, %3 : f64
        %5 = arith.subf %0, %4 : f64
        affine.store %5, %ex[%i, %j] : !matrix
      }
    }
    affine.for %i = 0 to #nx_less_1() {
      affine.for %j = 0 to #ny_less_1() {
        // hz(i, j) -= 7/10 (ex(i, j+1) - ex(i, j) + ey(i+1, j) - ey(i, j))
        %0 = affine.load %hz[%i, %j] : !matrix
        %1 = affine.load %ex[%i, %j + 1] : !matrix
        %2 = affine.load %ex[%i, %j] : !matrix
        %3 = arith.subf %1, %2 : f64
        %4 = affine.load %ey[%i + 1, %j] : !matrix
        %5 = arith.addf %3, %4 : f64
        %6 = affine.load %ey[%i, %j] : !matrix
        %7 = arith.subf %5, %6 : f64
        %8 = arith.mulf %seven_tenths, %7 : f64
        %9 = arith.subf %0, %8 : f64
        affine.store %9, %hz[%i, %j] : !matrix
      }
    }
  }
  return
}

func.func @checksum(%ex: !matrix, %ey: !matrix, %hz: !matrix) -> f64 {
  %zero = arith.constant 0.0 : f64
  %sum_ex = affine.for %i = 0 to #nx() iter_args(%from_i = %zero) -> (f64) {
    %sum_i = affine.for %j = 0 to #ny() iter_args(%from_j = %from_i) -> (f64) {
      %0 = affine.load %ex[%i, %j] : !matrix
      %1 = affine.apply #weight(%i, %j)
      %2 = arith.index_cast %1 : index to i64
      %3 = arith.sitofp %2 : i64 to f64
      %4 = arith.mulf %0, %3 : f64
      %5 = arith.addf %from_j, %4 : f64
      affine.yield %5 : f64
    }
    affine.yield %sum_i : f64
  }
  %twice_ex = arith.addf %sum_ex, %sum_ex : f64
  %sum_ey = affine.for %i = 0 to #nx() iter_args(%from_i = %twice_ex) -> (f64) {
    %sum_i = affine.for %j = 0 to #ny() iter_args(%from_j = %from_i) -> (f64) {
      %0 = affine.load %ey[%i, %j] : !matrix
      %1 = affine.apply #weight(%i, %j)
      %2 = arith.index_cast %1 : index to i64
      %3 = arith.sitofp %2 : i64 to f64
      %4 = arith.mulf %0, %3 : f64
      %5 = arith.addf %from_j, %4 : f64
      affine.yield %5 : f64
    }
    affine.yield %sum_i : f64
  }
  %twice_ey = arith.addf %sum_ey, %sum_ey : f64
  %sum_hz = affine.for %i = 0 to #nx() iter_args(%from_i = %twice_ey) -> (f64) {
    %sum_i = affine.for %j = 0 to #ny() iter_args(%from_j = %from_i) -> (f64) {
      %0 = affine.load %hz[%i, %j] : !matrix
      %1 = affine.apply #weight(%i, %j)
      %2 = arith.index_cast %1 : index to i64
      %3 = arith.sitofp %2 : i64 to f64
      %4 = arith.mulf %0, %3 : f64
      %5 = arith.addf %from_j, %4 : f64
      affine.yield %5 : f64
    }
    affine.yield %sum_i : f64
  }
  return %sum_hz : f64
}

func.func private @ratio(%p: index, %q: index) -> f64 {
  %0 = arith.index_cast %p : index to i64
  %1 = arith.index_cast %q : index to i64
  %2 = arith.sitofp %0 : i64 to f64
  %3 = arith.sitofp %1 : i64 to f64
  %4 = arith.divf %2, %3 : f64
  return %4 : f64
}
