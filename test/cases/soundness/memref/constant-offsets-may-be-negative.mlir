// RUN: rmlir-opt %s --expand-strided-metadata --verify-semantics=30
// RUN: rmlir-opt %s --fold-memref-alias-ops --verify-semantics=30

// Lists of views state no negative offsets: those that come out negative are values. (In 22 the result is invalid.)

func.func @negative(%m: memref<8xf32>) -> f32 {
  %c2 = arith.constant 2 : index
  %cm = arith.constant -2 : index
  %b = memref.subview %m[%cm][4][1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  %r = memref.load %b[%c2] : memref<4xf32, strided<[1], offset: ?>>
  return %r : f32
}

func.func @negative_then_positive(%m: memref<8xf32>) -> f32 {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %cm = arith.constant -2 : index
  %b = memref.subview %m[%cm][4][1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  %c = memref.subview %b[%c3][1][1] : memref<4xf32, strided<[1], offset: ?>> to memref<1xf32, strided<[1], offset: ?>>
  %c0 = arith.constant 0 : index
  %r = memref.load %c[%c0] : memref<1xf32, strided<[1], offset: ?>>
  return %r : f32
}

func.func @reinterpreted(%m: memref<8xf32>) -> f32 {
  %c2 = arith.constant 2 : index
  %cm = arith.constant -2 : index
  %cm1 = arith.constant -1 : index
  %b = memref.reinterpret_cast %m to offset: [%cm], sizes: [4], strides: [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  %c = memref.subview %b[3][1][1] : memref<4xf32, strided<[1], offset: ?>> to memref<1xf32, strided<[1], offset: ?>>
  %c0 = arith.constant 0 : index
  %r = memref.load %c[%c0] : memref<1xf32, strided<[1], offset: ?>>
  return %r : f32
}

func.func @negative_dynamic_stride(%m: memref<8xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %cm1 = arith.constant -1 : index
  %b = memref.subview %m[7][4][%cm1] : memref<8xf32> to memref<4xf32, strided<[?], offset: 7>>
  %c = memref.subview %b[1][2][1] : memref<4xf32, strided<[?], offset: 7>> to memref<2xf32, strided<[?], offset: ?>>
  %r = memref.load %c[%c1] : memref<2xf32, strided<[?], offset: ?>>
  return %r : f32
}

func.func @asked(%m: memref<8xf32>) -> index {
  %c1 = arith.constant 1 : index
  %cm1 = arith.constant -1 : index
  %b = memref.subview %m[%cm1][4][1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  %base, %off, %s, %st = memref.extract_strided_metadata %b : memref<4xf32, strided<[1], offset: ?>> -> memref<f32>, index, index, index
  return %off : index
}

func.func @sum_is_dynamic(%m: memref<8x8xf32>, %i: index) -> f32 {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %k = arith.andi %i, %c3 : index
  %cm1 = arith.constant -1 : index
  %b = memref.subview %m[1, 1][4, 4][1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1], offset: 9>>
  %c = memref.subview %b[%cm1, %k][4, 4][1, 1] : memref<4x4xf32, strided<[8, 1], offset: 9>> to memref<4x4xf32, strided<[8, 1], offset: ?>>
  %r = memref.load %c[%c1, %c1] : memref<4x4xf32, strided<[8, 1], offset: ?>>
  return %r : f32
}

func.func @sum_is_positive(%m: memref<8x8xf32>, %i: index) -> f32 {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %cm1 = arith.constant -1 : index
  %b = memref.subview %m[1, 1][4, 4][1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1], offset: 9>>
  %c = memref.subview %b[%cm1, 0][4, 4][1, 1] : memref<4x4xf32, strided<[8, 1], offset: 9>> to memref<4x4xf32, strided<[8, 1], offset: ?>>
  %r = memref.load %c[%c1, %c1] : memref<4x4xf32, strided<[8, 1], offset: ?>>
  return %r : f32
}

func.func @negative_strides(%m: memref<8x8xf32>, %i: index) -> f32 {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %cm1 = arith.constant -1 : index
  %b = memref.reinterpret_cast %m to offset: [63], sizes: [8, 8], strides: [-8, -1] : memref<8x8xf32> to memref<8x8xf32, strided<[-8, -1], offset: 63>>
  %c = memref.subview %b[1, 2][4, 4][1, 1] : memref<8x8xf32, strided<[-8, -1], offset: 63>> to memref<4x4xf32, strided<[-8, -1], offset: 53>>
  %r = memref.load %c[%c1, %c1] : memref<4x4xf32, strided<[-8, -1], offset: 53>>
  return %r : f32
}

func.func @least_offset(%m: memref<?xf32>, %n: index) -> f32 {
  %c1 = arith.constant 1 : index
  %cm = arith.constant -9223372036854775808 : index
  %cx = arith.constant 9223372036854775807 : index
  %b = memref.subview %m[%cm][4][1] : memref<?xf32> to memref<4xf32, strided<[1], offset: ?>>
  %b2 = memref.subview %b[%cx][4][1] : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32, strided<[1], offset: ?>>
  %b3 = memref.subview %b2[1][1][1] : memref<4xf32, strided<[1], offset: ?>> to memref<1xf32, strided<[1], offset: ?>>
  %c0 = arith.constant 0 : index
  %r = memref.load %b3[%c0] : memref<1xf32, strided<[1], offset: ?>>
  return %r : f32
}

func.func @of_a_view(%m: memref<64xi8>) -> f32 {
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %cm = arith.constant -2 : index
  %v = memref.view %m[%c16][] : memref<64xi8> to memref<8xf32>
  %b = memref.subview %v[%cm][4][1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  %e = memref.expand_shape %b [[0, 1]] output_shape [2, 2] : memref<4xf32, strided<[1], offset: ?>> into memref<2x2xf32, strided<[2, 1], offset: ?>>
  %r = memref.load %e[%c1, %c1] : memref<2x2xf32, strided<[2, 1], offset: ?>>
  return %r : f32
}

func.func @reshaped(%m: memref<8xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %cm = arith.constant -2 : index
  %b = memref.subview %m[%cm][4][1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  %e = memref.expand_shape %b [[0, 1]] output_shape [2, 2] : memref<4xf32, strided<[1], offset: ?>> into memref<2x2xf32, strided<[2, 1], offset: ?>>
  %k = memref.collapse_shape %e [[0, 1]] : memref<2x2xf32, strided<[2, 1], offset: ?>> into memref<4xf32, strided<[1], offset: ?>>
  %r = memref.load %k[%c3] : memref<4xf32, strided<[1], offset: ?>>
  return %r : f32
}

func.func @two_dimensions_less(%m: memref<8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %cm = arith.constant -2 : index
  %a = memref.subview %m[4][4][1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  %b = memref.subview %a[%cm][4][1] : memref<4xf32, strided<[1], offset: 4>> to memref<4xf32, strided<[1], offset: ?>>
  %r = memref.load %b[%c0] : memref<4xf32, strided<[1], offset: ?>>
  return %r : f32
}

func.func @stepped_backward(%m: memref<8xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %a = memref.subview %m[7][8][-1] : memref<8xf32> to memref<8xf32, strided<[-1], offset: 7>>
  %b = memref.subview %a[2][3][2] : memref<8xf32, strided<[-1], offset: 7>> to memref<3xf32, strided<[-2], offset: 5>>
  %r = memref.load %b[%c1] : memref<3xf32, strided<[-2], offset: 5>>
  return %r : f32
}

func.func @collapsed_backward(%m: memref<4x8xf32>) -> f32 {
  %c3 = arith.constant 3 : index
  %a = memref.reinterpret_cast %m to offset: [31], sizes: [4, 8], strides: [-8, -1] : memref<4x8xf32> to memref<4x8xf32, strided<[-8, -1], offset: 31>>
  %b = memref.collapse_shape %a [[0, 1]] : memref<4x8xf32, strided<[-8, -1], offset: 31>> into memref<32xf32, strided<[-1], offset: 31>>
  %r = memref.load %b[%c3] : memref<32xf32, strided<[-1], offset: 31>>
  return %r : f32
}

func.func @expanded_backward(%m: memref<32xf32>) -> f32 {
  %c3 = arith.constant 3 : index
  %a = memref.reinterpret_cast %m to offset: [31], sizes: [32], strides: [-1] : memref<32xf32> to memref<32xf32, strided<[-1], offset: 31>>
  %b = memref.expand_shape %a [[0, 1]] output_shape [4, 8] : memref<32xf32, strided<[-1], offset: 31>> into memref<4x8xf32, strided<[-8, -1], offset: 31>>
  %r = memref.load %b[%c3, %c3] : memref<4x8xf32, strided<[-8, -1], offset: 31>>
  return %r : f32
}

func.func @metadata_of_backward(%m: memref<8xf32>) -> (index, index, index) {
  %a = memref.reinterpret_cast %m to offset: [7], sizes: [8], strides: [-1] : memref<8xf32> to memref<8xf32, strided<[-1], offset: 7>>
  %base, %off, %s, %st = memref.extract_strided_metadata %a : memref<8xf32, strided<[-1], offset: 7>> -> memref<f32>, index, index, index
  return %off, %s, %st : index, index, index
}

// The type states an offset that the list of a cast cannot.
func.func @stated(%m: memref<8xf32>) -> memref<2xf32, strided<[1], offset: -2>> {
  %cm = arith.constant -2 : index
  %0 = memref.reinterpret_cast %m to offset: [%cm], sizes: [4], strides: [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  %1 = memref.cast %0 : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32, strided<[1], offset: -2>>
  %2 = memref.subview %1[0][2][1] : memref<4xf32, strided<[1], offset: -2>> to memref<2xf32, strided<[1], offset: -2>>
  return %2 : memref<2xf32, strided<[1], offset: -2>>
}

// The part of a part starts before the buffer.
func.func @part_of_part(%m: memref<8xf32>) -> memref<4xf32, strided<[1], offset: ?>> {
  %cm = arith.constant -2 : index
  %b = memref.subview %m[%cm][4][1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  %c = memref.subview %b[0][4][1] : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32, strided<[1], offset: ?>>
  return %c : memref<4xf32, strided<[1], offset: ?>>
}
