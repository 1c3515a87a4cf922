// Without fast-math flags zeros keep their sign, and infinities and NaN go where they would.
// RUN: rmlir-opt %s --canonicalize --verify-semantics=50

func.func @log_exp(%z: complex<f64>) -> complex<f64> {
  %e = complex.exp %z : complex<f64>
  %l = complex.log %e : complex<f64>
  return %l : complex<f64>
}
func.func @exp_log(%z: complex<f64>) -> complex<f64> {
  %e = complex.log %z : complex<f64>
  %l = complex.exp %e : complex<f64>
  return %l : complex<f64>
}
func.func @add_zero(%z: complex<f32>) -> complex<f32> {
  %o = complex.constant [0.0 : f32, 0.0 : f32] : complex<f32>
  %r = complex.add %z, %o : complex<f32>
  return %r : complex<f32>
}
func.func @add_mixed_zeros(%z: complex<f32>) -> complex<f32> {
  %o = complex.constant [-0.0 : f32, 0.0 : f32] : complex<f32>
  %r = complex.add %z, %o : complex<f32>
  return %r : complex<f32>
}
func.func @add_negative_zero(%z: complex<f32>) -> complex<f32> {
  %o = complex.constant [-0.0 : f32, -0.0 : f32] : complex<f32>
  %r = complex.add %z, %o : complex<f32>
  return %r : complex<f32>
}
func.func @sub_zero(%z: complex<f32>) -> complex<f32> {
  %o = complex.constant [0.0 : f32, 0.0 : f32] : complex<f32>
  %r = complex.sub %z, %o : complex<f32>
  return %r : complex<f32>
}
func.func @sub_negative_zero(%z: complex<f32>) -> complex<f32> {
  %o = complex.constant [-0.0 : f32, -0.0 : f32] : complex<f32>
  %r = complex.sub %z, %o : complex<f32>
  return %r : complex<f32>
}
func.func @add_sub(%a: complex<f32>, %b: complex<f32>) -> (complex<f32>, complex<f32>) {
  %s = complex.sub %a, %b : complex<f32>
  %r = complex.add %s, %b : complex<f32>
  %q = complex.add %b, %s : complex<f32>
  return %r, %q : complex<f32>, complex<f32>
}
func.func @sub_add(%a: complex<f64>, %b: complex<f64>) -> complex<f64> {
  %s = complex.add %a, %b : complex<f64>
  %r = complex.sub %s, %b : complex<f64>
  return %r : complex<f64>
}
func.func @mul_one(%z: complex<f32>) -> complex<f32> {
  %o = complex.constant [1.0 : f32, 0.0 : f32] : complex<f32>
  %r = complex.mul %z, %o : complex<f32>
  return %r : complex<f32>
}
func.func @div_one(%z: complex<f32>) -> complex<f32> {
  %o = complex.constant [1.0 : f32, 0.0 : f32] : complex<f32>
  %r = complex.div %z, %o : complex<f32>
  return %r : complex<f32>
}
func.func @twice(%z: complex<f32>) -> (complex<f32>, complex<f32>) {
  %n = complex.neg %z : complex<f32>
  %m = complex.neg %n : complex<f32>
  %c = complex.conj %z : complex<f32>
  %d = complex.conj %c : complex<f32>
  return %m, %d : complex<f32>, complex<f32>
}
func.func @of_other_format(%z: complex<f16>) -> complex<bf16> {
  %n = complex.bitcast %z : complex<f16> to i32
  %m = complex.bitcast %n : i32 to complex<bf16>
  return %m : complex<bf16>
}
