// RUN: rmlir-opt %s --internalize-private-functions --mlir-print-debuginfo
// Functions that passes have made are private and have no linkage yet; those of C have theirs, and declarations are of
// other files.

func.func private @made(%x: i32) -> i32 {
  %y = arith.addi %x, %x : i32 loc("a.c":3:7)
  return %y : i32
}

func.func private @static(%x: i32) -> i32 attributes {llvm.linkage = #llvm.linkage<private>} {
  return %x : i32
}

func.func private @declared(i32) -> i32

func.func @public(%x: i32) -> i32 {
  %0 = call @made(%x) : (i32) -> i32 loc("a.c":5:3)
  %1 = call @static(%0) : (i32) -> i32
  %2 = call @declared(%1) : (i32) -> i32
  return %2 : i32
}
