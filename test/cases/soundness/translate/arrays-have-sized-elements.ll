; RUN: rmlir-translate --import-llvm %s

; A function is no element.

declare void @f([2 x i32 ()])
