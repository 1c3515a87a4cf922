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
// Where operands are not both zeros, or are zeros of a sign for which the second one is right, zeros need no look.
func.func @no_zeros(%a: f32, %b: vector<2xf64>) -> (f32, f32, vector<2xf64>) {
  %one = arith.constant 1.0 : f32
  %x = arith.constant dense<[1.0, -2.0]> : vector<2xf64>
  %0 = arith.maximumf %a, %one : f32
  %1 = arith.minimumf %one, %a : f32
  %2 = arith.maximumf %b, %x : vector<2xf64>
  return %0, %1, %2 : f32, f32, vector<2xf64>
}
func.func @right_zeros(%a: f32) -> (f32, f32, f32, f32) {
  %p = arith.constant 0.0 : f32
  %m = arith.constant -0.0 : f32
  %0 = arith.maximumf %a, %p : f32
  %1 = arith.maximumf %m, %a : f32
  %2 = arith.minimumf %a, %m : f32
  %3 = arith.minimumf %p, %a : f32
  return %0, %1, %2, %3 : f32, f32, f32, f32
}
func.func @wrong_zeros(%a: f32) -> (f32, f32, f32, f32) {
  %p = arith.constant 0.0 : f32
  %m = arith.constant -0.0 : f32
  %0 = arith.maximumf %a, %m : f32
  %1 = arith.maximumf %p, %a : f32
  %2 = arith.minimumf %a, %p : f32
  %3 = arith.minimumf %m, %a : f32
  return %0, %1, %2, %3 : f32, f32, f32, f32
}
func.func @integers(%a: f32, %i: i32, %j: i8) -> (f32, f32, f32) {
  %s = arith.sitofp %i : i32 to f32
  %u = arith.uitofp %j : i8 to f32
  %0 = arith.maximumf %a, %s : f32
  %1 = arith.minimumf %u, %a : f32
  %2 = arith.maximumf %a, %a : f32
  return %0, %1, %2 : f32, f32, f32
}
