// RUN: rmlir-opt %s --canonicalize

func.func @f() -> (i32, i8) {
  %c1 = arith.constant 1 : i32
  %c0 = arith.constant 0 : i32
  %0 = arith.divsi %c1, %c0 : i32
  %min = arith.constant -128 : i8
  %m1 = arith.constant -1 : i8
  %1 = arith.divsi %min, %m1 : i8
  return %0, %1 : i32, i8
}
