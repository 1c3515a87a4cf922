; RUN: rmlir-translate --import-llvm %s

; What nothing declares is declared by its calls, by the name that says its types.
define i64 @f(i32 %x, i64 %y) {
  %a = call i32 @llvm.umax(i32 %x, i32 3)
  %b = call i64 @llvm.umax(i64 %y, i64 3)
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %m = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %t)
  %n = call i64 @llvm.amdgcn.readfirstlane.i64(i64 %b)
  ret i64 %n
}

; Bundles stay with calls of intrinsics, tokens of convergence control as well.
define void @together(i1 %c) convergent {
  %e = call token @llvm.experimental.convergence.entry()
  %t = call i32 @llvm.amdgcn.readfirstlane.i32(i32 1) [ "convergencectrl"(token %e) ]
  ret void
}
