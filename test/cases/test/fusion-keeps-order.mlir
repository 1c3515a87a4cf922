// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-loop-fusion))'

// The first nest reads what the second one overwrites: it must not run after that.
func.func @overwritten(%a: memref<8xf32>, %b: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    %0 = affine.load %a[7 - %i] : memref<8xf32>
    affine.store %0, %b[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    %0 = affine.load %b[%i] : memref<8xf32>
    %1 = arith.addf %0, %x : f32
    affine.store %1, %a[%i] : memref<8xf32>
  }
  return
}

// The first nest has to run as a whole, and only once.
func.func @in_place(%a: memref<8xf32>, %b: memref<4xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    %0 = affine.load %a[%i] : memref<8xf32>
    %1 = arith.mulf %0, %x : f32
    affine.store %1, %a[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 4 {
    %0 = affine.load %a[%i] : memref<8xf32>
    affine.store %0, %b[%i] : memref<4xf32>
  }
  return
}

// The second loop reads the columns but the last, with the columns outside: the last one is to be computed, too.
func.func @columns(%a: memref<4x8xf32>, %x: f32, %b: memref<4x8xf32>) {
  affine.for %i = 1 to 4 {
    affine.for %j = 0 to 8 {
      %0 = affine.load %a[%i, %j] : memref<4x8xf32>
      %1 = arith.mulf %0, %x : f32
      affine.store %1, %a[%i, %j] : memref<4x8xf32>
    }
  }
  affine.for %j = 0 to 7 {
    affine.for %i = 0 to 3 {
      %0 = affine.load %a[%i + 1, %j] : memref<4x8xf32>
      %1 = affine.load %a[%i, %j] : memref<4x8xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %b[%i, %j] : memref<4x8xf32>
    }
  }
  return
}

// Nothing stands in the way here.
func.func @fused(%a: memref<8xf32>, %b: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.store %x, %b[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    %0 = affine.load %b[%i] : memref<8xf32>
    affine.store %0, %a[%i] : memref<8xf32>
  }
  return
}
