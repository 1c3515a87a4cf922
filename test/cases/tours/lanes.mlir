// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(print-uniformity))' -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv)' | rmlir-run - --engine=jit --entry picture --args 19 random:19 0.25 50 zeros:19 --print-arguments
// RUN: rmlir-run %s --entry picture --args 19 random:19 0.25 50 zeros:19 --print-arguments
// From a scalar function with clauses to eight lanes, the last ones under a mask.

// Escape times: each lane leaves the loop when it has to.
func.func @escape(%x: f32, %y: f32, %most: i32 {pvec.clause = #pvec.uniform}) -> i32 attributes {pvec.function = #pvec.function<8, both>} {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %four = arith.constant 4.0 : f32
  %n, %re, %im = scf.while (%n = %none, %re = %zero, %im = %zero) : (i32, f32, f32) -> (i32, f32, f32) {
    %re2 = arith.mulf %re, %re : f32
    %im2 = arith.mulf %im, %im : f32
    %far = arith.addf %re2, %im2 : f32
    %near = arith.cmpf olt, %far, %four : f32
    %more = arith.cmpi slt, %n, %most : i32
    %go = arith.andi %near, %more : i1
    scf.condition(%go) %n, %re, %im : i32, f32, f32
  } do {
  ^bb0(%n: i32, %re: f32, %im: f32):
    %re2 = arith.mulf %re, %re : f32
    %im2 = arith.mulf %im, %im : f32
    %difference = arith.subf %re2, %im2 : f32
    %next_re = arith.addf %difference, %x : f32
    %both = arith.mulf %re, %im : f32
    %twice = arith.addf %both, %both : f32
    %next_im = arith.addf %twice, %y : f32
    %next = arith.addi %n, %one : i32
    scf.yield %next, %next_re, %next_im : i32, f32, f32
  }
  return %n : i32
}

func.func @picture(%width: index, %x: memref<?xf32>, %y: f32, %most: i32, %out: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %width step %c1 {
    %at = memref.load %x[%i] : memref<?xf32>
    %n = func.call @escape(%at, %y, %most) : (f32, f32, i32) -> i32
    memref.store %n, %out[%i] : memref<?xi32>
  } {pvec.vectorize_calls = 8 : i64}
  return
}
