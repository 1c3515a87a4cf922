// RUN: rmlir-opt %s --affine-pack --remarks-filter=affine
// RUN: rmlir-opt %s --affine-pack=capacity=1 --remarks-filter=affine -o /dev/null
// RUN: rmlir-opt %s --affine-pack --verify-semantics=3
// RUN: rmlir-opt %s --affine-pack=only-tiles --remarks-filter=affine -o /dev/null

// The elements of %B for 12 columns are loaded for all rows: they are packed for each tile of columns, in the order in
// which they are loaded, unless they exceed the capacity.

func.func @columns(%B: memref<19x26xf64>, %C: memref<20x26xf64>) {
  affine.for %j0 = 0 to 26 step 12 {
    affine.for %i = 0 to 20 {
      affine.for %k = 0 to 19 {
        affine.for %j = affine_map<(d0) -> (d0)>(%j0) to min affine_map<(d0) -> (d0 + 12, 26)>(%j0) {
          %b = affine.load %B[%k, %j] : memref<19x26xf64>
          %c = affine.load %C[%i, %j] : memref<20x26xf64>
          %sum = arith.addf %b, %c : f64
          affine.store %sum, %C[%i, %j] : memref<20x26xf64>
        }
      }
    }
  }
  return
}

// It is not known whether there are rows at all.

func.func @rows(%A: memref<?xf64>, %C: memref<?x20xf64>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 20 {
      %a = affine.load %A[%j * 3 + 2] : memref<?xf64>
      affine.store %a, %C[%i, %j] : memref<?x20xf64>
    }
  }
  return
}

// What the nest writes is not packed, nor what it loads once.

func.func @written(%A: memref<20xf64>, %B: memref<20x20xf64>) {
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 20 {
      %a = affine.load %A[%j] : memref<20xf64>
      %b = affine.load %B[%i, %j] : memref<20x20xf64>
      %sum = arith.addf %a, %b : f64
      affine.store %sum, %A[%j] : memref<20xf64>
    }
  }
  return
}
