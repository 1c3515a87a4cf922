// RUN: rmlir-opt %s --affine-to-fast --remarks-filter=affine --verify-semantics=2 -o /dev/null
// RUN: rmlir-opt %s --affine-to-fast=target-cpu=x86-64-v2 --verify-semantics=2 -o /dev/null
// RUN: rmlir-opt %s --affine-to-fast=target-cpu=x86-64-v4 --verify-semantics=2 -o /dev/null

// Three plain loops become packed panels and tiles in registers. The result is the same, bit for bit.

func.func @product(%A: memref<5x30xf32>, %B: memref<30x26xf32>, %C: memref<5x26xf32>) {
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 26 {
      affine.for %k = 0 to 30 {
        %a = affine.load %A[%i, %k] : memref<5x30xf32>
        %b = affine.load %B[%k, %j] : memref<30x26xf32>
        %c = affine.load %C[%i, %j] : memref<5x26xf32>
        %ab = arith.mulf %a, %b : f32
        %sum = arith.addf %c, %ab : f32
        affine.store %sum, %C[%i, %j] : memref<5x26xf32>
      }
    }
  }
  return
}

// So does a convolution, whose input is accessed at sums of indices,

func.func @convolution(%input: memref<2x3x6x3xf32>, %filter: memref<2x2x3x26xf32>, %output: memref<2x2x5x26xf32>) {
  affine.for %n = 0 to 2 {
    affine.for %y = 0 to 2 {
      affine.for %x = 0 to 5 {
        affine.for %f = 0 to 26 {
          affine.for %dy = 0 to 2 {
            affine.for %dx = 0 to 2 {
              affine.for %c = 0 to 3 {
                %in = affine.load %input[%n, %y + %dy, %x + %dx, %c] : memref<2x3x6x3xf32>
                %weight = affine.load %filter[%dy, %dx, %c, %f] : memref<2x2x3x26xf32>
                %out = affine.load %output[%n, %y, %x, %f] : memref<2x2x5x26xf32>
                %product = arith.mulf %in, %weight : f32
                %sum = arith.addf %out, %product : f32
                affine.store %sum, %output[%n, %y, %x, %f] : memref<2x2x5x26xf32>
              }
            }
          }
        }
      }
    }
  }
  return
}

// and a symmetric update with two products of the same two matrices.

func.func @symmetric_update(%A: memref<14x20xf64>, %B: memref<14x20xf64>, %C: memref<14x14xf64>, %alpha: f64) {
  affine.for %i = 0 to 14 {
    affine.for %k = 0 to 20 {
      affine.for %j = 0 to 14 {
        %aj = affine.load %A[%j, %k] : memref<14x20xf64>
        %bi = affine.load %B[%i, %k] : memref<14x20xf64>
        %bj = affine.load %B[%j, %k] : memref<14x20xf64>
        %ai = affine.load %A[%i, %k] : memref<14x20xf64>
        %c = affine.load %C[%i, %j] : memref<14x14xf64>
        %0 = arith.mulf %aj, %alpha : f64
        %1 = arith.mulf %0, %bi : f64
        %2 = arith.mulf %bj, %alpha : f64
        %3 = arith.mulf %2, %ai : f64
        %4 = arith.addf %1, %3 : f64
        %5 = arith.addf %c, %4 : f64
        affine.store %5, %C[%i, %j] : memref<14x14xf64>
      }
    }
  }
  return
}

// Elements that are extended, and sizes that are known at run time only.

func.func @extended(%A: memref<?x?xi8>, %B: memref<?x?xi8>, %C: memref<?x?xi32>, %m: index, %n: index, %k: index) {
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      affine.for %l = 0 to %k {
        %a = affine.load %A[%i, %l] : memref<?x?xi8>
        %b = affine.load %B[%l, %j] : memref<?x?xi8>
        %c = affine.load %C[%i, %j] : memref<?x?xi32>
        %wide_a = arith.extsi %a : i8 to i32
        %wide_b = arith.extsi %b : i8 to i32
        %ab = arith.muli %wide_a, %wide_b : i32
        %sum = arith.addi %c, %ab : i32
        affine.store %sum, %C[%i, %j] : memref<?x?xi32>
      }
    }
  }
  return
}
