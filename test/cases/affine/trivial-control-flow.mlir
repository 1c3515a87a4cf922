// RUN: rmlir-opt %s --allow-unregistered-dialect --canonicalize

// Loops that do nothing, or never run, give what they start with; a condition
// that is known or whose second region is empty goes.

func.func @loops(%a: f32, %b: f32) -> (f32, f32, f32) {
  %0 = affine.for %i = 0 to 0 iter_args(%x = %a) -> f32 {
    %y = "f"(%x) : (f32) -> f32
    affine.yield %y : f32
  }
  %1 = affine.for %i = 0 to 10 iter_args(%x = %a) -> f32 {
    affine.yield %b : f32
  }
  %2:2 = affine.for %i = 0 to 10 iter_args(%x = %a, %y = %b) -> (f32, f32) {
    affine.yield %y, %x : f32, f32
  }
  return %0, %1, %2#0 : f32, f32, f32
}

func.func @conditions(%n: index) -> index {
  affine.if affine_set<() : (1 == 0)>() {
    "x"() : () -> ()
  }
  affine.if affine_set<(d0) : (d0 >= 0)>(%n) {
    "y"() : () -> ()
  } else {
  }
  %0 = affine.if affine_set<() : (0 == 0)>() -> index {
    affine.yield %n : index
  } else {
    %1 = "z"() : () -> index
    affine.yield %1 : index
  }
  return %0 : index
}
