// RUN: rmlir-opt %s --convert-vector-to-llvm
// DIFFERS: the interpreter does not know the runtime's function for such floats

func.func @print(%a: f8E4M3FN, %b: f4E2M1FN, %c: f8E8M0FNU) {
  vector.print %a : f8E4M3FN
  vector.print %b : f4E2M1FN
  vector.print %c : f8E8M0FNU
  return
}
