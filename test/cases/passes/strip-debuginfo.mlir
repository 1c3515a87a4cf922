// RUN: rmlir-opt %s --strip-debuginfo --mlir-print-debuginfo

func.func @f() {
  return loc("a":1:2)
} loc("f")
