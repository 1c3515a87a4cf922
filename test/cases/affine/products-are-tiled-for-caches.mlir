// RUN: rmlir-opt %s --affine-cache-tile --remarks-filter=affine
// RUN: rmlir-opt %s --affine-cache-tile=target-cpu=x86-64-v4
// RUN: rmlir-opt %s --affine-cache-tile --verify-semantics=2

// The sizes of tiles follow from the processor. Tiles of loops with few iterations are left out, and nearly equal ones
// are made of others.

func.func @product(%A: memref<5x230xf64>, %B: memref<230x14xf64>, %C: memref<5x14xf64>) {
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 14 {
      affine.for %k = 0 to 230 {
        %a = affine.load %A[%i, %k] : memref<5x230xf64>
        %b = affine.load %B[%k, %j] : memref<230x14xf64>
        %c = affine.load %C[%i, %j] : memref<5x14xf64>
        %ab = arith.mulf %a, %b : f64
        %sum = arith.addf %c, %ab : f64
        affine.store %sum, %C[%i, %j] : memref<5x14xf64>
      }
    }
  }
  return
}

// The roles of loops follow from the accesses: here the outermost loop adds up, and the innermost is over rows.

func.func @transposed(%A: memref<230x5xf64>, %B: memref<13x230xf64>, %C: memref<5x13xf64>) {
  affine.for %k = 0 to 230 {
    affine.for %j = 0 to 13 {
      affine.for %i = 0 to 5 {
        %a = affine.load %A[%k, %i] : memref<230x5xf64>
        %b = affine.load %B[%j, %k] : memref<13x230xf64>
        %c = affine.load %C[%i, %j] : memref<5x13xf64>
        %ab = arith.mulf %a, %b : f64
        %sum = arith.addf %c, %ab : f64
        affine.store %sum, %C[%i, %j] : memref<5x13xf64>
      }
    }
  }
  return
}

// A product of a matrix with a vector reuses only the vector.

func.func @matrix_by_vector(%A: memref<30x30xf64>, %x: memref<30xf64>, %y: memref<30xf64>) {
  affine.for %i = 0 to 30 {
    affine.for %j = 0 to 30 {
      %a = affine.load %A[%i, %j] : memref<30x30xf64>
      %b = affine.load %x[%j] : memref<30xf64>
      %c = affine.load %y[%i] : memref<30xf64>
      %ab = arith.mulf %a, %b : f64
      %sum = arith.addf %c, %ab : f64
      affine.store %sum, %y[%i] : memref<30xf64>
    }
  }
  return
}

// Each element depends on one of another row and step: the loops must not be permuted.

func.func @recurrence(%A: memref<30x30x30xf64>) {
  affine.for %i = 1 to 30 {
    affine.for %j = 0 to 29 {
      affine.for %k = 0 to 30 {
        %a = affine.load %A[%i - 1, %j + 1, %k] : memref<30x30x30xf64>
        affine.store %a, %A[%i, %j, %k] : memref<30x30x30xf64>
      }
    }
  }
  return
}
