// A vector of several dimensions, or beyond the bounds of the view, is not in the source as in the view.
// RUN: rmlir-opt %s --fold-memref-alias-ops --verify-semantics

func.func @rows(%m: memref<4x6xf32>, %i: index) -> vector<2x3xf32> {
  %z = arith.constant 0 : index
  %three = arith.constant 3 : index
  %j = arith.andi %i, %three : index
  %e = memref.expand_shape %m [[0], [1, 2]] output_shape [4, 2, 3] : memref<4x6xf32> into memref<4x2x3xf32>
  %v = vector.load %e[%j, %z, %z] : memref<4x2x3xf32>, vector<2x3xf32>
  return %v : vector<2x3xf32>
}
func.func @store_rows(%m: memref<4x6xf32>, %v: vector<2x3xf32>) {
  %z = arith.constant 0 : index
  %one = arith.constant 1 : index
  %e = memref.expand_shape %m [[0], [1, 2]] output_shape [4, 2, 3] : memref<4x6xf32> into memref<4x2x3xf32>
  vector.store %v, %e[%one, %z, %z] : memref<4x2x3xf32>, vector<2x3xf32>
  return
}
func.func @read_rows(%m: memref<4x6xf32>) -> vector<2x3xf32> {
  %z = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %e = memref.expand_shape %m [[0], [1, 2]] output_shape [4, 2, 3] : memref<4x6xf32> into memref<4x2x3xf32>
  %v = vector.transfer_read %e[%z, %z, %z], %p {in_bounds = [true, true]} : memref<4x2x3xf32>, vector<2x3xf32>
  return %v : vector<2x3xf32>
}
func.func @read_beyond(%m: memref<12xf32>, %i: index) -> vector<4xf32> {
  %one = arith.constant 1 : index
  %j = arith.andi %i, %one : index
  %z = arith.constant 0 : index
  %p = arith.constant -7.0 : f32
  %e = memref.expand_shape %m [[0, 1]] output_shape [4, 3] : memref<12xf32> into memref<4x3xf32>
  %v = vector.transfer_read %e[%j, %one], %p : memref<4x3xf32>, vector<4xf32>
  return %v : vector<4xf32>
}
func.func @one_row(%m: memref<4x6xf32>) -> vector<3xf32> {
  %z = arith.constant 0 : index
  %one = arith.constant 1 : index
  %e = memref.expand_shape %m [[0], [1, 2]] output_shape [4, 2, 3] : memref<4x6xf32> into memref<4x2x3xf32>
  %v = vector.load %e[%one, %one, %z] : memref<4x2x3xf32>, vector<3xf32>
  return %v : vector<3xf32>
}
func.func @row_of_one(%m: memref<4x6xf32>, %mask: vector<3xi1>, %p: vector<3xf32>) -> vector<3xf32> {
  %z = arith.constant 0 : index
  %one = arith.constant 1 : index
  %e = memref.expand_shape %m [[0], [1, 2]] output_shape [4, 2, 3] : memref<4x6xf32> into memref<4x2x3xf32>
  %v = vector.maskedload %e[%one, %one, %z], %mask, %p : memref<4x2x3xf32>, vector<3xi1>, vector<3xf32> into vector<3xf32>
  return %v : vector<3xf32>
}
func.func @outer_rows(%m: memref<6x4xf32>) -> vector<2x4xf32> {
  %z = arith.constant 0 : index
  %one = arith.constant 1 : index
  %e = memref.expand_shape %m [[0, 1], [2]] output_shape [3, 2, 4] : memref<6x4xf32> into memref<3x2x4xf32>
  %v = vector.load %e[%one, %z, %z] : memref<3x2x4xf32>, vector<2x4xf32>
  return %v : vector<2x4xf32>
}
func.func @collapsed(%m: memref<3x4xf32>) -> vector<6xf32> {
  %two = arith.constant 2 : index
  %c = memref.collapse_shape %m [[0, 1]] : memref<3x4xf32> into memref<12xf32>
  %v = vector.load %c[%two] : memref<12xf32>, vector<6xf32>
  return %v : vector<6xf32>
}
func.func @collapsed_rows(%m: memref<3x4x5xf32>) -> vector<2x5xf32> {
  %z = arith.constant 0 : index
  %three = arith.constant 3 : index
  %c = memref.collapse_shape %m [[0, 1], [2]] : memref<3x4x5xf32> into memref<12x5xf32>
  %v = vector.load %c[%three, %z] : memref<12x5xf32>, vector<2x5xf32>
  return %v : vector<2x5xf32>
}
func.func @collapsed_ones(%m: memref<1x1x8xf32>, %v: vector<4xf32>) {
  %two = arith.constant 2 : index
  %c = memref.collapse_shape %m [[0, 1, 2]] : memref<1x1x8xf32> into memref<8xf32>
  vector.store %v, %c[%two] : memref<8xf32>, vector<4xf32>
  return
}
func.func @subview_without_a_dimension(%m: memref<4x3x8xf32>) -> vector<2x8xf32> {
  %z = arith.constant 0 : index
  %one = arith.constant 1 : index
  %s = memref.subview %m[0, 1, 0] [4, 1, 8] [1, 1, 1] : memref<4x3x8xf32> to memref<4x8xf32, strided<[24, 1], offset: 8>>
  %v = vector.load %s[%one, %z] : memref<4x8xf32, strided<[24, 1], offset: 8>>, vector<2x8xf32>
  return %v : vector<2x8xf32>
}
func.func @elements(%m: memref<4x6xf32>, %x: f32) -> f32 {
  %one = arith.constant 1 : index
  %e = memref.expand_shape %m [[0], [1, 2]] output_shape [4, 2, 3] : memref<4x6xf32> into memref<4x2x3xf32>
  memref.store %x, %e[%one, %one, %one] : memref<4x2x3xf32>
  %c = memref.collapse_shape %m [[0, 1]] : memref<4x6xf32> into memref<24xf32>
  %v = memref.load %c[%one] : memref<24xf32>
  return %v : f32
}
// One element lies as it does, also if the source has no dimension for it.
func.func @masked_element(%m: memref<f32>, %k: vector<1xi1>, %p: vector<1xf32>) -> vector<1xf32> {
  %z = arith.constant 0 : index
  %e = memref.expand_shape %m [] output_shape [1] : memref<f32> into memref<1xf32>
  %v = vector.maskedload %e[%z], %k, %p : memref<1xf32>, vector<1xi1>, vector<1xf32> into vector<1xf32>
  vector.maskedstore %e[%z], %k, %p : memref<1xf32>, vector<1xi1>, vector<1xf32>
  return %v : vector<1xf32>
}
func.func @masked_row(%m: memref<8xf32>, %k: vector<1x2xi1>, %p: vector<1x2xf32>) -> vector<1x2xf32> {
  %z = arith.constant 0 : index
  %two = arith.constant 2 : index
  %e = memref.expand_shape %m [[0, 1]] output_shape [2, 4] : memref<8xf32> into memref<2x4xf32>
  %v = vector.maskedload %e[%z, %two], %k, %p : memref<2x4xf32>, vector<1x2xi1>, vector<1x2xf32> into vector<1x2xf32>
  return %v : vector<1x2xf32>
}
func.func @masked_part_of_dimensions(%m: memref<8xf32>, %i: index, %k: vector<1x1xi1>, %p: vector<1x1xf32>) -> vector<1x1xf32> {
  %one = arith.constant 1 : index
  %j = arith.andi %i, %one : index
  %s = memref.subview %m[%j] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  %v = vector.maskedload %s[%one], %k, %p : memref<4xf32, strided<[1], offset: ?>>, vector<1x1xi1>, vector<1x1xf32> into vector<1x1xf32>
  return %v : vector<1x1xf32>
}
// A dimension that the view does not have changes nothing if there is one element along it.
func.func @masked_row_of_collapsed(%m: memref<3x4xf32>, %i: index, %k: vector<1x4xi1>, %p: vector<1x4xf32>) -> vector<1x4xf32> {
  %seven = arith.constant 7 : index
  %j = arith.andi %i, %seven : index
  %c = memref.collapse_shape %m [[0, 1]] : memref<3x4xf32> into memref<12xf32>
  %v = vector.maskedload %c[%j], %k, %p : memref<12xf32>, vector<1x4xi1>, vector<1x4xf32> into vector<1x4xf32>
  return %v : vector<1x4xf32>
}
func.func @masked_rows_of_a_row(%m: memref<8xf32>, %k: vector<2x2xi1>, %p: vector<2x2xf32>) -> vector<2x2xf32> {
  %z = arith.constant 0 : index
  %e = memref.expand_shape %m [[0, 1]] output_shape [2, 4] : memref<8xf32> into memref<2x4xf32>
  %v = vector.maskedload %e[%z, %z], %k, %p : memref<2x4xf32>, vector<2x2xi1>, vector<2x2xf32> into vector<2x2xf32>
  return %v : vector<2x2xf32>
}
