// RUN: rmlir-opt %s

func.func @f(%a: i32) -> i32 {
  %0 = my_dialect.my_op %a : i32
  return %0 : i32
}
