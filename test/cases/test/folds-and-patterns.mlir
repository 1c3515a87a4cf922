// RUN: rmlir-opt %s --canonicalize

func.func @f(%a: i64) -> (i64, i64) {
  %0 = test.constant 0
  %1 = test.add %0, %a
  %2 = test.add %1, %1
  return %1, %2 : i64, i64
}
