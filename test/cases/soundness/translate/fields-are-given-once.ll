; RUN: rmlir-translate --import-llvm %s

; A field is repeated.

!0 = !DIFile(filename: "a.c", directory: "/", filename: "b.c")
