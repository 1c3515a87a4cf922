// RUN: rmlir-opt %s --affine-expand-index-ops-as-affine

func.func @apart(%i: index, %n: index) -> (index, index, index) {
  %0:3 = affine.delinearize_index %i into (4, %n, 8) : index, index, index
  return %0#0, %0#1, %0#2 : index, index, index
}

func.func @together(%i: index, %j: index, %k: index, %n: index) -> index {
  %0 = affine.linearize_index disjoint [%i, %j, %k] by (2, %n, 5) : index
  return %0 : index
}
