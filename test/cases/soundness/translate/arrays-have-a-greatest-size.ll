; RUN: rmlir-translate --import-llvm %s

; MLIR has no arrays of as many elements.

declare void @f([9223372036854775808 x i32])
