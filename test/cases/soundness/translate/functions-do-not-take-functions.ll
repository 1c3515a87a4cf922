; RUN: rmlir-translate --import-llvm %s

; A parameter is a pointer to a function.

declare void @f(i32 ())
