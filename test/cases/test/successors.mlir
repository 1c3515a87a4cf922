// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --canonicalize

func.func @f(%a: i32) -> i32 {
  odd.jump ^x, ^y with %a : i32
^x:
  odd.jump ^y with %a : i32
^y(%c: i32):
  return %c : i32
}
