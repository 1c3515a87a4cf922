// RUN: rmlir-opt %s --mlir-print-skip-regions

func.func @f() {
  return
}
