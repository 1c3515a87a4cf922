// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic

func.func @floats(%a: f32, %b: f32) {
  %0 = math.acos %a : f32
  %1 = math.acosh %a : f32
  %2 = math.asin %a : f32
  %3 = math.asinh %a : f32
  %4 = math.atan %a : f32
  %5 = math.cbrt %a : f32
  %6 = math.cosh %a : f32
  %7 = math.erf %a : f32
  %8 = math.erfc %a : f32
  %9 = math.exp2 %a : f32
  %10 = math.floor %a : f32
  %11 = math.log10 %a : f32
  %12 = math.log %a : f32
  %13 = math.trunc %a : f32
  %x = math.copysign %a, %b : f32
  %y = math.isfinite %a : f32
  return
}

func.func @integers(%a: vector<4xi32>) {
  %0 = math.cttz %a : vector<4xi32>
  return
}
