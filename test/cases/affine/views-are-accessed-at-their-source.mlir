// RUN: rmlir-opt %s --affine-fold-memref-alias-ops

func.func @part(%a: memref<16x16xf32>, %i: index, %j: index) -> f32 {
  %s = memref.subview %a[%i, 2] [4, 4] [2, 1] : memref<16x16xf32> to memref<4x4xf32, strided<[32, 1], offset: ?>>
  %x = affine.load %s[%j + 1, 3] : memref<4x4xf32, strided<[32, 1], offset: ?>>
  return %x : f32
}

func.func @expanded(%a: memref<24xf32>, %i: index, %j: index, %x: f32) {
  %s = memref.expand_shape %a [[0, 1]] output_shape [4, 6] : memref<24xf32> into memref<4x6xf32>
  affine.store %x, %s[%i, %j] : memref<4x6xf32>
  return
}

func.func @collapsed(%a: memref<4x6xf32>, %i: index) -> f32 {
  %s = memref.collapse_shape %a [[0, 1]] : memref<4x6xf32> into memref<24xf32>
  %x = affine.load %s[%i] : memref<24xf32>
  return %x : f32
}
