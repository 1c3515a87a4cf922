// RUN: rmlir-opt %s --convert-vector-to-llvm=vector-contract-lowering=outerproduct

#matvec = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}

func.func @matvec(%m: vector<2x2xf32>, %v: vector<2xf32>, %acc: vector<2xf32>) -> vector<2xf32> {
  %0 = vector.contract #matvec %m, %v, %acc : vector<2x2xf32>, vector<2xf32> into vector<2xf32>
  return %0 : vector<2xf32>
}
