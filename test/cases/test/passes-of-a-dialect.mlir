// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(test-erase-unused))' --mlir-pass-statistics --mlir-pass-statistics-display=list
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(test-mark{name=my.mark value=7}))'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(test-mark{valu=7}))'

func.func @f(%a: i32) {
  %0 = odd.same %a, %a : i32
  return
}
