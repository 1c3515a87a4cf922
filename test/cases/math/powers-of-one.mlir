// One to the power of a NaN is one, unless the NaN is a signaling one.
// DIFFERS: the interpreter has one NaN for all, and that is quiet.
// RUN: rmlir-opt %s --canonicalize

func.func @powers() -> (f64, f64, f32) {
  %one = arith.constant 1.0 : f64
  %quiet = arith.constant 0x7FF8000000000000 : f64
  %signaling = arith.constant 0xFFF0000001000000 : f64
  %0 = math.powf %one, %quiet : f64
  %1 = math.powf %one, %signaling : f64
  %one_f32 = arith.constant 1.0 : f32
  %signaling_f32 = arith.constant 0xFF800001 : f32
  %2 = math.powf %one_f32, %signaling_f32 : f32
  return %0, %1, %2 : f64, f64, f32
}
