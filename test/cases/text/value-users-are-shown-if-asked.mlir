// RUN: rmlir-opt %s --mlir-print-value-users --allow-unregistered-dialect

func.func @f(%a: i32) -> i32 {
  %0 = "x.a"(%a) : (i32) -> i32
  %1 = "x.b"(%0, %0) : (i32, i32) -> i32
  return %1 : i32
}
