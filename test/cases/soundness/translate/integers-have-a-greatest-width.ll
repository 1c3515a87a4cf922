; RUN: rmlir-translate --import-llvm %s

; LLVM has no integers of more than 2^23 bits.

declare void @f(i8388609)
