// RUN: rmlir-opt %s --canonicalize --verify-semantics

func.func @f32() -> (f32, f32, f32, f32) {
  %p = arith.constant 0.0 : f32
  %m = arith.constant -0.0 : f32
  %0 = math.atan2 %p, %p : f32
  %1 = math.atan2 %p, %m : f32
  %2 = math.atan2 %m, %p : f32
  %3 = math.atan2 %m, %m : f32
  return %0, %1, %2, %3 : f32, f32, f32, f32
}
func.func @f64() -> (f64, f64) {
  %p = arith.constant 0.0 : f64
  %m = arith.constant -0.0 : f64
  %0 = math.atan2 %p, %p : f64
  %1 = math.atan2 %p, %m : f64
  return %0, %1 : f64, f64
}
func.func @lanes() -> vector<2xf32> {
  %p = arith.constant dense<0.0> : vector<2xf32>
  %m = arith.constant dense<[-0.0, 1.0]> : vector<2xf32>
  %0 = math.atan2 %p, %m : vector<2xf32>
  return %0 : vector<2xf32>
}
