// Zeros keep their sign, and infinities, NaN and large numbers are what they are.
// RUN: rmlir-opt %s --math-expand-ops --verify-semantics=50

func.func @ceil(%x: f32, %y: f64, %z: f16) -> (f32, f64, f16) {
  %0 = math.ceil %x : f32
  %1 = math.ceil %y : f64
  %2 = math.ceil %z : f16
  return %0, %1, %2 : f32, f64, f16
}
func.func @ceil_special() -> (f32, f32, f32, f32, f32, f64) {
  %a = arith.constant -0.25 : f32
  %b = arith.constant -0.0 : f32
  %c = arith.constant 0xFF800000 : f32
  %d = arith.constant 0x7F800000 : f32
  %e = arith.constant 3.0e38 : f32
  %f = arith.constant 1.0e300 : f64
  %0 = math.ceil %a : f32
  %1 = math.ceil %b : f32
  %2 = math.ceil %c : f32
  %3 = math.ceil %d : f32
  %4 = math.ceil %e : f32
  %5 = math.ceil %f : f64
  return %0, %1, %2, %3, %4, %5 : f32, f32, f32, f32, f32, f64
}
func.func @ceil_lanes(%x: vector<4xbf16>) -> vector<4xbf16> {
  %0 = math.ceil %x : vector<4xbf16>
  return %0 : vector<4xbf16>
}
func.func @round(%x: f32) -> f32 {
  %0 = math.round %x : f32
  return %0 : f32
}
func.func @round_special() -> (f32, f32, f32, f32, f32, f32) {
  %a = arith.constant 0x3EFFFFFF : f32
  %b = arith.constant 0xBEFFFFFF : f32
  %c = arith.constant -0.5 : f32
  %d = arith.constant 2.5 : f32
  %e = arith.constant -0.0 : f32
  %f = arith.constant 8388607.5 : f32
  %0 = math.round %a : f32
  %1 = math.round %b : f32
  %2 = math.round %c : f32
  %3 = math.round %d : f32
  %4 = math.round %e : f32
  %5 = math.round %f : f32
  return %0, %1, %2, %3, %4, %5 : f32, f32, f32, f32, f32, f32
}
func.func @roundeven(%x: f32, %y: f64, %z: f16, %b: bf16) -> (f32, f64, f16, bf16) {
  %0 = math.roundeven %x : f32
  %1 = math.roundeven %y : f64
  %2 = math.roundeven %z : f16
  %3 = math.roundeven %b : bf16
  return %0, %1, %2, %3 : f32, f64, f16, bf16
}
func.func @roundeven_special() -> (f32, f32, f32, f32, f32, f32) {
  %a = arith.constant 0.5 : f32
  %b = arith.constant -1.5 : f32
  %c = arith.constant 2.5 : f32
  %d = arith.constant 0xFF800000 : f32
  %e = arith.constant 0x3EFFFFFF : f32
  %f = arith.constant 8388607.5 : f32
  %0 = math.roundeven %a : f32
  %1 = math.roundeven %b : f32
  %2 = math.roundeven %c : f32
  %3 = math.roundeven %d : f32
  %4 = math.roundeven %e : f32
  %5 = math.roundeven %f : f32
  return %0, %1, %2, %3, %4, %5 : f32, f32, f32, f32, f32, f32
}
func.func @fma(%a: f32, %b: f32, %c: f32) -> f32 {
  %0 = math.fma %a, %b, %c : f32
  return %0 : f32
}
func.func @fma_lanes(%a: vector<4xf64>, %b: vector<4xf64>, %c: vector<4xf64>) -> vector<4xf64> {
  %0 = math.fma %a, %b, %c : vector<4xf64>
  return %0 : vector<4xf64>
}
func.func @powers(%a: f32) -> (f32, f32) {
  %n = arith.constant -1 : i32
  %m = arith.constant 1 : i32
  %0 = math.fpowi %a, %n : f32, i32
  %1 = math.fpowi %a, %m : f32, i32
  return %0, %1 : f32, f32
}
func.func @power_of_zero() -> (f32, f32) {
  %z = arith.constant 0.0 : f32
  %n = arith.constant -2 : i32
  %m = arith.constant -3 : i32
  %0 = math.fpowi %z, %n : f32, i32
  %1 = math.fpowi %z, %m : f32, i32
  return %0, %1 : f32, f32
}
func.func @leading_zeros(%a: i3, %b: i24, %c: i1, %d: i64, %e: i7) -> (i3, i24, i1, i64, i7) {
  %0 = math.ctlz %a : i3
  %1 = math.ctlz %b : i24
  %2 = math.ctlz %c : i1
  %3 = math.ctlz %d : i64
  %4 = math.ctlz %e : i7
  return %0, %1, %2, %3, %4 : i3, i24, i1, i64, i7
}
// The product of known factors may be exact, and that with 1 or -1 is; then the sum is rounded once.
func.func @fma_of_exact_products(%a: f32, %b: f32, %v: vector<2xf64>, %w: vector<2xf64>) -> (f32, f32, vector<2xf64>, f32) {
  %two = arith.constant 2.0 : f32
  %four = arith.constant 4.0 : f32
  %n = arith.constant dense<-1.0> : vector<2xf64>
  %m = arith.constant -0.0 : f32
  %0 = math.fma %two, %four, %a : f32
  %one = arith.constant 1.0 : f32
  %1 = math.fma %a, %one, %b : f32
  %2 = math.fma %n, %v, %w : vector<2xf64>
  %3 = math.fma %a, %b, %m : f32
  return %0, %1, %2, %3 : f32, f32, vector<2xf64>, f32
}
func.func @fma_of_rounded_products(%a: f32, %b: f32) -> (f32, f32, f32) {
  %x = arith.constant 1.1 : f32
  %y = arith.constant 1.3 : f32
  %z = arith.constant 0.0 : f32
  %0 = math.fma %x, %y, %a : f32
  %1 = math.fma %a, %y, %b : f32
  %2 = math.fma %a, %b, %z : f32
  return %0, %1, %2 : f32, f32, f32
}
