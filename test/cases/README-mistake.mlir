// RUN: rmlir-opt %s --diagnostics=fancy

func.func @area(%width: i32) -> i32 {
  %sum = arith.adi %width, %width : i32
  return %sum : i32
}
