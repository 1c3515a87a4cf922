; RUN: rmlir-translate --import-llvm %s

define i32 @f(i32 %x) {
  %y = add i32 %x i32
  ret i32 %y
}
