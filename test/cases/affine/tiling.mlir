// RUN: rmlir-opt %s --affine-loop-tile=tile-size=32
// RUN: rmlir-opt %s --affine-loop-tile=tile-sizes=16,64
// RUN: rmlir-opt %s --affine-loop-tile="tile-size=32 separate"

// Tiles that may be partial end at the bound of the loop, or are told apart.

func.func @transpose(%a: memref<256x?xf32>, %b: memref<?x256xf32>, %n: index) {
  affine.for %i = 0 to 256 {
    affine.for %j = 0 to %n {
      %0 = affine.load %a[%i, %j] : memref<256x?xf32>
      affine.store %0, %b[%j, %i] : memref<?x256xf32>
    }
  }
  return
}
