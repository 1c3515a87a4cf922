// RUN: rmlir-opt %s --cse

func.func @f(%a: i32, %b: i32) -> (i32, i32, i32) {
  %0 = arith.addi %a, %b : i32
  %1 = arith.addi %a, %b : i32
  %2 = arith.addi %b, %a : i32
  %3 = arith.muli %0, %1 : i32
  return %1, %2, %3 : i32, i32, i32
}

func.func @what_dominates(%c: i1, %a: i32) -> i32 {
  %0 = arith.muli %a, %a : i32
  cf.cond_br %c, ^x, ^y
^x:
  %1 = arith.muli %a, %a : i32
  %2 = arith.subi %a, %1 : i32
  return %2 : i32
^y:
  %3 = arith.subi %a, %0 : i32
  return %3 : i32
}
