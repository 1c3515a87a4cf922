// RUN: rmlir-opt %s --canonicalize

func.func @f(%a: i32) -> (i32, i32, i32, i1, f32, i8) {
  %c0 = arith.constant 0 : i32
  %c3 = arith.constant 3 : i32
  %c4 = arith.constant 4 : i32
  %x = arith.constant 1.5 : f32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c3, %c4 : i32
  %2 = arith.subi %a, %a : i32
  %3 = arith.cmpi ult, %c3, %c4 : i32
  %4 = arith.addf %x, %x : f32
  %5 = arith.trunci %c4 : i32 to i8
  return %0, %1, %2, %3, %4, %5 : i32, i32, i32, i1, f32, i8
}
