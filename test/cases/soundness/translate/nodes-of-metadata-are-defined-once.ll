; RUN: rmlir-translate --import-llvm %s

; A node has two definitions.

!1 = !{i32 1}
!2 = !{!1}
!1 = !{i32 2}
