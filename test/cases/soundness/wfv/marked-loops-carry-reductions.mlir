// Marked loops may carry values: reductions of integers exactly, of floats in any order where that is allowed and else in order, and
// whatever else depends on the iteration before without memory.
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv)' --verify-semantics=20 -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv{tail=scalar})' --verify-semantics=20 -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv{interleave=2 noalias-arguments})' --verify-semantics=20 -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv{width=2},canonicalize,cse)' --verify-semantics=20 -o /dev/null

func.func @sum(%a: memref<23xi32>, %init: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c23 = arith.constant 23 : index
  %last = arith.minui %n, %c23 : index
  %s = scf.for %i = %c0 to %last step %c1 iter_args(%t = %init) -> i32 {
    %x = memref.load %a[%i] : memref<23xi32>
    %u = arith.addi %t, %x : i32
    scf.yield %u : i32
  } {pvec.vectorize_calls = 4 : i64}
  return %s : i32
}

func.func @many(%a: memref<23xi8>) -> (i8, i8, i8, i8, i8, i8, i8, i8, i8) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c23 = arith.constant 23 : index
  %k = arith.constant 7 : i8
  %r:9 = scf.for %i = %c0 to %c23 step %c1
      iter_args(%p = %k, %q = %k, %t = %k, %u = %k, %v = %k, %w = %k, %x = %k, %y = %k, %z = %k) -> (i8, i8, i8, i8, i8, i8, i8, i8, i8) {
    %e = memref.load %a[%i] : memref<23xi8>
    %p1 = arith.addi %e, %p : i8
    %q1 = arith.muli %q, %e : i8
    %t1 = arith.minsi %t, %e : i8
    %u1 = arith.maxsi %e, %u : i8
    %v1 = arith.minui %v, %e : i8
    %w1 = arith.maxui %w, %e : i8
    %x1 = arith.andi %x, %e : i8
    %y1 = arith.ori %y, %e : i8
    %z1 = arith.xori %e, %z : i8
    scf.yield %p1, %q1, %t1, %u1, %v1, %w1, %x1, %y1, %z1 : i8, i8, i8, i8, i8, i8, i8, i8, i8
  } {pvec.vectorize_calls = 8 : i64}
  return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5, %r#6, %r#7, %r#8 : i8, i8, i8, i8, i8, i8, i8, i8, i8
}

// In order: floats without flags, a difference, a Horner scheme, the last value, and one of two loops' worth.
func.func @in_order(%a: memref<23xf32>, %b: memref<23xi32>) -> (f32, i32, i32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c23 = arith.constant 23 : index
  %zero = arith.constant 0.1 : f32
  %one = arith.constant 1 : i32
  %r:4 = scf.for %i = %c0 to %c23 step %c1 iter_args(%s = %zero, %d = %one, %h = %one, %l = %zero) -> (f32, i32, i32, f32) {
    %three = arith.constant 3 : i32
    %x = memref.load %a[%i] : memref<23xf32>
    %y = memref.load %b[%i] : memref<23xi32>
    %s1 = arith.addf %s, %x : f32
    %d1 = arith.subi %y, %d : i32
    %h0 = arith.muli %h, %three : i32
    %h1 = arith.addi %h0, %y : i32
    scf.yield %s1, %d1, %h1, %x : f32, i32, i32, f32
  } {pvec.vectorize_calls = 4 : i64}
  return %r#0, %r#1, %r#2, %r#3 : f32, i32, i32, f32
}

