// RUN: rmlir-opt %s --allow-unregistered-dialect
// RUN: rmlir-opt %s --allow-unregistered-dialect --mlir-print-unique-ssa-ids

%0 = "x.a"() : () -> i32
func.func @f(%a: i32) {
  %1 = "x.b"() : () -> i32
  return
}
%2 = "x.c"() : () -> i32
