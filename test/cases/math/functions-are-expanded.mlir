// RUN: rmlir-opt %s --math-expand-ops

func.func @hyperbolic(%x: f32) -> (f32, f32, f32) {
  %0 = math.sinh %x : f32
  %1 = math.tanh %x : f32
  %2 = math.atanh %x : f32
  return %0, %1, %2 : f32, f32, f32
}

// Some powers are products or roots.
func.func @powers(%x: f32, %y: f32) -> (f32, f32, f32) {
  %half = arith.constant 0.5 : f32
  %n = arith.constant -3 : i32
  %0 = math.powf %x, %half : f32
  %1 = math.powf %x, %y : f32
  %2 = math.fpowi %x, %n : f32, i32
  return %0, %1, %2 : f32, f32, f32
}

func.func @roundings(%x: f32, %v: vector<2xf64>) -> (f32, vector<2xf64>) {
  %0 = math.round %x : f32
  %1 = math.ceil %v : vector<2xf64>
  return %0, %1 : f32, vector<2xf64>
}

func.func @zeros(%x: i8) -> i8 {
  %0 = math.ctlz %x : i8
  return %0 : i8
}

// DIFFERS: expansions are approximations
