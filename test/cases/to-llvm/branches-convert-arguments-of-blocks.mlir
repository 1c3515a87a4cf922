// RUN: rmlir-opt %s --convert-cf-to-llvm

func.func @count(%n: index, %c: i1) -> index {
  cf.cond_br %c weights([90, 10]), ^loop(%n : index), ^loop(%n : index)
^loop(%i: index):
  cf.switch %c : i1, [
    default: ^out(%i : index),
    1: ^loop(%i : index)
  ]
^out(%r: index):
  return %r : index
}

func.func @check(%c: i1, %d: i1) {
  cf.assert %c, "first"
  cf.assert %d, "second"
  return
}
