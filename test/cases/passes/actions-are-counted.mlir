// RUN: rmlir-opt %s --canonicalize --mlir-debug-counter=apply-pattern-skip=1,apply-pattern-count=0 --mlir-print-debug-counter

func.func @f(%a: i32) -> i32 {
  %one = arith.constant 1 : i32
  %0 = arith.addi %a, %one : i32
  %1 = arith.addi %0, %one : i32
  return %1 : i32
}
