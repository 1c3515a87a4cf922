// RUN: rmlir-opt %s --canonicalize

func.func @f(%i: i32) -> i32 {
  %true = arith.constant true
  cf.cond_br %true, ^a(%i : i32), ^b
^a(%x: i32):
  cf.br ^c(%x : i32)
^b:
  %0 = arith.constant 7 : i32
  cf.br ^c(%0 : i32)
^c(%y: i32):
  return %y : i32
}
