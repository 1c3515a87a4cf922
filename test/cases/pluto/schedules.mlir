// RUN: rmlir-opt %s --print-affine-schedule
// The schedules of the papers: a product of matrices has its reduction innermost, stencils are skewed.

func.func @product(%a: memref<64x64xf64>, %b: memref<64x64xf64>, %c: memref<64x64xf64>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      affine.for %k = 0 to 64 {
        %0 = affine.load %a[%i, %k] : memref<64x64xf64>
        %1 = affine.load %b[%k, %j] : memref<64x64xf64>
        %2 = affine.load %c[%i, %j] : memref<64x64xf64>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.addf %2, %3 : f64
        affine.store %4, %c[%i, %j] : memref<64x64xf64>
      }
    }
  }
  return
}

func.func @jacobi(%steps: index, %n: index, %a: memref<?xf64>, %b: memref<?xf64>) {
  affine.for %t = 0 to %steps {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      %0 = affine.load %a[%i - 1] : memref<?xf64>
      %1 = affine.load %a[%i] : memref<?xf64>
      %2 = affine.load %a[%i + 1] : memref<?xf64>
      %3 = arith.addf %0, %1 : f64
      %4 = arith.addf %3, %2 : f64
      affine.store %4, %b[%i] : memref<?xf64>
    }
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      %0 = affine.load %b[%i] : memref<?xf64>
      affine.store %0, %a[%i] : memref<?xf64>
    }
  }
  return
}

func.func @seidel(%steps: index, %n: index, %a: memref<?x?xf64>) {
  affine.for %t = 0 to %steps {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
        %0 = affine.load %a[%i - 1, %j + 1] : memref<?x?xf64>
        %1 = affine.load %a[%i, %j - 1] : memref<?x?xf64>
        %2 = affine.load %a[%i, %j] : memref<?x?xf64>
        %3 = affine.load %a[%i + 1, %j - 1] : memref<?x?xf64>
        %4 = arith.addf %0, %1 : f64
        %5 = arith.addf %4, %2 : f64
        %6 = arith.addf %5, %3 : f64
        affine.store %6, %a[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}

func.func @declined(%n: index, %a: memref<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %sum = affine.for %i = 0 to %n iter_args(%so_far = %zero) -> (f64) {
    %0 = affine.load %a[%i] : memref<?xf64>
    %1 = arith.addf %so_far, %0 : f64
    affine.yield %1 : f64
  }
  return %sum : f64
}

#inside = affine_set<(d0, d1) : (d1 - d0 >= 0)>

func.func @condition(%n: index, %a: memref<?x?xf64>, %x: f64) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.if #inside(%i, %j) {
        %0 = affine.load %a[%j, %i] : memref<?x?xf64>
        %1 = arith.mulf %0, %x : f64
        affine.store %1, %a[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}

// A matrix times a vector, and its transpose times that: rows are parallel for the one, columns for the other, so that the
// two get loops of their own.
func.func @apart(%a: memref<20x30xf32>, %x: memref<30xf32>, %t: memref<20xf32>, %y: memref<30xf32>) {
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 30 {
      %0 = affine.load %t[%i] : memref<20xf32>
      %1 = affine.load %a[%i, %j] : memref<20x30xf32>
      %2 = affine.load %x[%j] : memref<30xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %0, %3 : f32
      affine.store %4, %t[%i] : memref<20xf32>
    }
    affine.for %j = 0 to 30 {
      %0 = affine.load %y[%j] : memref<30xf32>
      %1 = affine.load %a[%i, %j] : memref<20x30xf32>
      %2 = affine.load %t[%i] : memref<20xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %0, %3 : f32
      affine.store %4, %y[%j] : memref<30xf32>
    }
  }
  return
}
