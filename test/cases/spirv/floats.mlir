// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic --mlir-print-debuginfo
// RUN: rmlir-opt %s --canonicalize
// RUN: rmlir-opt %s --cse

spirv.func @arithmetic(%a: f32, %b: vector<4xf16>) -> f32 "None" {
  %0 = spirv.FAdd %a, %a : f32
  %1 = spirv.FSub %0, %a : f32
  %2 = spirv.FMul %b, %b {a.b} : vector<4xf16>
  %3 = spirv.FDiv %2, %b : vector<4xf16>
  %4 = spirv.FRem %1, %a : f32
  %5 = spirv.FMod %4, %0 : f32
  %6 = spirv.FNegate %5 : f32
  spirv.ReturnValue %6 : f32
}

func.func @questions(%a: f64, %b: f64, %v: vector<2xf32>) -> (i1, i1, i1, i1, i1, i1, i1, i1, vector<2xi1>, vector<2xi1>) {
  %0 = spirv.FOrdEqual %a, %b : f64
  %1 = spirv.FOrdNotEqual %b, %a : f64
  %2 = spirv.FUnordGreaterThan %a, %b : f64
  %3 = spirv.FUnordLessThanEqual %a, %b : f64
  %4 = spirv.Ordered %a, %b : f64
  // Only the order of operands is different from the one before.
  %5 = spirv.Ordered %b, %a : f64
  %6 = spirv.IsInf %a : f64
  %7 = spirv.IsFinite %a : f64
  %8 = spirv.FOrdLessThan %v, %v : vector<2xf32>
  %9 = spirv.IsNan %v : vector<2xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : i1, i1, i1, i1, i1, i1, i1, i1, vector<2xi1>, vector<2xi1>
}

func.func @undefined() -> !spirv.ptr<f32, Function> {
  %0 = spirv.Undef : !spirv.ptr<f32, Function>
  return %0 : !spirv.ptr<f32, Function>
}
