; RUN: rmlir-translate --import-llvm %s

; Functions are not on the stack.

define void @f() {
  %x = alloca i32 ()
  ret void
}
