// -0.0 is less than 0.0, and a NaN wins.
// RUN: rmlir-opt %s --arith-expand --verify-semantics

func.func @zeros() -> (f32, f32, f32, f32) {
  %p = arith.constant 0.0 : f32
  %m = arith.constant -0.0 : f32
  %0 = arith.maximumf %p, %m : f32
  %1 = arith.maximumf %m, %p : f32
  %2 = arith.minimumf %p, %m : f32
  %3 = arith.minimumf %m, %p : f32
  return %0, %1, %2, %3 : f32, f32, f32, f32
}
func.func @single(%a: f32, %b: f32) -> (f32, f32) {
  %0 = arith.maximumf %a, %b : f32
  %1 = arith.minimumf %a, %b : f32
  return %0, %1 : f32, f32
}
func.func @double(%a: f64) -> (f64, f64) {
  %m = arith.constant -0.0 : f64
  %0 = arith.maximumf %a, %m : f64
  %1 = arith.minimumf %m, %a : f64
  return %0, %1 : f64, f64
}
func.func @half(%a: f16) -> (f16, f16) {
  %p = arith.constant 0.0 : f16
  %0 = arith.maximumf %a, %p : f16
  %1 = arith.minimumf %p, %a : f16
  return %0, %1 : f16, f16
}
func.func @lanes(%a: vector<4xbf16>) -> (vector<4xbf16>, vector<4xbf16>) {
  %z = arith.constant dense<[0.0, -0.0, 1.0, 0x7FC0]> : vector<4xbf16>
  %0 = arith.maximumf %a, %z : vector<4xbf16>
  %1 = arith.minimumf %a, %z : vector<4xbf16>
  return %0, %1 : vector<4xbf16>, vector<4xbf16>
}
