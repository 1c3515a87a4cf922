// floyd-warshall: the length of the shortest path between any two nodes of a graph.
//
//   path(i, j) := min(path(i, j), path(i, k) + path(k, j))    for every k, in turn
//
// @init has 999 where two nodes are far from each other.
//
// PolyBench/C 4.2.1, medley.
//
// sizes    mini  small  medium  large  extralarge
// n          60    180     500   2800        5600
//
// checksum mini 105310
// checksum small 949819
// checksum medium 7329199

#n = affine_map<() -> (180)>
#multiple_of_7 = affine_set<(d0, d1) : ((d0 + d1) mod 7 == 0)>
#multiple_of_11 = affine_set<(d0, d1) : ((d0 + d1) mod 11 == 0)>
#multiple_of_13 = affine_set<(d0, d1) : ((d0 + d1) mod 13 == 0)>
#weight = affine_map<(d0, d1) -> ((d0 * 7 + d1 * 3) mod 31 + 1)>
!matrix = memref<180x180xi32>

func.func @run() -> f64 {
  %path = memref.alloc() : !matrix
  call @init(%path) : (!matrix) -> ()
  call @kernel(%path) : (!matrix) -> ()
  %checksum = call @checksum(%path) : (!matrix) -> f64
  memref.dealloc %path : !matrix
  return %checksum : f64
}

func.func @init(%path: !matrix) {
  %c7 = arith.constant 7 : index
  %c1 = arith.constant 1 : index
  %far = arith.constant 999 : i32
  affine.for %i = 0 to #n() {
    affine.for %j = 0 to #n() {
      %0 = arith.muli %i, %j : index
      %1 = arith.remui %0, %c7 : index
      %2 = arith.addi %1, %c1 : index
      %3 = arith.index_cast %2 : index to i32
      affine.store %3, %path[%i, %j] : !matrix
      affine.if #multiple_of_7(%i, %j) {
        affine.store %far, %path[%i, %j] : !matrix
      }
      affine.if #multiple_of_11(%i, %j) {
        affine.store %far, %path[%i, %j] : !matrix
      }
      affine.if #multiple_of_13(%i, %j) {
        affine.store %far, %path[%i, %j] : !matrix
      }
    }
  }
  return
}

func.func @kernel(%path: !matrix) {
  affine.for %k = 0 to #n() {
    affine.for %i = 0 to #n() {
      affine.for %j = 0 to #n() {
        // path(i, j) := min(path(i, j), path(i, k) + path(k, j))
        %0 = affine.load %path[%i, %j] : !matrix
        %1 = affine.load %path[%i, %k] : !matrix
        %2 = affine.load %path[%k, %j] : !matrix
        %3 = arith.addi %1, %2 : i32
        %4 = arith.minsi %0, %3 : i32
        affine.store %4, %path[%i, %j] : !matrix
      }
    }
  }
  return
}

func.func @checksum(%path: !matrix) -> f64 {
  %zero = arith.constant 0.0 : f64
  %sum_path = affine.for %i = 0 to #n() iter_args(%from_i = %zero) -> (f64) {
    %sum_i = affine.for %j = 0 to #n() iter_args(%from_j = %from_i) -> (f64) {
      %0 = affine.load %path[%i, %j] : !matrix
      %1 = arith.sitofp %0 : i32 to f64
      %2 = affine.apply #weight(%i, %j)
      %3 = arith.index_cast %2 : index to i64
      %4 = arith.sitofp %3 : i64 to f64
      %5 = arith.mulf %1, %4 : f64
      %6 = arith.addf %from_j, %5 : f64
      affine.yield %6 : f64
    }
    affine.yield %sum_i : f64
  }
  return %sum_path : f64
}
