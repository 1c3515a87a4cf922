// RUN: rmlir-opt %s --canonicalize --verify-semantics
// Elements of a memref without unit stride are no rows: gathers and scatters of consecutive ones stay.

func.func @strided(%m: memref<8xf32, strided<[-1], offset: 7>>, %n: memref<8xf32, strided<[2]>>, %mask: vector<4xi1>, %p: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %o = arith.constant dense<[0, 1, 2, 3]> : vector<4xindex>
  %t = arith.constant dense<true> : vector<4xi1>
  %v = vector.gather %m[%c0] [%o], %mask, %p : memref<8xf32, strided<[-1], offset: 7>>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %w = vector.gather %n[%c0] [%o], %mask, %p : memref<8xf32, strided<[2]>>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %m[%c0] [%o], %t, %p : memref<8xf32, strided<[-1], offset: 7>>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  return %v, %w : vector<4xf32>, vector<4xf32>
}

func.func @contiguous(%m: memref<8xf32>, %p: vector<4xf32>) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %o = arith.constant dense<[0, 1, 2, 3]> : vector<4xindex>
  %t = arith.constant dense<true> : vector<4xi1>
  %w = vector.gather %m[%c0] [%o], %t, %p : memref<8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %w : vector<4xf32>
}

func.func @columns(%m: memref<4x8xf32, strided<[1, 4]>>, %i: index, %t: vector<4xi1>, %p: vector<4xf32>) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %r = arith.andi %i, %c3 : index
  %o = vector.step : vector<4xindex>
  %w = vector.gather %m[%r, %c0] [%o], %t, %p : memref<4x8xf32, strided<[1, 4]>>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %w : vector<4xf32>
}
