; RUN: rmlir-translate --import-llvm %s

; Metadata is not in memory.

@g = external global metadata
