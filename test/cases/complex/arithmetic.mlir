// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic

func.func @numbers(%a: complex<f32>, %b: complex<f32>, %n: i16) -> (complex<f32>, i1, i1) {
  %c = complex.constant [1.5 : f32, -2.0 : f32] : complex<f32>
  %0 = complex.add %a, %b : complex<f32>
  %1 = complex.sub %0, %a fastmath<nnan> : complex<f32>
  %2 = complex.mul %1, %c : complex<f32>
  %3 = complex.div %2, %b fastmath<fast> : complex<f32>
  %4 = complex.pow %3, %a : complex<f32>
  %5 = complex.powi %4, %n : complex<f32>, i16
  %6 = complex.atan2 %5, %a {note} : complex<f32>
  %7 = complex.eq %6, %a : complex<f32>
  %8 = complex.neq %6, %b : complex<f32>
  return %6, %7, %8 : complex<f32>, i1, i1
}

func.func @functions(%a: complex<f64>) -> (complex<f64>, f64, f64) {
  %0 = complex.neg %a : complex<f64>
  %1 = complex.conj %0 : complex<f64>
  %2 = complex.sign %1 : complex<f64>
  %3 = complex.exp %2 fastmath<contract> : complex<f64>
  %4 = complex.expm1 %3 : complex<f64>
  %5 = complex.log %4 : complex<f64>
  %6 = complex.log1p %5 : complex<f64>
  %7 = complex.sqrt %6 : complex<f64>
  %8 = complex.rsqrt %7 : complex<f64>
  %9 = complex.sin %8 : complex<f64>
  %10 = complex.cos %9 : complex<f64>
  %11 = complex.tan %10 : complex<f64>
  %12 = complex.tanh %11 : complex<f64>
  %13 = complex.abs %12 : complex<f64>
  %14 = complex.angle %12 : complex<f64>
  return %12, %13, %14 : complex<f64>, f64, f64
}

func.func @parts(%a: f16, %b: complex<f16>) -> (complex<f16>, i32, complex<i8>) {
  %0 = complex.re %b : complex<f16>
  %1 = complex.im %b fastmath<ninf> : complex<f16>
  %2 = arith.addf %0, %1 : f16
  %3 = complex.create %2, %a : complex<f16>
  %4 = complex.bitcast %3 : complex<f16> to i32
  %5 = complex.constant [1 : i8, 2 : i8] : complex<i8>
  return %3, %4, %5 : complex<f16>, i32, complex<i8>
}
