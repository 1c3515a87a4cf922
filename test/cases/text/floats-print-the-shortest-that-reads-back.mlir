// RUN: rmlir-opt %s

func.func @f() {
  %0 = arith.constant 0.1 : f32
  %1 = arith.constant 1.0e+30 : f64
  %2 = arith.constant 3.4028234663852886e+38 : f32
  %3 = arith.constant 65504.0 : f16
  %4 = arith.constant 0x7FF8000000000000 : f64
  %5 = arith.constant -0.0 : bf16
  %6 = arith.constant 123456789.0 : f64
  return
}
