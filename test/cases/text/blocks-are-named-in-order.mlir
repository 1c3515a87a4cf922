// RUN: rmlir-opt %s

func.func @f(%c: i1) -> i32 {
  cf.cond_br %c, ^yes(%c : i1), ^no
^no:
  %0 = arith.constant 0 : i32
  return %0 : i32
^yes(%d: i1):
  %1 = arith.extui %d : i1 to i32
  return %1 : i32
}
