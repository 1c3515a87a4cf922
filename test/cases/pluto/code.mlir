// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-pluto{cost=false}))'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-pluto{tile parallel cost=false}))'
// New loops: skewed ones for a stencil, a triangle exchanged, two nests in one.

func.func @jacobi(%steps: index, %n: index, %a: memref<?xf64>, %b: memref<?xf64>) {
  affine.for %t = 0 to %steps {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      %0 = affine.load %a[%i - 1] : memref<?xf64>
      %1 = affine.load %a[%i + 1] : memref<?xf64>
      %2 = arith.addf %0, %1 : f64
      affine.store %2, %b[%i] : memref<?xf64>
    }
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      %0 = affine.load %b[%i] : memref<?xf64>
      affine.store %0, %a[%i] : memref<?xf64>
    }
  }
  return
}

func.func @product(%a: memref<60x80xf64>, %b: memref<80x70xf64>, %c: memref<60x70xf64>) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 60 {
    affine.for %j = 0 to 70 {
      affine.store %zero, %c[%i, %j] : memref<60x70xf64>
      affine.for %k = 0 to 80 {
        %0 = affine.load %a[%i, %k] : memref<60x80xf64>
        %1 = affine.load %b[%k, %j] : memref<80x70xf64>
        %2 = affine.load %c[%i, %j] : memref<60x70xf64>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.addf %2, %3 : f64
        affine.store %4, %c[%i, %j] : memref<60x70xf64>
      }
    }
  }
  return
}

// Every second element, and the place is used as a number too.
func.func @stride(%m: memref<64xindex>) {
  affine.for %i = 3 to 64 step 2 {
    %0 = affine.apply affine_map<(d0) -> (d0 * 3)>(%i)
    affine.store %0, %m[%i] : memref<64xindex>
  }
  return
}

// A load that stands outside of loops runs where its statement does.
func.func @outside(%a: memref<8xf64>, %x: f64) {
  affine.for %i = 0 to 8 {
    affine.store %x, %a[%i] : memref<8xf64>
  }
  %0 = affine.load %a[3] : memref<8xf64>
  %1 = arith.addf %0, %x : f64
  affine.store %1, %a[4] : memref<8xf64>
  return
}
