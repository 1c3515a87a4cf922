// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic

func.func @f(%c: i1, %i: i32) {
  cf.assert %c, "why"
  cf.cond_br %c weights([2, 1]), ^a(%i : i32), ^b
^a(%x: i32):
  cf.br ^b
^b:
  cf.switch %i : i32, [
    default: ^c(%i : i32),
    42: ^a(%i : i32),
    -1: ^d
  ]
^c(%y: i32):
  return
^d:
  return
}
