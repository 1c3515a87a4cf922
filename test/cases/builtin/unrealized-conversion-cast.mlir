// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic

func.func @f(%a: i32, %b: f32) -> (index, i1) {
  %0 = builtin.unrealized_conversion_cast %a : i32 to index
  %1:2 = builtin.unrealized_conversion_cast %a, %b : i32, f32 to i1, i8
  %2 = builtin.unrealized_conversion_cast to i8
  return %0, %1#0 : index, i1
}
