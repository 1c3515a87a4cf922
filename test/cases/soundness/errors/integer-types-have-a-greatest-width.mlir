// RUN: rmlir-opt %s --convert-arith-to-llvm=index-bitwidth=16777216
// RUN: rmlir-opt %s --convert-cf-to-llvm=index-bitwidth=2147483647
// RUN: rmlir-opt %s --convert-func-to-llvm=index-bitwidth=4294967295
// RUN: rmlir-opt %s --convert-index-to-llvm=index-bitwidth=16777216
// RUN: rmlir-opt %s --convert-ub-to-llvm=index-bitwidth=16777216
// RUN: rmlir-opt %s --finalize-memref-to-llvm=index-bitwidth=16777216
// RUN: rmlir-opt %s --arith-int-range-narrowing=int-bitwidths-supported=8,16777216
// RUN: rmlir-opt %s --convert-arith-to-llvm=index-bitwidth=16777215

// Widths that no integer type has are refused where an option is read.

func.func @f(%a: index) -> index {
  %b = arith.addi %a, %a : index
  return %b : index
}
