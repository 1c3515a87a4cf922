// durbin: solves the Yule-Walker equations of the values r by the Levinson-Durbin recursion.
//
//   y(0) := -r(0), beta_0 = 1, alpha_0 = -r(0)
//   beta_k = (1 - alpha_{k-1}^2) beta_{k-1}
//   alpha_k = -(r(k) + sum_{i<k} r(k-i-1) y(i)) / beta_k
//   y(i) := y(i) + alpha_k y(k-i-1)    for i < k, from the y before
//   y(k) := alpha_k
//
// PolyBench/C 4.2.1, linear-algebra/solvers.
//
// sizes    mini  small  medium  large  extralarge
// n          40    120     400   2000        4000
//
// checksum mini -24.149965502496649
// checksum small -36.722435537382843
// checksum medium -101.48157731848383

#n = affine_map<() -> (120)>
#same = affine_map<(d0) -> (d0)>
#weight = affine_map<(d0) -> (d0 * 7 mod 31 + 1)>
!vector = memref<120xf64>

func.func @run() -> f64 {
  %r = memref.alloc() : !vector
  %y = memref.alloc() : !vector
  %z = memref.alloc() : !vector
  call @init(%r) : (!vector) -> ()
  call @kernel(%r, %y, %z) : (!vector, !vector, !vector) -> ()
  %checksum = call @checksum(%y) : (!vector) -> f64
  memref.dealloc %r : !vector
  memref.dealloc %y : !vector
  memref.dealloc %z : !vector
  return %checksum : f64
}

func.func @init(%r: !vector) {
  %c1 = arith.constant 1 : index
  %n = affine.apply #n()
  affine.for %i = 0 to #n() {
    %0 = arith.addi %n, %c1 : index
    %1 = arith.subi %0, %i : index
    %2 = arith.index_cast %1 : index to i64
    %3 = arith.sitofp %2 : i64 to f64
    affine.store %3, %r[%i] : !vector
  }
  return
}

func.func @kernel(%r: !vector, %y: !vector, %z: !vector) {
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %0 = affine.load %r[0] : !vector
  %minus_r0 = arith.negf %0 : f64
  affine.store %minus_r0, %y[0] : !vector

  %last:2 = affine.for %k = 1 to #n() iter_args(%beta_k = %one, %alpha_k = %minus_r0) -> (f64, f64) {
    // beta := (1 - alpha^2) beta
    %1 = arith.mulf %alpha_k, %alpha_k : f64
    %2 = arith.subf %one, %1 : f64
    %beta = arith.mulf %2, %beta_k : f64
    %sum_end = affine.for %i = 0 to #same(%k) iter_args(%sum_i = %zero) -> (f64) {
      // sum += r(k-i-1) y(i)
      %3 = affine.load %r[%k - %i - 1] : !vector
      %4 = affine.load %y[%i] : !vector
      %5 = arith.mulf %3, %4 : f64
      %sum = arith.addf %sum_i, %5 : f64
      affine.yield %sum : f64
    }
    // alpha := -(r(k) + sum) / beta
    %3 = affine.load %r[%k] : !vector
    %4 = arith.addf %3, %sum_end : f64
    %5 = arith.negf %4 : f64
    %alpha = arith.divf %5, %beta : f64
    affine.for %i = 0 to #same(%k) {
      // z(i) := y(i) + alpha y(k-i-1)
      %6 = affine.load %y[%i] : !vector
      %7 = affine.load %y[%k - %i - 1] : !vector
      %8 = arith.mulf %alpha, %7 : f64
      %9 = arith.addf %6, %8 : f64
      affine.store %9, %z[%i] : !vector
    }
    affine.for %i = 0 to #same(%k) {
      // y(i) := z(i)
      %6 = affine.load %z[%i] : !vector
      affine.store %6, %y[%i] : !vector
    }
    // y(k) := alpha
    affine.store %alpha, %y[%k] : !vector
    affine.yield %beta, %alpha : f64, f64
  }
  return
}

func.func @checksum(%y: !vector) -> f64 {
  %zero = arith.constant 0.0 : f64
  %sum_y = affine.for %i = 0 to #n() iter_args(%from_i = %zero) -> (f64) {
    %0 = affine.load %y[%i] : !vector
    %1 = affine.apply #weight(%i)
    %2 = arith.index_cast %1 : index to i64
    %3 = arith.sitofp %2 : i64 to f64
    %4 = arith.mulf %0, %3 : f64
    %5 = arith.addf %from_i, %4 : f64
    affine.yield %5 : f64
  }
  return %sum_y : f64
}
