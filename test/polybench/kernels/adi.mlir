// adi: heat flow on a square by alternating directions. Each step solves a tridiagonal system along every column (u to
// v), then one along every row (v to u): a sweep upwards makes the coefficients p and q, a sweep downwards substitutes.
//
//   mul1 = 2 n n / tsteps, a = c = -mul1 / 2, b = 1 + mul1
//   mul2 = n n / tsteps,   d = f = -mul2 / 2, e = 1 + mul2
//   columns: p(i, j) := -c / (a p(i, j-1) + b)
//            q(i, j) := (-d u(j, i-1) + (1 + 2 d) u(j, i) - f u(j, i+1) - a q(i, j-1)) / (a p(i, j-1) + b)
//            v(j, i) := p(i, j) v(j+1, i) + q(i, j)
//   rows:    the same with v in place of u, u in place of v, and a, b, c changed for d, e, f
//
// PolyBench/C 4.2.1, stencils.
//
// sizes    mini  small  medium  large  extralarge
// tsteps     20     40     100    500        1000
// n          20     60     200   1000        2000
//
// checksum mini 6368.4075183950717
// checksum small 57604.043006882639
// checksum medium 639962.15331479569

#tsteps = affine_map<() -> (40)>
#n = affine_map<() -> (60)>
#n_less_1 = affine_map<() -> (60 - 1)>
#reverse_n = affine_map<(d0) -> (60 - 1 - d0)>
#weight = affine_map<(d0, d1) -> ((d0 * 7 + d1 * 3) mod 31 + 1)>
!matrix = memref<60x60xf64>

func.func @run() -> f64 {
  %u = memref.alloc() : !matrix
  %v = memref.alloc() : !matrix
  %p = memref.alloc() : !matrix
  %q = memref.alloc() : !matrix
  call @init(%u) : (!matrix) -> ()
  call @kernel(%u, %v, %p, %q) : (!matrix, !matrix, !matrix, !matrix) -> ()
  %checksum = call @checksum(%u) : (!matrix) -> f64
  memref.dealloc %u : !matrix
  memref.dealloc %v : !matrix
  memref.dealloc %p : !matrix
  memref.dealloc %q : !matrix
  return %checksum : f64
}

func.func @init(%u: !matrix) {
  %n = affine.apply #n()
  affine.for %i = 0 to #n() {
    affine.for %j = 0 to #n() {
      %0 = arith.addi %i, %n : index
      %1 = arith.subi %0, %j : index
      %2 = func.call @ratio(%1, %n) : (index, index) -> f64
      affine.store %2, %u[%i, %j] : !matrix
    }
  }
  return
}

