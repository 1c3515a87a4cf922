// Every operation on complex numbers has a meaning.
// RUN: rmlir-run %s --entry arithmetic
// RUN: rmlir-run %s --entry functions
// RUN: rmlir-run %s --entry special
// RUN: rmlir-run %s --entry powers

func.func @arithmetic() -> (complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>, i1, i1, f32, f32, i64, complex<f32>) {
  %a = complex.constant [1.5 : f32, -2.0 : f32] : complex<f32>
  %b = complex.constant [0.5 : f32, 4.0 : f32] : complex<f32>
  %0 = complex.add %a, %b : complex<f32>
  %1 = complex.sub %a, %b : complex<f32>
  %2 = complex.mul %a, %b : complex<f32>
  %3 = complex.div %a, %b : complex<f32>
  %4 = complex.neg %a : complex<f32>
  %5 = complex.conj %a : complex<f32>
  %6 = complex.eq %a, %b : complex<f32>
  %7 = complex.neq %a, %b : complex<f32>
  %8 = complex.re %a : complex<f32>
  %9 = complex.im %a : complex<f32>
  %10 = complex.bitcast %a : complex<f32> to i64
  %11 = complex.create %9, %8 : complex<f32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11 : complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>, i1, i1, f32, f32, i64, complex<f32>
}
func.func @functions() -> (f32, f32, complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>) {
  %z = complex.constant [3.0 : f32, 4.0 : f32] : complex<f32>
  %y = complex.constant [0.5 : f32, 0.25 : f32] : complex<f32>
  %0 = complex.abs %z : complex<f32>
  %1 = complex.angle %z : complex<f32>
  %2 = complex.sign %z : complex<f32>
  %3 = complex.sqrt %z : complex<f32>
  %4 = complex.rsqrt %z : complex<f32>
  %5 = complex.exp %y : complex<f32>
  %6 = complex.expm1 %y : complex<f32>
  %7 = complex.log %z : complex<f32>
  %8 = complex.log1p %y : complex<f32>
  %9 = complex.sin %y : complex<f32>
  %10 = complex.cos %y : complex<f32>
  %11 = complex.tan %y : complex<f32>
  %12 = complex.tanh %y : complex<f32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12 : f32, f32, complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>
}
func.func @special() -> (complex<f64>, complex<f64>, complex<f64>, complex<f64>) {
  %zero = complex.constant [0.0, -0.0] : complex<f64>
  %minus = complex.constant [-4.0, -0.0] : complex<f64>
  %low = complex.constant [0xFFF0000000000000 : f64, 1.0 : f64] : complex<f64>
  %0 = complex.sign %zero : complex<f64>
  %1 = complex.sqrt %minus : complex<f64>
  %2 = complex.exp %low : complex<f64>
  %3 = complex.neg %zero : complex<f64>
  return %0, %1, %2, %3 : complex<f64>, complex<f64>, complex<f64>, complex<f64>
}
func.func @powers() -> (complex<f64>, complex<f64>, complex<f64>, complex<f64>) {
  %z = complex.constant [1.0, 1.0] : complex<f64>
  %two = complex.constant [2.0, 0.0] : complex<f64>
  %n = arith.constant 4 : i32
  %m = arith.constant -2 : i32
  %0 = complex.pow %z, %two : complex<f64>
  %1 = complex.powi %z, %n : complex<f64>, i32
  %2 = complex.powi %z, %m : complex<f64>, i32
  %3 = complex.atan2 %z, %two : complex<f64>
  return %0, %1, %2, %3 : complex<f64>, complex<f64>, complex<f64>, complex<f64>
}
