// RUN: rmlir-opt %s --affine-register-tile --remarks-filter=affine
// RUN: rmlir-opt %s --affine-register-tile --verify-semantics=3
// RUN: rmlir-opt %s --affine-register-tile=target-cpu=x86-64-v4 --verify-semantics=3

// All tiles are full: there are no masks.

func.func @full(%A: memref<2x9xf32>, %B: memref<9x16xf32>, %C: memref<2x16xf32>) {
  affine.for %k = 0 to 9 {
    affine.for %i = 0 to 2 {
      affine.for %j = 0 to 16 {
        %a = affine.load %A[%i, %k] : memref<2x9xf32>
        %b = affine.load %B[%k, %j] : memref<9x16xf32>
        %c = affine.load %C[%i, %j] : memref<2x16xf32>
        %ab = arith.mulf %a, %b : f32
        %sum = arith.addf %c, %ab : f32
        affine.store %sum, %C[%i, %j] : memref<2x16xf32>
      }
    }
  }
  return
}

// Tiles at the end of rows and columns are partial. Values that are the same for a row are computed once for it.

func.func @partial(%A: memref<5x9xf64>, %B: memref<9x13xf64>, %C: memref<5x13xf64>, %alpha: f64) {
  affine.for %i0 = 0 to 5 step 2 {
    affine.for %j0 = 0 to 13 step 4 {
      affine.for %k = 0 to 9 {
        affine.for %i = affine_map<(d0) -> (d0)>(%i0) to min affine_map<(d0) -> (d0 + 2, 5)>(%i0) {
          affine.for %j = affine_map<(d0) -> (d0)>(%j0) to min affine_map<(d0) -> (d0 + 4, 13)>(%j0) {
            %a = affine.load %A[%i, %k] : memref<5x9xf64>
            %scaled = arith.mulf %a, %alpha : f64
            %b = affine.load %B[%k, %j] : memref<9x13xf64>
            %c = affine.load %C[%i, %j] : memref<5x13xf64>
            %ab = arith.mulf %scaled, %b : f64
            %sum = arith.addf %c, %ab : f64
            affine.store %sum, %C[%i, %j] : memref<5x13xf64>
          }
        }
      }
    }
  }
  return
}

// The number of steps is not known: without steps nothing is accessed.

func.func @steps(%A: memref<2x?xi32>, %B: memref<?x3xi32>, %C: memref<2x3xi32>, %n: index) {
  affine.for %k = 0 to %n {
    affine.for %i = 0 to 2 {
      affine.for %j = 0 to 3 {
        %a = affine.load %A[%i, %k] : memref<2x?xi32>
        %b = affine.load %B[%k, %j] : memref<?x3xi32>
        %c = affine.load %C[%i, %j] : memref<2x3xi32>
        %ab = arith.muli %a, %b : i32
        %sum = arith.addi %c, %ab : i32
        affine.store %sum, %C[%i, %j] : memref<2x3xi32>
      }
    }
  }
  return
}

// Columns have to be contiguous, and tiles to fit the registers.

func.func @declined(%A: memref<16x9xf32>, %B: memref<16x9xf32>, %C: memref<16x16xf32>) {
  affine.for %k = 0 to 9 {
    affine.for %i = 0 to 2 {
      affine.for %j = 0 to 8 {
        %a = affine.load %A[%i, %k] : memref<16x9xf32>
        %b = affine.load %B[%j, %k] : memref<16x9xf32>
        %c = affine.load %C[%i, %j] : memref<16x16xf32>
        %ab = arith.mulf %a, %b : f32
        %sum = arith.addf %c, %ab : f32
        affine.store %sum, %C[%i, %j] : memref<16x16xf32>
      }
    }
  }
  affine.for %k = 0 to 9 {
    affine.for %i = 0 to 16 {
      affine.for %j = 0 to 16 {
        %c = affine.load %C[%i, %j] : memref<16x16xf32>
        %sum = arith.addf %c, %c : f32
        affine.store %sum, %C[%i, %j] : memref<16x16xf32>
      }
    }
  }
  return
}
