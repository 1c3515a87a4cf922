// RUN: rmlir-opt %s --fold-memref-alias-ops

func.func @subview(%a: memref<12x32xf32>, %i: index, %j: index) -> f32 {
  %s = memref.subview %a[%i, 1][4, 4][2, 3] : memref<12x32xf32> to memref<4x4xf32, strided<[64, 3], offset: ?>>
  %x = memref.load %s[%j, %j] {nontemporal = true} : memref<4x4xf32, strided<[64, 3], offset: ?>>
  return %x : f32
}

// Indices are put together, and taken apart.
func.func @reshapes(%a: memref<12x32xf32>, %b: memref<3x4x32xf32>, %i: index, %v: vector<4xf32>) -> vector<4xf32> {
  %e = memref.expand_shape %a [[0, 1], [2]] output_shape [3, 4, 32] : memref<12x32xf32> into memref<3x4x32xf32>
  %c = memref.collapse_shape %b [[0, 1], [2]] : memref<3x4x32xf32> into memref<12x32xf32>
  %x = vector.load %e[%i, %i, %i] : memref<3x4x32xf32>, vector<4xf32>
  vector.store %v, %c[%i, %i] : memref<12x32xf32>, vector<4xf32>
  return %x : vector<4xf32>
}

// The map of a transfer counts the dimensions that the subview leaves out.
func.func @transfer(%a: memref<?x?x?xf32>, %i: index) -> vector<4xf32> {
  %pad = arith.constant 0.0 : f32
  %s = memref.subview %a[%i, 0, %i][8, 1, 8][1, 1, 1] : memref<?x?x?xf32> to memref<8x8xf32, strided<[?, 1], offset: ?>>
  %x = vector.transfer_read %s[%i, %i], %pad {in_bounds = [true]} : memref<8x8xf32, strided<[?, 1], offset: ?>>, vector<4xf32>
  return %x : vector<4xf32>
}

func.func @twice(%a: memref<8x1024xf32>, %i: index) -> memref<1x2xf32, strided<[1024, 1], offset: ?>> {
  %s = memref.subview %a[4, 2][1, 4][1, 1] : memref<8x1024xf32> to memref<1x4xf32, strided<[1024, 1], offset: 4098>>
  %t = memref.subview %s[0, %i][1, 2][1, 1] : memref<1x4xf32, strided<[1024, 1], offset: 4098>> to memref<1x2xf32, strided<[1024, 1], offset: ?>>
  return %t : memref<1x2xf32, strided<[1024, 1], offset: ?>>
}
