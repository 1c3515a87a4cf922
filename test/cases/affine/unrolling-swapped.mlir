// RUN: rmlir-opt %s --pass-pipeline=builtin.module(func.func(affine-loop-unroll{unroll-factor=3}))

// A variable that is yielded in the place of another is that of the round
// before, in every copy: the last of three rounds yields the sum of the second.

func.func @fibonacci() -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %0:2 = affine.for %i = 0 to 9 iter_args(%a = %zero, %b = %one) -> (i32, i32) {
    %c = arith.addi %a, %b : i32
    affine.yield %b, %c : i32, i32
  }
  return %0#0 : i32
}
