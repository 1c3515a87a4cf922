// One function serves all operations on a type; vectors are taken apart.
// RUN: rmlir-opt %s --convert-math-to-funcs='convert-ctlz min-width-of-fpowi-exponent=16'

func.func @integers(%a: i64, %b: i64, %v: vector<1x2xi64>) -> (i64, vector<1x2xi64>) {
  %0 = math.ipowi %a, %b : i64
  %1 = math.ipowi %v, %v : vector<1x2xi64>
  return %0, %1 : i64, vector<1x2xi64>
}

// The second exponent is too narrow to be worth a loop.
func.func @floats(%a: f32, %b: i16, %c: i8) -> (f32, f32) {
  %0 = math.fpowi %a, %b : f32, i16
  %1 = math.fpowi %a, %c : f32, i8
  return %0, %1 : f32, f32
}

func.func @zeros(%a: i8) -> i8 {
  %0 = math.ctlz %a : i8
  return %0 : i8
}

// No integer type says how wide an index is.
func.func @index(%a: index) -> index {
  %0 = math.ipowi %a, %a : index
  return %0 : index
}

// The name is taken.
func.func private @__mlir_math_ctlz_i8()
