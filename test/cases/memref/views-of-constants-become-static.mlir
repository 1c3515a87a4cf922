// Constant sizes, offsets and strides become part of the type; casts keep the types of users.
// RUN: rmlir-opt %s --canonicalize

func.func @sizes(%f: f32, %bytes: memref<?xi8>) -> (memref<?x4xf32>, memref<?xi16>, memref<?xf32, strided<[?], offset: ?>>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %a = memref.alloc(%c8) : memref<?x4xf32>
  %b = memref.view %bytes[%c0][%c8] : memref<?xi8> to memref<?xi16>
  %c = memref.subview %a[%c2, %c0] [%c2, 1] [%c2, 1] : memref<?x4xf32> to memref<?xf32, strided<[?], offset: ?>>
  return %a, %b, %c : memref<?x4xf32>, memref<?xi16>, memref<?xf32, strided<[?], offset: ?>>
}

func.func @all_of_it(%a: memref<4x8xf32>) -> memref<4x8xf32, strided<[8, 1]>> {
  %0 = memref.subview %a[0, 0] [4, 8] [1, 1] : memref<4x8xf32> to memref<4x8xf32, strided<[8, 1]>>
  return %0 : memref<4x8xf32, strided<[8, 1]>>
}
