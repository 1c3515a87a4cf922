// RUN: rmlir-opt %s --affine-raise-from-memref

// Sums and products of loop variables and symbols become maps; the product of
// two loop variables is not affine.

func.func @f(%m: memref<?xf32>, %n: index) {
  %c2 = arith.constant 2 : index
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
      %0 = arith.muli %i, %c2 : index
      %1 = arith.addi %0, %n : index
      %2 = memref.load %m[%1] : memref<?xf32>
      memref.store %2, %m[%j] : memref<?xf32>
      %3 = arith.muli %i, %j : index
      memref.store %2, %m[%3] : memref<?xf32>
    }
  }
  return
}
