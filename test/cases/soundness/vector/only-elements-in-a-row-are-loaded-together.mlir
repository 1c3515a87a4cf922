// RUN: rmlir-opt --canonicalize --verify-semantics=20 %s

// Elements at consecutive indices of a memref whose last dimension has another stride than 1 are not in a row in memory:
// these gathers and scatters do not become masked loads and stores, nor loads and stores.

func.func @scatter(%m: memref<8xi32, strided<[2], offset: ?>>, %v: vector<4xi32>) {
  %c0 = arith.constant 0 : index
  %at = arith.constant dense<[0, 1, 2, 3]> : vector<4xindex>
  %all = arith.constant dense<true> : vector<4xi1>
  vector.scatter %m[%c0] [%at], %all, %v : memref<8xi32, strided<[2], offset: ?>>, vector<4xindex>, vector<4xi1>, vector<4xi32>
  return
}

func.func @gather(%m: memref<8xi32, strided<[2]>>, %mask: vector<4xi1>, %v: vector<4xi32>) -> vector<4xi32> {
  %c1 = arith.constant 1 : index
  %at = vector.step : vector<4xindex>
  %0 = vector.gather %m[%c1] [%at], %mask, %v : memref<8xi32, strided<[2]>>, vector<4xindex>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  return %0 : vector<4xi32>
}

func.func @unknown(%m: memref<8xf32, strided<[?]>>, %mask: vector<4xi1>, %v: vector<4xf32>) -> vector<4xf32> {
  %c1 = arith.constant 1 : index
  %at = vector.step : vector<4xindex>
  %0 = vector.gather %m[%c1] [%at], %mask, %v : memref<8xf32, strided<[?]>>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %0 : vector<4xf32>
}

func.func @columns(%m: memref<4x8xi64, strided<[1, 4]>>, %v: vector<2xi64>, %mask: vector<2xi1>) {
  %c1 = arith.constant 1 : index
  %at = arith.constant dense<[0, 1]> : vector<2xi32>
  vector.scatter %m[%c1, %c1] [%at], %mask, %v : memref<4x8xi64, strided<[1, 4]>>, vector<2xi32>, vector<2xi1>, vector<2xi64>
  return
}

// Rows that are apart from each other have their elements in a row.
func.func @rows(%m: memref<4x8xi64, strided<[16, 1], offset: 3>>, %v: vector<2xi64>, %mask: vector<2xi1>) -> vector<2xi64> {
  %c1 = arith.constant 1 : index
  %at = arith.constant dense<[0, 1]> : vector<2xi32>
  %0 = vector.gather %m[%c1, %c1] [%at], %mask, %v : memref<4x8xi64, strided<[16, 1], offset: 3>>, vector<2xi32>, vector<2xi1>, vector<2xi64> into vector<2xi64>
  return %0 : vector<2xi64>
}
