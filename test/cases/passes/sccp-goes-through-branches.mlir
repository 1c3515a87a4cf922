// RUN: rmlir-opt %s --sccp

func.func @f(%a: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  cf.cond_br %true, ^x(%c1 : i32), ^y
^x(%0: i32):
  %1 = arith.addi %0, %c1 : i32
  return %1 : i32
^y:
  cf.br ^x(%a : i32)
}