func.func @kernel(%u: !matrix, %v: !matrix, %p: !matrix, %q: !matrix) {
  %one = arith.constant 1.0 : f64
  %two = arith.constant 2.0 : f64
  %zero = arith.constant 0.0 : f64
  %n = affine.apply #n()
  %tsteps = affine.apply #tsteps()
  %n_less_1 = affine.apply #n_less_1()
  %0 = arith.index_cast %n : index to i64
  %n_real = arith.sitofp %0 : i64 to f64
  %1 = arith.index_cast %tsteps : index to i64
  %tsteps_real = arith.sitofp %1 : i64 to f64
  %dx = arith.divf %one, %n_real : f64
  %dt = arith.divf %one, %tsteps_real : f64
  %2 = arith.mulf %two, %dt : f64
  %3 = arith.mulf %dx, %dx : f64
  %mul1 = arith.divf %2, %3 : f64
  %4 = arith.mulf %one, %dt : f64
  %5 = arith.mulf %dx, %dx : f64
  %mul2 = arith.divf %4, %5 : f64
  %6 = arith.negf %mul1 : f64
  %a = arith.divf %6, %two : f64
  %b = arith.addf %one, %mul1 : f64
  %7 = arith.negf %mul2 : f64
  %d = arith.divf %7, %two : f64
  %e = arith.addf %one, %mul2 : f64
  %8 = arith.mulf %two, %d : f64
  %d_middle = arith.addf %one, %8 : f64
  %9 = arith.mulf %two, %a : f64
  %a_middle = arith.addf %one, %9 : f64

  affine.for %t = 0 to #tsteps() {
    affine.for %i = 1 to #n_less_1() {
      // v(0, i) := 1, p(i, 0) := 0, q(i, 0) := v(0, i)
      affine.store %one, %v[0, %i] : !matrix
      affine.store %zero, %p[%i, 0] : !matrix
      %10 = affine.load %v[0, %i] : !matrix
      affine.store %10, %q[%i, 0] : !matrix
      affine.for %j = 1 to #n_less_1() {
        // p(i, j) := -c / (a p(i, j-1) + b)
        %11 = arith.negf %a : f64
        %12 = affine.load %p[%i, %j - 1] : !matrix
        %13 = arith.mulf %a, %12 : f64
        %14 = arith.addf %13, %b : f64
        %15 = arith.divf %11, %14 : f64
        affine.store %15, %p[%i, %j] : !matrix
        // q(i, j) := (-d u(j, i-1) + (1 + 2 d) u(j, i) - f u(j, i+1) - a q(i, j-1)) / (a p(i, j-1) + b)
        %16 = arith.negf %d : f64
        %17 = affine.load %u[%j, %i - 1] : !matrix
        %18 = arith.mulf %16, %17 : f64
        %19 = affine.load %u[%j, %i] : !matrix
        %20 = arith.mulf %d_middle, %19 : f64
        %21 = arith.addf %18, %20 : f64
        %22 = affine.load %u[%j, %i + 1] : !matrix
        %23 = arith.mulf %d, %22 : f64
        %24 = arith.subf %21, %23 : f64
        %25 = affine.load %q[%i, %j - 1] : !matrix
        %26 = arith.mulf %a, %25 : f64
        %27 = arith.subf %24, %26 : f64
        %28 = affine.load %p[%i, %j - 1] : !matrix
        %29 = arith.mulf %a, %28 : f64
        %30 = arith.addf %29, %b : f64
        %31 = arith.divf %27, %30 : f64
        affine.store %31, %q[%i, %j] : !matrix
      }
      // v(n-1, i) := 1
      affine.store %one, %v[%n_less_1, %i] : !matrix
      affine.for %j = 1 to #n_less_1() {
        // v(j, i) := p(i, j) v(j+1, i) + q(i, j), from n-2 down to 1
        %j_up = affine.apply #reverse_n(%j)
        %11 = affine.load %p[%i, %j_up] : !matrix
        %12 = affine.load %v[%j_up + 1, %i] : !matrix
        %13 = arith.mulf %11, %12 : f64
        %14 = affine.load %q[%i, %j_up] : !matrix
        %15 = arith.addf %13, %14 : f64
        affine.store %15, %v[%j_up, %i] : !matrix
      }
    }
    affine.for %i = 1 to #n_less_1() {
      // u(i, 0) := 1, p(i, 0) := 0, q(i, 0) := u(i, 0)
      affine.store %one, %u[%i, 0] : !matrix
      affine.store %zero, %p[%i, 0] : !matrix
      %10 = affine.load %u[%i, 0] : !matrix
      affine.store %10, %q[%i, 0] : !matrix
      affine.for %j = 1 to #n_less_1() {
        // p(i, j) := -f / (d p(i, j-1) + e)
        %11 = arith.negf %d : f64
        %12 = affine.load %p[%i, %j - 1] : !matrix
        %13 = arith.mulf %d, %12 : f64
        %14 = arith.addf %13, %e : f64
        %15 = arith.divf %11, %14 : f64
        affine.store %15, %p[%i, %j] : !matrix
        // q(i, j) := (-a v(i-1, j) + (1 + 2 a) v(i, j) - c v(i+1, j) - d q(i, j-1)) / (d p(i, j-1) + e)
        %16 = arith.negf %a : f64
        %17 = affine.load %v[%i - 1, %j] : !matrix
        %18 = arith.mulf %16, %17 : f64
        %19 = affine.load %v[%i, %j] : !matrix
        %20 = arith.mulf %a_middle, %19 : f64
        %21 = arith.addf %18, %20 : f64
        %22 = affine.load %v[%i + 1, %j] : !matrix
        %23 = arith.mulf %a, %22 : f64
        %24 = arith.subf %21, %23 : f64
        %25 = affine.load %q[%i, %j - 1] : !matrix
        %26 = arith.mulf %d, %25 : f64
        %27 = arith.subf %24, %26 : f64
        %28 = affine.load %p[%i, %j - 1] : !matrix
        %29 = arith.mulf %d, %28 : f64
        %30 = arith.addf %29, %e : f64
        %31 = arith.divf %27, %30 : f64
        affine.store %31, %q[%i, %j] : !matrix
      }
      // u(i, n-1) := 1
      affine.store %one, %u[%i, %n_less_1] : !matrix
      affine.for %j = 1 to #n_less_1() {
        // u(i, j) := p(i, j) u(i, j+1) + q(i, j), from n-2 down to 1
        %j_up = affine.apply #reverse_n(%j)
        %11 = affine.load %p[%i, %j_up] : !matrix
        %12 = affine.load %u[%i, %j_up + 1] : !matrix
        %13 = arith.mulf %11, %12 : f64
        %14 = affine.load %q[%i, %j_up] : !matrix
        %15 = arith.addf %13, %14 : f64
        affine.store %15, %u[%i, %j_up] : !matrix
      }
    }
  }
  return
}

func.func @checksum(%u: !matrix) -> f64 {
  %zero = arith.constant 0.0 : f64
  %sum_u = affine.for %i = 0 to #n() iter_args(%from_i = %zero) -> (f64) {
    %sum_i = affine.for %j = 0 to #n() iter_args(%from_j = %from_i) -> (f64) {
      %0 = affine.load %u[%i, %j] : !matrix
      %1 = affine.apply #weight(%i, %j)
      %2 = arith.index_cast %1 : index to i64
      %3 = arith.sitofp %2 : i64 to f64
      %4 = arith.mulf %0, %3 : f64
      %5 = arith.addf %from_j, %4 : f64
      affine.yield %5 : f64
    }
    affine.yield %sum_i : f64
  }
  return %sum_u : f64
}

func.func private @ratio(%p: index, %q: index) -> f64 {
  %0 = arith.index_cast %p : index to i64
  %1 = arith.index_cast %q : index to i64
  %2 = arith.sitofp %0 : i64 to f64
  %3 = arith.sitofp %1 : i64 to f64
  %4 = arith.divf %2, %3 : f64
  return %4 : f64
}
