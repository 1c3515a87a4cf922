// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic

// The generic form of a registered operation is read as that operation.
"func.func"() <{function_type = (i32) -> i32, sym_name = "f"}> ({
^bb0(%a: i32):
  %0 = "arith.addi"(%a, %a) <{overflowFlags = #arith.overflow<nsw>}> : (i32, i32) -> i32
  "func.return"(%0) : (i32) -> ()
}) : () -> ()
