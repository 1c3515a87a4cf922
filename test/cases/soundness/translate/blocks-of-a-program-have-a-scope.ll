; RUN: rmlir-translate --import-llvm %s

; The name of the field is misspelt.

!0 = distinct !DILexicalBlock(scopd: !1, line: 10)
!1 = !DIFile(filename: "a.c", directory: "/")
