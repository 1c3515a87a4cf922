; RUN: rmlir-translate --import-llvm %s

; The elements of vectors are scalars.

declare void @f(<4 x [2 x i32]>)
