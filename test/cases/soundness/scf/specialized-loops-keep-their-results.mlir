// What a loop gives comes from the copy that runs.
// RUN: rmlir-opt %s --scf-parallel-loop-specialization --scf-for-loop-specialization --verify-semantics

func.func @sum(%n: index) -> f32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %none = arith.constant 0.0 : f32
  %x = arith.constant 1.5 : f32
  %most = affine.min affine_map<()[s0] -> (s0, 8)>()[%n]
  %s = scf.parallel (%i) = (%zero) to (%most) step (%one) init (%none) -> f32 {
    %y = arith.addf %x, %x : f32
    scf.reduce(%y : f32) {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      scf.reduce.return %c : f32
    }
  }
  return %s : f32
}
func.func @two_sums(%n: index) -> (i32, i64) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %p = arith.constant 3 : i32
  %q = arith.constant 2 : i64
  %most = affine.min affine_map<()[s0] -> (s0, 4)>()[%n]
  %s:2 = scf.parallel (%i) = (%zero) to (%most) step (%one) init (%p, %q) -> (i32, i64) {
    scf.reduce(%p, %q : i32, i64) {
    ^bb0(%a: i32, %b: i32):
      %c = arith.addi %a, %b : i32
      scf.reduce.return %c : i32
    }, {
    ^bb0(%a: i64, %b: i64):
      %c = arith.muli %a, %b : i64
      scf.reduce.return %c : i64
    }
  }
  return %s#0, %s#1 : i32, i64
}
func.func @carried(%n: index, %x: i32) -> i32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %most = affine.min affine_map<()[s0] -> (s0, 8)>()[%n]
  %r = scf.for %i = %zero to %most step %one iter_args(%a = %x) -> i32 {
    %b = arith.muli %a, %x : i32
    scf.yield %b : i32
  }
  return %r : i32
}
func.func @two_carried(%n: index, %x: i32, %y: f32) -> (i32, f32) {
  %zero = arith.constant 0 : index
  %two = arith.constant 2 : index
  %most = affine.min affine_map<()[s0] -> (8, s0, s0 - 1)>()[%n]
  %r:2 = scf.for %i = %zero to %most step %two iter_args(%a = %x, %f = %y) -> (i32, f32) {
    %b = arith.muli %a, %x : i32
    %g = arith.addf %f, %y : f32
    scf.yield %b, %g : i32, f32
  }
  return %r#0, %r#1 : i32, f32
}
func.func @nested(%n: index, %x: i32) -> i32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %top = arith.minsi %n, %c16 : index
  %r = scf.for %i = %zero to %top step %one iter_args(%a = %x) -> i32 {
    %most = affine.min affine_map<(d0)[s0] -> (4, s0 - d0)>(%i)[%top]
    %s = scf.for %j = %zero to %most step %one iter_args(%b = %a) -> i32 {
      %c = arith.addi %b, %x : i32
      scf.yield %c : i32
    }
    scf.yield %s : i32
  }
  return %r : i32
}
