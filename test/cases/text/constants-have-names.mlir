// RUN: rmlir-opt %s

func.func @f() -> (i32, i1, index, f32) {
  %a = arith.constant 7 : i32
  %b = arith.constant true
  %c = arith.constant -3 : index
  %d = arith.constant 1.0 : f32
  %e = arith.constant 7 : i32
  return %e, %b, %c, %d : i32, i1, index, f32
}
