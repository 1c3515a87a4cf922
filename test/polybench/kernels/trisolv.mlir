// trisolv: solves L x = b for a lower triangle L, forwards.
//
//   x(i) := (b(i) - sum_{j<i} L(i, j) x(j)) / L(i, i)
//
// PolyBench/C 4.2.1, linear-algebra/solvers.
//
// sizes    mini  small  medium  large  extralarge
// n          40    120     400   2000        4000
//
// checksum mini 199.2929130501407
// checksum small 606.45834564863014
// checksum medium 2020.3008701744295

#n = affine_map<() -> (120)>
#next = affine_map<(d0) -> (d0 + 1)>
#same = affine_map<(d0) -> (d0)>
#weight = affine_map<(d0) -> (d0 * 7 mod 31 + 1)>
!matrix = memref<120x120xf64>
!vector = memref<120xf64>

func.func @run() -> f64 {
  %L = memref.alloc() : !matrix
  %x = memref.alloc() : !vector
  %b = memref.alloc() : !vector
  call @init(%L, %x, %b) : (!matrix, !vector, !vector) -> ()
  call @kernel(%L, %x, %b) : (!matrix, !vector, !vector) -> ()
  %checksum = call @checksum(%x) : (!vector) -> f64
  memref.dealloc %L : !matrix
  memref.dealloc %x : !vector
  memref.dealloc %b : !vector
  return %checksum : f64
}

func.func @init(%L: !matrix, %x: !vector, %b: !vector) {
  %unused = arith.constant -999.0 : f64
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = affine.apply #n()
  affine.for %i = 0 to #n() {
    affine.store %unused, %x[%i] : !vector
    %0 = arith.index_cast %i : index to i64
    %1 = arith.sitofp %0 : i64 to f64
    affine.store %1, %b[%i] : !vector
    affine.for %j = 0 to #next(%i) {
      %2 = arith.addi %i, %n : index
      %3 = arith.subi %2, %j : index
      %4 = arith.addi %3, %c1 : index
      %5 = arith.muli %4, %c2 : index
      %6 = func.call @ratio(%5, %n) : (index, index) -> f64
      affine.store %6, %L[%i, %j] : !matrix
    }
  }
  return
}

func.func @kernel(%L: !matrix, %x: !vector, %b: !vector) {
  affine.for %i = 0 to #n() {
    // x(i) := b(i)
    %0 = affine.load %b[%i] : !vector
    affine.store %0, %x[%i] : !vector
    affine.for %j = 0 to #same(%i) {
      // x(i) -= L(i, j) x(j)
      %1 = affine.load %x[%i] : !vector
      %2 = affine.load %L[%i, %j] : !matrix
      %3 = affine.load %x[%j] : !vector
      %4 = arith.mulf %2, %3 : f64
      %5 = arith.subf %1, %4 : f64
      affine.store %5, %x[%i] : !vector
    }
    // x(i) := x(i) / L(i, i)
    %1 = affine.load %x[%i] : !vector
    %2 = affine.load %L[%i, %i] : !matrix
    %3 = arith.divf %1, %2 : f64
    affine.store %3, %x[%i] : !vector
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
