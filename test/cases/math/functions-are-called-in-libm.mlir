// RUN: rmlir-opt %s --convert-math-to-libm

func.func @f(%x: f32, %y: f64, %h: f16, %v: vector<2xf32>) -> (f32, f64, f16, vector<2xf32>) {
  %0 = math.tanh %x : f32
  %1 = math.atan2 %y, %y : f64
  %2 = math.exp %h : f16
  %3 = math.tanh %v : vector<2xf32>
  return %0, %1, %2, %3 : f32, f64, f16, vector<2xf32>
}
