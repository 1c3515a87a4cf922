// RUN: rmlir-opt %s --convert-to-llvm
// Upstream leaves these operations as they are on vectors of several dimensions.

func.func @halves(%a: vector<2x4xi32>, %b: vector<2x4xi32>) -> (vector<2x4xi32>, vector<2x4xi32>) {
  %low, %high = arith.mului_extended %a, %b : vector<2x4xi32>
  return %low, %high : vector<2x4xi32>, vector<2x4xi32>
}

func.func @carries(%a: vector<2x4xi32>, %b: vector<2x4xi32>) -> (vector<2x4xi32>, vector<2x4xi1>) {
  %sum, %carry = arith.addui_extended %a, %b : vector<2x4xi32>, vector<2x4xi1>
  return %sum, %carry : vector<2x4xi32>, vector<2x4xi1>
}
