; RUN: rmlir-translate --import-llvm %s

define ptr @f() {
  ret ptr @llvm.umax
}
