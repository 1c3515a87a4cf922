// RUN: rmlir-opt %s --convert-arith-to-llvm
// RUN: rmlir-opt %s --convert-math-to-llvm
// RUN: rmlir-opt %s --convert-vector-to-llvm -o /dev/null

// A vector of two dimensions is an array of vectors; code for billions of them is not written.

func.func @add(%a: vector<2147483648x8xi8>) -> vector<2147483648x8xi8> {
  %b = arith.addi %a, %a : vector<2147483648x8xi8>
  return %b : vector<2147483648x8xi8>
}

func.func @sizes_whose_product_overflows(%a: vector<4294967296x4294967296x2xi8>) -> vector<4294967296x4294967296x2xi8> {
  %b = arith.xori %a, %a : vector<4294967296x4294967296x2xi8>
  return %b : vector<4294967296x4294967296x2xi8>
}

func.func @sqrt(%a: vector<2147483648x4xf32>) -> vector<2147483648x4xf32> {
  %b = math.sqrt %a : vector<2147483648x4xf32>
  return %b : vector<2147483648x4xf32>
}

func.func @compare(%a: vector<2147483648x4xf32>) -> vector<2147483648x4xi1> {
  %b = arith.cmpf olt, %a, %a : vector<2147483648x4xf32>
  return %b : vector<2147483648x4xi1>
}

func.func @few(%a: vector<2x4xi8>) -> vector<2x4xi8> {
  %b = arith.addi %a, %a : vector<2x4xi8>
  return %b : vector<2x4xi8>
}
