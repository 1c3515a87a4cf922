; RUN: rmlir-translate --import-llvm %s

; Functions have no size.

define void @f(ptr %p) {
  %x = getelementptr i32 (), ptr %p, i64 1
  ret void
}
