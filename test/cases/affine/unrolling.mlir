// RUN: rmlir-opt %s --allow-unregistered-dialect --pass-pipeline=builtin.module(func.func(affine-loop-unroll{unroll-factor=2}))
// RUN: rmlir-opt %s --allow-unregistered-dialect --pass-pipeline=builtin.module(func.func(affine-loop-unroll{unroll-factor=-1}))

// What is left over when the number of iterations is no multiple is a loop of
// its own, or just its body.

func.func @loops(%n: index, %a: f32) -> f32 {
  affine.for %i = 0 to %n {
    "x"(%i) : (index) -> ()
  }
  %0 = affine.for %i = 0 to 3 iter_args(%x = %a) -> f32 {
    %y = "f"(%i, %x) : (index, f32) -> f32
    affine.yield %y : f32
  }
  return %0 : f32
}
