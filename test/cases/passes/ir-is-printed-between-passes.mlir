// RUN: rmlir-opt %s --cse --canonicalize --mlir-print-ir-after-all
// RUN: rmlir-opt %s --cse --mlir-print-ir-before=cse --mlir-print-ir-after-change

func.func @f(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  %1 = arith.addi %a, %a : i32
  %2 = arith.subi %0, %1 : i32
  return %2 : i32
}
