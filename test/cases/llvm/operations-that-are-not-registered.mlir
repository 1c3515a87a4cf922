// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --canonicalize --cse

// Not all operations of LLVM are registered, so the dialect allows others, as that of mlir-opt does.
llvm.func @f(%a: i32) -> i32 {
  %0 = "llvm.intr.not.there"(%a) {kind = 1 : i32} : (i32) -> i32
  "llvm.not_there"() : () -> ()
  llvm.return %0 : i32
}
