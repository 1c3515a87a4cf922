; RUN: rmlir-translate --import-llvm %s

; Only results are void.

declare void @f(i32, void)