func.func @floats(%a: memref<23xf32>) -> (f32, f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c23 = arith.constant 23 : index
  %k = arith.constant -0.0 : f32
  %i1 = arith.constant 1.0 : f32
  %r:4 = scf.for %i = %c0 to %c23 step %c1 iter_args(%s = %k, %p = %i1, %u = %k, %v = %k) -> (f32, f32, f32, f32) {
    %x = memref.load %a[%i] : memref<23xf32>
    %m = arith.maximumf %u, %x : f32
    %n = arith.minimumf %x, %v : f32
    %g = arith.cmpf ogt, %x, %i1 : f32
    %t = arith.select %g, %i1, %k : f32
    %s1 = arith.addf %s, %t fastmath<reassoc> : f32
    %p1 = arith.mulf %p, %i1 fastmath<fast> : f32
    scf.yield %s1, %p1, %m, %n : f32, f32, f32, f32
  } {pvec.vectorize_calls = 4 : i64}
  return %r#0, %r#1, %r#2, %r#3 : f32, f32, f32, f32
}

// Under a condition, and combined with two values; the body stores as well.
func.func @conditions(%a: memref<23xi32>) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c23 = arith.constant 23 : index
  %zero = arith.constant 0 : i32
  %r:2 = scf.for %i = %c0 to %c23 step %c1 iter_args(%s = %zero, %t = %zero) -> (i32, i32) {
    %x = memref.load %a[%i] : memref<23xi32>
    %p = arith.cmpi sgt, %x, %zero : i32
    %s1 = scf.if %p -> i32 {
      %u = arith.addi %s, %x : i32
      scf.yield %u : i32
    } else {
      scf.yield %s : i32
    }
    %y = arith.addi %x, %x : i32
    memref.store %y, %a[%i] : memref<23xi32>
    %t0 = arith.addi %t, %x : i32
    %t1 = arith.addi %y, %t0 : i32
    scf.yield %s1, %t1 : i32, i32
  } {pvec.vectorize_calls = 4 : i64}
  return %r#0, %r#1 : i32, i32
}

func.func @affine(%a: memref<23xi64>, %init: i64) -> i64 {
  %s = affine.for %i = 2 to 21 step 2 iter_args(%t = %init) -> i64 {
    %x = affine.load %a[%i] : memref<23xi64>
    %u = arith.xori %t, %x : i64
    affine.yield %u : i64
  } {pvec.vectorize_calls = 4 : i64}
  return %s : i64
}

func.func @parallel(%a: memref<5x23xi32>, %init: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %c23 = arith.constant 23 : index
  %r:2 = scf.parallel (%i, %j) = (%c0, %c1) to (%c5, %c23) step (%c1, %c2) init (%init, %init) -> (i32, i32) {
    %x = memref.load %a[%i, %j] : memref<5x23xi32>
    scf.reduce(%x, %x : i32, i32) {
    ^bb0(%s: i32, %t: i32):
      %u = arith.addi %s, %t : i32
      scf.reduce.return %u : i32
    }, {
    ^bb0(%s: i32, %t: i32):
      %u = arith.maxsi %s, %t : i32
      scf.reduce.return %u : i32
    }
  } {pvec.vectorize_calls = 4 : i64}
  return %r#0, %r#1 : i32, i32
}

// A narrow variable that is summed up itself, and versions for what its bits are combined with.
func.func @variable(%n: i16, %d: i16) -> i16 {
  %c0 = arith.constant 0 : i16
  %c3 = arith.constant 3 : i16
  %c127 = arith.constant 127 : i16
  %last = arith.andi %n, %c127 : i16
  %s = scf.for %i = %c0 to %last step %c3 iter_args(%t = %d) -> i16 : i16 {
    %x = arith.xori %i, %d : i16
    %u = arith.addi %t, %x : i16
    %v = arith.addi %u, %i : i16
    scf.yield %v : i16
  } {pvec.vectorize_calls = 4 : i64}
  return %s : i16
}

func.func @versions(%a: memref<64xi32>, %d: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c63 = arith.constant 63 : index
  %low = arith.andi %d, %c63 : index
  %zero = arith.constant 0 : i32
  %s = scf.for %i = %c0 to %c63 step %c1 iter_args(%t = %zero) -> i32 {
    %at = arith.xori %i, %low : index
    %x = memref.load %a[%at] : memref<64xi32>
    %u = arith.addi %t, %x : i32
    scf.yield %u : i32
  } {pvec.vectorize_calls = 4 : i64}
  return %s : i32
}

