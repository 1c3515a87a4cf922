// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv,canonicalize,cse)'
// Marked loops call variants of their bodies: whole rounds, and one with a mask for what is left.

func.func @shift(%x: f32, %by: f32 {pvec.clause = #pvec.uniform}) -> f32 attributes {pvec.function = #pvec.function<4, both>} {
  %y = arith.addf %x, %by : f32
  return %y : f32
}

func.func @all(%n: index, %a: memref<?xf32>, %by: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<?xf32>
    %y = func.call @shift(%x, %by) : (f32, f32) -> f32
    memref.store %y, %a[%i] : memref<?xf32>
  } {pvec.vectorize_calls = 4 : i64}
  return
}

// Bounds that are the least of several, and a step of two.
func.func @affine(%n: index, %a: memref<?xf32>) {
  affine.for %i = 1 to min affine_map<(d0) -> (d0, 100)>(%n) step 2 {
    %x = affine.load %a[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    affine.store %y, %a[%i] : memref<?xf32>
  } {pvec.vectorize_calls = 4 : i64}
  return
}
