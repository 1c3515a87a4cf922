; RUN: rmlir-translate --import-llvm %s

; A node is used but not defined.

@a = global i32 0, !dbg !3
!1 = !{!2, i32 1}
!2 = !{}
