; RUN: rmlir-translate --import-llvm %s

; The number of elements of a vector has 32 bits.

declare void @f(<4294967296 x i32>)
