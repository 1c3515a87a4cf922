; RUN: rmlir-translate --import-llvm %s

; Functions are not loaded.

define void @f(ptr %p) {
  %x = load i32 (), ptr %p
  ret void
}
