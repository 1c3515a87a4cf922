// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic

func.func @f(%a: f32, %b: f32, %h: f16) {
  %0 = arith.addf %a, %b fastmath<nnan, ninf> : f32
  %1 = arith.mulf %a, %b fastmath<fast> : f32
  %2 = arith.negf %a : f32
  %3 = arith.cmpf oeq, %a, %b : f32
  %4 = arith.truncf %a to_nearest_even : f32 to f16
  %5 = arith.extf %h : f16 to f64
  %6 = arith.maximumf %a, %b : f32
  %7 = arith.remf %a, %b : f32
  return
}
