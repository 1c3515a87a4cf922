// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv{keep-scalar=true},canonicalize)' --remarks-filter-missed=wfv
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv)'
// With `keep-scalar` functions that cannot be vectorized have no variants, and calls of them are executed lane by lane;
// others that call them still have variants.

func.func private @view(%m: memref<4xf32>, %i: index) -> memref<4xf32> attributes {pvec.function = #pvec.function<4, unmasked>} {
  return %m : memref<4xf32>
}

func.func private @twice(%x: f32) -> f32 attributes {pvec.function = #pvec.function<4, unmasked>} {
  %y = arith.addf %x, %x : f32
  return %y : f32
}

func.func @loop(%a: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %x = memref.load %a[%i] : memref<16xf32>
    %y = func.call @twice(%x) : (f32) -> f32
    memref.store %y, %a[%i] : memref<16xf32>
  } {pvec.vectorize_calls = 4 : i64}
  return
}
