// doitgen: multiplies the last dimension of a cube by a matrix, in place, a row at a time.
//
//   A(r, q, p) := sum_s A(r, q, s) C4(s, p)
//
// PolyBench/C 4.2.1, linear-algebra/kernels.
//
// sizes    mini  small  medium  large  extralarge
// nq          8     20      40    140         220
// nr         10     25      50    150         250
// np         12     30      60    160         270
//
// checksum mini 31596.083333333372
// checksum small 1490638.1888888876
// checksum medium 25561821.988889251

#nq = affine_map<() -> (20)>
#nr = affine_map<() -> (25)>
#np = affine_map<() -> (30)>
#weight = affine_map<(d0, d1, d2) -> ((d0 * 7 + d1 * 3 + d2 * 5) mod 31 + 1)>
!cube = memref<25x20x30xf64>
!matrix = memref<30x30xf64>
!vector = memref<30xf64>

func.func @run() -> f64 {
  %A = memref.alloc() : !cube
  %C4 = memref.alloc() : !matrix
  %sum = memref.alloc() : !vector
  call @init(%A, %C4) : (!cube, !matrix) -> ()
  call @kernel(%A, %C4, %sum) : (!cube, !matrix, !vector) -> ()
  %checksum = call @checksum(%A) : (!cube) -> f64
  memref.dealloc %A : !cube
  memref.dealloc %C4 : !matrix
  memref.dealloc %sum : !vector
  return %checksum : f64
}

func.func @init(%A: !cube, %C4: !matrix) {
  %np = affine.apply #np()
  affine.for %i = 0 to #nr() {
    affine.for %j = 0 to #nq() {
      affine.for %k = 0 to #np() {
        %0 = arith.muli %i, %j : index
        %1 = arith.addi %0, %k : index
        %2 = arith.remui %1, %np : index
        %3 = func.call @ratio(%2, %np) : (index, index) -> f64
        affine.store %3, %A[%i, %j, %k] : !cube
      }
    }
  }

  affine.for %i = 0 to #np() {
    affine.for %j = 0 to #np() {
      %0 = arith.muli %i, %j : index
      %1 = arith.remui %0, %np : index
      %2 = func.call @ratio(%1, %np) : (index, index) -> f64
      affine.store %2, %C4[%i, %j] : !matrix
    }
  }
  return
}

func.func @kernel(%A: !cube, %C4: !matrix, %sum: !vector) {
  %zero = arith.constant 0.0 : f64
  affine.for %r = 0 to #nr() {
    affine.for %q = 0 to #nq() {
      affine.for %p = 0 to #np() {
        // sum(p) := 0
        affine.store %zero, %sum[%p] : !vector
        affine.for %s = 0 to #np() {
          // sum(p) += A(r, q, s) C4(s, p)
          %0 = affine.load %sum[%p] : !vector
          %1 = affine.load %A[%r, %q, %s] : !cube
          %2 = affine.load %C4[%s, %p] : !matrix
          %3 = arith.mulf %1, %2 : f64
          %4 = arith.addf %0, %3 : f64
          affine.store %4, %sum[%p] : !vector
        }
      }
      affine.for %p = 0 to #np() {
        // A(r, q, p) := sum(p)
        %0 = affine.load %sum[%p] : !vector
        affine.store %0, %A[%r, %q, %p] : !cube
      }
    }
  }
  return
}

func.func @checksum(%A: !cube) -> f64 {
  %zero = arith.constant 0.0 : f64
  %sum_A = affine.for %i = 0 to #nr() iter_args(%from_i = %zero) -> (f64) {
    %sum_i = affine.for %j = 0 to #nq() iter_args(%from_j = %from_i) -> (f64) {
      %sum_j = affine.for %l = 0 to #np() iter_args(%from_l = %from_j) -> (f64) {
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
