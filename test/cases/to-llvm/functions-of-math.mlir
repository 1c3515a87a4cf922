// RUN: rmlir-opt %s --convert-math-to-llvm
// RUN: rmlir-opt %s --convert-math-to-llvm=approximate-log1p=false

func.func @f(%x: f32, %v: vector<2x2xf32>, %n: i32) -> (f32, f32, f32, vector<2x2xf32>, i32, i1, f32) {
  %0 = math.exp %x fastmath<afn> : f32
  %1 = math.expm1 %x : f32
  %2 = math.log1p %x : f32
  %3 = math.rsqrt %v : vector<2x2xf32>
  %4 = math.ctlz %n : i32
  %5 = math.isnan %x : f32
  %sin, %cos = math.sincos %x : f32
  return %0, %1, %2, %3, %4, %5, %sin : f32, f32, f32, vector<2x2xf32>, i32, i1, f32
}
