; RUN: rmlir-translate --import-llvm %s

; A function returns a pointer to a function.

declare i32 () @f()
