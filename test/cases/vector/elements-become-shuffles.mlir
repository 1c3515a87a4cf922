// RUN: rmlir-opt %s --lower-vector-to-from-elements-to-shuffle-tree

func.func @mix(%a: vector<2xf32>, %b: vector<3xf32>, %c: vector<2xf32>) -> vector<5xf32> {
  %0:2 = vector.to_elements %a : vector<2xf32>
  %1:3 = vector.to_elements %b : vector<3xf32>
  %2:2 = vector.to_elements %c : vector<2xf32>
  %3 = vector.from_elements %1#2, %0#0, %1#0, %2#1, %2#1 : vector<5xf32>
  return %3 : vector<5xf32>
}
