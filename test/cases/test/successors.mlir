// RUN: rmlir-opt %s

func.func @f(%a: i32) {
  test.jump ^x, ^y with %a : i32
^x(%b: i32):
  test.jump ^y with %b : i32
^y(%c: i32):
  return
}
