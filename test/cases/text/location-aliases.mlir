// RUN: rmlir-opt %s --mlir-print-debuginfo

func.func @f() loc(#far) {
  return loc(#far)
}
#near = loc("a.c":1:1)
#far = loc(callsite(#near at #near))
