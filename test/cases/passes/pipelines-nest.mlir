// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(cse, canonicalize), symbol-dce)'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(canonicalize{max-iterations=0}))' --dump-pass-pipeline

func.func private @unused() {
  return
}
func.func @f(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  %1 = arith.addi %a, %a : i32
  %2 = arith.subi %0, %1 : i32
  return %2 : i32
}