// No iteration at all: the initial value is the result.
func.func @none(%a: memref<23xi32>, %init: i32) -> i32 {
  %c9 = arith.constant 9 : index
  %c1 = arith.constant 1 : index
  %cm = arith.constant -3 : index
  %s = scf.for %i = %c9 to %cm step %c1 iter_args(%t = %init) -> i32 {
    %x = memref.load %a[%i] : memref<23xi32>
    %u = arith.muli %t, %x : i32
    scf.yield %u : i32
  } {pvec.vectorize_calls = 4 : i64}
  return %s : i32
}

// Of `index`, by an affine map, which is done in order.
func.func @index(%a: memref<23xindex>, %init: index, %n: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c23 = arith.constant 23 : index
  %l = arith.minui %n, %c23 : index
  %s:2 = scf.for %i = %c0 to %l step %c1 iter_args(%t = %init, %m = %c0) -> (index, index) {
    %x = memref.load %a[%i] : memref<23xindex>
    %u = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%t, %x)
    %w = arith.maxsi %m, %x : index
    scf.yield %u, %w : index, index
  } {pvec.vectorize_calls = 4 : i64}
  return %s#0, %s#1 : index, index
}
func.func @f16(%a: memref<23xf16>) -> (f16, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c23 = arith.constant 23 : index
  %z = arith.constant 0.0 : f16
  %y = arith.constant 1.0 : f64
  %s:2 = scf.for %i = %c0 to %c23 step %c1 iter_args(%t = %z, %m = %y) -> (f16, f64) {
    %x = memref.load %a[%i] : memref<23xf16>
    %u = arith.maximumf %t, %x : f16
    %xx = arith.extf %x : f16 to f64
    %w = arith.minnumf %m, %xx : f64
    scf.yield %u, %w : f16, f64
  } {pvec.vectorize_calls = 8 : i64}
  return %s#0, %s#1 : f16, f64
}
// The loop inside carries a value too.
func.func @nest(%a: memref<8x9xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  %z = arith.constant 0 : i32
  %s = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = %z) -> i32 {
    %r = scf.for %j = %c0 to %c9 step %c1 iter_args(%q = %z) -> i32 {
      %x = memref.load %a[%i, %j] : memref<8x9xi32>
      %p = arith.addi %q, %x : i32
      scf.yield %p : i32
    }
    %u = arith.addi %t, %r : i32
    scf.yield %u : i32
  } {pvec.vectorize_calls = 4 : i64}
  return %s : i32
}
// Values that change places.
func.func @swap(%a: memref<23xi32>) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c23 = arith.constant 23 : index
  %z = arith.constant 0 : i32
  %o = arith.constant 1 : i32
  %s:2 = scf.for %i = %c0 to %c23 step %c1 iter_args(%p = %z, %q = %o) -> (i32, i32) {
    %x = memref.load %a[%i] : memref<23xi32>
    %u = arith.addi %p, %x : i32
    scf.yield %q, %u : i32, i32
  } {pvec.vectorize_calls = 4 : i64}
  return %s#0, %s#1 : i32, i32
}
// A marked loop with a reduction in another loop.
func.func @inner(%a: memref<8x9xi32>, %o: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  %z = arith.constant 0 : i32
  scf.for %i = %c0 to %c8 step %c1 {
    %r = scf.for %j = %c0 to %c9 step %c1 iter_args(%q = %z) -> i32 {
      %x = memref.load %a[%i, %j] : memref<8x9xi32>
      %p = arith.addi %q, %x : i32
      scf.yield %p : i32
    } {pvec.vectorize_calls = 4 : i64}
    memref.store %r, %o[%i] : memref<8xi32>
  }
  return
}
