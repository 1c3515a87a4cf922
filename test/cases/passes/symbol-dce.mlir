// RUN: rmlir-opt %s --symbol-dce

func.func private @unused() {
  return
}
func.func private @used() {
  return
}
func.func @public() {
  call @used() : () -> ()
  return
}
