// RUN: rmlir-opt %s --mlir-print-op-generic

func.func @f(%c: i1) {
  scf.if %c {
  }
  return
}
