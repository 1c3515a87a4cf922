// nussinov: the most pairs that a folded RNA can have (Nussinov's dynamic programme); table(i, j) is for the bases i to
// j. Bases are 0 to 3, and two of them pair when they add up to 3.
//
//   table(i, j) := max of table(i, j-1), table(i+1, j),
//                         table(i+1, j-1) + pairs(i, j) where i < j-1, else table(i+1, j-1),
//                         table(i, k) + table(k+1, j) for i < k < j
//
// PolyBench/C 4.2.1, medley.
//
// sizes    mini  small  medium  large  extralarge
// n          60    180     500   2500        5500
//
// checksum mini 260539
// checksum small 7518713
// checksum medium 164669024

#n = affine_map<() -> (180)>
#reverse_n = affine_map<(d0) -> (180 - 1 - d0)>
#next = affine_map<(d0) -> (d0 + 1)>
#same = affine_map<(d0) -> (d0)>
#not_first = affine_set<(d0) : (d0 - 1 >= 0)>
#not_last = affine_set<(d0) : (180 - 1 - d0 - 1 >= 0)>
#inside = affine_set<(d0, d1) : (d1 - 1 >= 0, 180 - 1 - d0 - 1 >= 0)>
#apart = affine_set<(d0, d1) : (d1 - d0 - 2 >= 0)>
#weight = affine_map<(d0, d1) -> ((d0 * 7 + d1 * 3) mod 31 + 1)>
!vector = memref<180xi8>
!matrix = memref<180x180xi32>

func.func @run() -> f64 {
  %seq = memref.alloc() : !vector
  %table = memref.alloc() : !matrix
  call @init(%seq, %table) : (!vector, !matrix) -> ()
  call @kernel(%seq, %table) : (!vector, !matrix) -> ()
  %checksum = call @checksum(%table) : (!matrix) -> f64
  memref.dealloc %seq : !vector
  memref.dealloc %table : !matrix
  return %checksum : f64
}

func.func @init(%seq: !vector, %table: !matrix) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to #n() {
    %0 = arith.addi %i, %c1 : index
    %1 = arith.remui %0, %c4 : index
    %2 = arith.index_cast %1 : index to i8
    affine.store %2, %seq[%i] : !vector
  }

  affine.for %i = 0 to #n() {
    affine.for %j = 0 to #n() {
      affine.store %zero, %table[%i, %j] : !matrix
    }
  }
  return
}

func.func @kernel(%seq: !vector, %table: !matrix) {
  %three = arith.constant 3 : i32
  affine.for %i_up = 0 to #n() {
    // i from n-1 down to 0
    %i = affine.apply #reverse_n(%i_up)
    affine.for %j = #next(%i) to #n() {
      affine.if #not_first(%j) {
        // table(i, j) := max(table(i, j), table(i, j-1))
        %0 = affine.load %table[%i, %j] : !matrix
        %1 = affine.load %table[%i, %j - 1] : !matrix
        %2 = arith.maxsi %0, %1 : i32
        affine.store %2, %table[%i, %j] : !matrix
      }
      affine.if #not_last(%i) {
        // table(i, j) := max(table(i, j), table(i+1, j))
        %0 = affine.load %table[%i, %j] : !matrix
        %1 = affine.load %table[%i + 1, %j] : !matrix
        %2 = arith.maxsi %0, %1 : i32
        affine.store %2, %table[%i, %j] : !matrix
      }
      affine.if #inside(%i, %j) {
        affine.if #apart(%i, %j) {
          // table(i, j) := max(table(i, j), table(i+1, j-1) + pairs(i, j))
          %0 = affine.load %table[%i, %j] : !matrix
          %1 = affine.load %table[%i + 1, %j - 1] : !matrix
          %2 = affine.load %seq[%i] : !vector
          %3 = arith.extsi %2 : i8 to i32
          %4 = affine.load %seq[%j] : !vector
          %5 = arith.extsi %4 : i8 to i32
          %6 = arith.addi %3, %5 : i32
          %7 = arith.cmpi eq, %6, %three : i32
          %8 = arith.extui %7 : i1 to i32
          %9 = arith.addi %1, %8 : i32
          %10 = arith.maxsi %0, %9 : i32
          affine.store %10, %table[%i, %j] : !matrix
        } else {
          // table(i, j) := max(table(i, j), table(i+1, j-1))
          %0 = affine.load %table[%i, %j] : !matrix
          %1 = affine.load %table[%i + 1, %j - 1] : !matrix
          %2 = arith.maxsi %0, %1 : i32
          affine.store %2, %table[%i, %j] : !matrix
        }
      }
      affine.for %k = #next(%i) to #same(%j) {
        // table(i, j) := max(table(i, j), table(i, k) + table(k+1, j))
        %0 = affine.load %table[%i, %j] : !matrix
        %1 = affine.load %table[%i, %k] : !matrix
        %2 = affine.load %table[%k + 1, %j] : !matrix
        %3 = arith.addi %1, %2 : i32
        %4 = arith.maxsi %0, %3 : i32
        affine.store %4, %table[%i, %j] : !matrix
      }
    }
  }
  return
}

func.func @checksum(%table: !matrix) -> f64 {
  %zero = arith.constant 0.0 : f64
  %sum_table = affine.for %i = 0 to #n() iter_args(%from_i = %zero) -> (f64) {
    %sum_i = affine.for %j = 0 to #n() iter_args(%from_j = %from_i) -> (f64) {
      %0 = affine.load %table[%i, %j] : !matrix
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
  return %sum_table : f64
}
