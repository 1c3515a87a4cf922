// RUN: rmlir-opt %s --math-uplift-to-fma --math-sincos-fusion

func.func @f(%a: f32, %b: f32, %c: f32) -> (f32, f32, f32, f32) {
  %0 = arith.mulf %a, %b fastmath<contract, nnan> : f32
  %1 = arith.addf %c, %0 fastmath<contract> : f32
  %2 = math.sin %1 fastmath<afn> : f32
  %3 = math.cos %1 fastmath<afn> : f32
  // It assumes something else.
  %4 = math.cos %1 : f32
  return %1, %2, %3, %4 : f32, f32, f32, f32
}
