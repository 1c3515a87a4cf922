// RUN: rmlir-opt %s --mlir-print-debuginfo
// RUN: rmlir-opt %s --mlir-print-debuginfo --mlir-pretty-debuginfo
// RUN: rmlir-opt %s --mlir-print-debuginfo --mlir-print-local-scope
// RUN: rmlir-opt %s --mlir-use-nameloc-as-prefix

// What --mlir-print-debuginfo shows, in the module and at its end.
func.func @f(%a: i32 loc("arg":1:1)) -> i32 {
  %0 = arith.addi %a, %a : i32 loc("file.c":10:8)
  %1 = arith.addi %0, %a : i32 loc("name"("file.c":1:1))
  %2 = arith.addi %1, %a : i32 loc(callsite("callee" at fused<"why">["a", "b":1:2 to :3]))
  return %2 : i32 loc(unknown)
}
