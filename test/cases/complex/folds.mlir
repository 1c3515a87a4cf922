// RUN: rmlir-opt %s --canonicalize
// DIFFERS: fast-math flags allow other roundings, and results where numbers are not finite

func.func @parts(%a: f32, %b: f32, %c: complex<f32>) -> (f32, f32, f32, f32, complex<f32>, complex<f32>) {
  %0 = complex.create %a, %b : complex<f32>
  %re = complex.re %0 : complex<f32>
  %im = complex.im %0 : complex<f32>
  %neg = complex.neg %0 : complex<f32>
  %re_neg = complex.re %neg : complex<f32>
  %im_neg = complex.im %neg : complex<f32>
  %re_c = complex.re %c : complex<f32>
  %im_c = complex.im %c : complex<f32>
  %same = complex.create %re_c, %im_c : complex<f32>
  %other = complex.create %im_c, %re_c : complex<f32>
  return %re, %im, %re_neg, %im_neg, %same, %other : f32, f32, f32, f32, complex<f32>, complex<f32>
}

func.func @constants() -> (f64, f64, complex<f64>) {
  %0 = complex.constant [2.0, -3.0] : complex<f64>
  %re = complex.re %0 : complex<f64>
  %im = complex.im %0 : complex<f64>
  %again = complex.constant [2.0, -3.0] : complex<f64>
  return %re, %im, %again : f64, f64, complex<f64>
}

func.func @identities(%a: complex<f32>, %b: complex<f32>) -> (complex<f32>, complex<f32>, complex<f32>, complex<f32>) {
  %zero = complex.constant [0.0 : f32, -0.0 : f32] : complex<f32>
  %one = complex.constant [1.0 : f32, 0.0 : f32] : complex<f32>
  %i = complex.constant [0.0 : f32, 1.0 : f32] : complex<f32>
  %0 = complex.sub %a, %b fastmath<fast> : complex<f32>
  %1 = complex.add %0, %b fastmath<fast> : complex<f32>
  %2 = complex.add %b, %0 fastmath<fast> : complex<f32>
  %3 = complex.add %2, %zero fastmath<fast> : complex<f32>
  %4 = complex.sub %3, %zero fastmath<fast> : complex<f32>
  %5 = complex.add %4, %b fastmath<fast> : complex<f32>
  %6 = complex.sub %5, %b fastmath<fast> : complex<f32>
  %7 = complex.mul %6, %one fastmath<fast> : complex<f32>
  %8 = complex.mul %7, %i fastmath<fast> : complex<f32>
  return %1, %7, %8, %5 : complex<f32>, complex<f32>, complex<f32>, complex<f32>
}

func.func @inverses(%a: complex<f32>) -> (complex<f32>, complex<f32>, complex<f32>) {
  %0 = complex.neg %a : complex<f32>
  %1 = complex.neg %0 : complex<f32>
  %2 = complex.conj %1 : complex<f32>
  %3 = complex.conj %2 : complex<f32>
  %6 = complex.log %a fastmath<fast> : complex<f32>
  %7 = complex.exp %6 fastmath<fast> : complex<f32>
  return %1, %3, %7 : complex<f32>, complex<f32>, complex<f32>
}

func.func @bits(%a: i64, %b: complex<f32>, %c: f64) -> (i64, complex<f32>, f64, complex<f32>, i64) {
  %0 = complex.bitcast %a : i64 to complex<f32>
  %1 = complex.bitcast %0 : complex<f32> to i64
  %2 = complex.bitcast %b : complex<f32> to complex<f32>
  %3 = complex.bitcast %0 : complex<f32> to f64
  %4 = arith.bitcast %c : f64 to i64
  %5 = complex.bitcast %4 : i64 to complex<f32>
  %6 = complex.bitcast %b : complex<f32> to f64
  %7 = arith.bitcast %6 : f64 to i64
  return %1, %2, %3, %5, %7 : i64, complex<f32>, f64, complex<f32>, i64
}

func.func @quotients(%a: complex<f32>) -> (complex<f32>, complex<f32>, complex<f32>, complex<f32>) {
  %one = complex.constant [1.0 : f32, 0.0 : f32] : complex<f32>
  %nan = complex.constant [2.0 : f32, 0x7FC00000 : f32] : complex<f32>
  %c = complex.constant [2.0 : f32, 3.0 : f32] : complex<f32>
  %0 = complex.div %nan, %a : complex<f32>
  %1 = complex.div %a, %one fastmath<fast> : complex<f32>
  %2 = complex.div %a, %one fastmath<nnan,ninf,nsz> : complex<f32>
  %3 = complex.div %c, %one fastmath<fast> : complex<f32>
  return %0, %1, %2, %3 : complex<f32>, complex<f32>, complex<f32>, complex<f32>
}
