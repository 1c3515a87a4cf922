// RUN: rmlir-opt %s --pass-pipeline=builtin.module(func.func(canonicalize)) --mlir-debug-counter=pass-execution-count=1 --mlir-print-debug-counter

func.func @kept(%a: i32) -> i32 {
  %one = arith.constant 1 : i32
  return %a : i32
}
