// RUN: rmlir-opt %s --canonicalize --mlir-enable-debugger-hook

func.func @f() {
  return
}
