; RUN: rmlir-translate --import-llvm %s

; LLVM has no vectors without elements.

declare void @f(<0 x i32>)
