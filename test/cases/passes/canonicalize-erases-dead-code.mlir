// RUN: rmlir-opt %s --canonicalize

func.func @f(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  %1 = arith.muli %0, %0 : i32
  cf.br ^end
^never:
  cf.br ^end
^end:
  return %a : i32
}
