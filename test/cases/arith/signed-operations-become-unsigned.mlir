// RUN: rmlir-opt %s --arith-unsigned-when-equivalent

func.func @f(%a: i8, %b: i32) -> (i32, i32, i1, i64) {
  %c7 = arith.constant 7 : i32
  %x = arith.extui %a : i8 to i32
  %0 = arith.divsi %x, %c7 : i32
  %1 = arith.maxsi %x, %b : i32
  %2 = arith.cmpi sgt, %x, %c7 : i32
  %3 = arith.extsi %x : i32 to i64
  return %0, %1, %2, %3 : i32, i32, i1, i64
}
