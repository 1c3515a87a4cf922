// RUN: rmlir-opt %s

func.func @consecutive(%m: memref<?x8xf32>, %i: index, %mask: vector<4xi1>, %pass: vector<4xf32>) {
  %0 = vector.load %m[%i, %i] {nontemporal = false} : memref<?x8xf32>, vector<4xf32>
  %1 = vector.load %m[%i, %i] {alignment = 16, nontemporal = true} : memref<?x8xf32>, vector<2x4xf32>
  vector.store %0, %m[%i, %i] : memref<?x8xf32>, vector<4xf32>
  %2 = vector.maskedload %m[%i, %i], %mask, %pass : memref<?x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m[%i, %i], %mask, %2 : memref<?x8xf32>, vector<4xi1>, vector<4xf32>
  %3 = vector.expandload %m[%i, %i], %mask, %pass {alignment = 8} : memref<?x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.compressstore %m[%i, %i], %mask, %3 : memref<?x8xf32>, vector<4xi1>, vector<4xf32>
  return
}

func.func @scattered(%m: memref<?xf32>, %t: tensor<?xf32>, %i: index, %at: vector<4xi32>, %mask: vector<4xi1>, %pass: vector<4xf32>) -> tensor<?xf32> {
  %0 = vector.gather %m[%i] [%at], %mask, %pass : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %1 = vector.gather %t[%i] [%at], %mask, %pass : tensor<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %m[%i] [%at], %mask, %0 : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  %2 = vector.scatter %t[%i] [%at], %mask, %1 : tensor<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> -> tensor<?xf32>
  return %2 : tensor<?xf32>
}
