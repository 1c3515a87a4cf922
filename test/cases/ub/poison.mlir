// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --canonicalize

func.func @f(%a: i32) -> i32 {
  %0 = ub.poison : i32
  %1 = arith.addi %0, %a : i32
  return %1 : i32
}
func.func @g() {
  ub.unreachable
}
