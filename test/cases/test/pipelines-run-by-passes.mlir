// RUN: rmlir-opt %s --pass-pipeline='any(builtin.module(test-dynamic-pipeline{op-name=first dynamic-pipeline=func.func(cse)}))' --mlir-disable-threading --mlir-print-ir-after=cse
// RUN: rmlir-opt %s --pass-pipeline='any(test-dynamic-pipeline{run-on-nested-operations dynamic-pipeline=func.func(cse)})' -o /dev/null

// The pipeline runs where the option says.
module @outer {
  module @first {
    func.func @f() {
      return
    }
  }
  module @second {
    func.func @f() {
      return
    }
  }
}
