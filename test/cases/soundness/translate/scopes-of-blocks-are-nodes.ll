; RUN: rmlir-translate --import-llvm %s

; A block is within a scope.

!0 = distinct !DILexicalBlock(scope: null, line: 10)
