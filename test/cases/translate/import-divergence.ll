; RUN: rmlir-translate --import-llvm %s
; RUN: rmlir-translate --import-llvm %s | rmlir-translate --mlir-to-llvmir

; What the callee or the call says of differences between threads stands on the call (22 forgets it there).
define void @calls(i32 %a) {
  %1 = call i32 @callee(i32 %a)
  %2 = call i32 @other(i32 %a) #0
  %3 = call i32 @other(i32 %a)
  ret void
}

declare i32 @callee(i32) #0
declare i32 @other(i32)

attributes #0 = { nodivergencesource }
