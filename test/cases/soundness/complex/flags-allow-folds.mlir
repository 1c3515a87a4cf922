// With fast-math flags that allow it, operations that undo each other go.
// RUN: rmlir-opt %s --canonicalize
// DIFFERS: fast-math flags allow other roundings, and results where numbers are not finite

func.func @exp_log(%z: complex<f64>) -> complex<f64> {
  %e = complex.log %z fastmath<fast> : complex<f64>
  %l = complex.exp %e fastmath<fast> : complex<f64>
  return %l : complex<f64>
}
func.func @add_zero(%z: complex<f32>) -> complex<f32> {
  %o = complex.constant [0.0 : f32, -0.0 : f32] : complex<f32>
  %r = complex.add %z, %o fastmath<nsz> : complex<f32>
  return %r : complex<f32>
}
func.func @add_sub(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %s = complex.sub %a, %b fastmath<reassoc,nsz> : complex<f32>
  %r = complex.add %s, %b fastmath<reassoc,nsz> : complex<f32>
  return %r : complex<f32>
}
func.func @sub_add(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %s = complex.add %a, %b fastmath<fast> : complex<f32>
  %r = complex.sub %s, %b fastmath<fast> : complex<f32>
  return %r : complex<f32>
}
func.func @mul_one(%z: complex<f32>) -> complex<f32> {
  %o = complex.constant [1.0 : f32, 0.0 : f32] : complex<f32>
  %r = complex.mul %z, %o fastmath<nnan,ninf,nsz> : complex<f32>
  return %r : complex<f32>
}
func.func @div_one(%z: complex<f32>) -> complex<f32> {
  %o = complex.constant [1.0 : f32, 0.0 : f32] : complex<f32>
  %r = complex.div %z, %o fastmath<fast> : complex<f32>
  return %r : complex<f32>
}
