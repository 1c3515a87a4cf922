; RUN: rmlir-translate --import-llvm %s

; An intrinsic that only its target knows may be called with one type, if nothing declares it.
define void @f(i32 %x, i64 %y) {
  %a = call i32 @llvm.amdgcn.readfirstlane(i32 %x)
  %b = call i64 @llvm.amdgcn.readfirstlane(i64 %y)
  ret void
}
