; RUN: rmlir-translate --import-llvm %s

; A label is no member.

declare void @f({ i32, label })
