// Constants are computed where the host's library has the function, in f32 and f64; exact ones in every format.
// RUN: rmlir-opt %s --canonicalize

func.func @floats() -> (f32, f64, f16, f16, f32, tensor<2xf32>) {
  %a = arith.constant 4.0 : f32
  %b = arith.constant 1.0 : f64
  %c = arith.constant -2.5 : f16
  %t = arith.constant dense<[1.0, 4.0]> : tensor<2xf32>
  %0 = math.sqrt %a : f32
  %1 = math.exp %b : f64
  %2 = math.roundeven %c : f16
  // There is no f16 square root on the host.
  %3 = math.sqrt %c : f16
  %negative = math.absf %a : f32
  %4 = math.powf %a, %negative : f32
  %5 = math.log2 %t : tensor<2xf32>
  return %0, %1, %2, %3, %4, %5 : f32, f64, f16, f16, f32, tensor<2xf32>
}

func.func @integers() -> (i32, i32, i32, i32) {
  %two = arith.constant 2 : i32
  %minus = arith.constant -3 : i32
  %0 = math.ipowi %minus, %two : i32
  // A magnitude above one to a negative power is cut to zero.
  %1 = math.ipowi %two, %minus : i32
  %2 = math.ctlz %two : i32
  %3 = math.absi %minus : i32
  return %0, %1, %2, %3 : i32, i32, i32, i32
}

func.func @questions() -> (i1, vector<2xi1>) {
  %a = arith.constant 0x7F800000 : f32
  %v = arith.constant dense<1.0> : vector<2xf32>
  %0 = math.isinf %a : f32
  %1 = math.isnormal %v : vector<2xf32>
  return %0, %1 : i1, vector<2xi1>
}

// Rounded once.
func.func @inverse_hyperbolic() -> (f32, f32, f32) {
  %a = arith.constant 3.0 : f32
  %b = arith.constant 6.0 : f32
  %c = arith.constant -0.9 : f32
  %0 = math.asinh %a : f32
  %1 = math.acosh %b : f32
  %2 = math.atanh %c : f32
  return %0, %1, %2 : f32, f32, f32
}
