// A user that takes any memref takes what was cast.
// RUN: rmlir-opt %s --canonicalize

func.func @access(%a: memref<4xf32>, %i: index) -> (f32, index) {
  %0 = memref.cast %a : memref<4xf32> to memref<?xf32>
  %1 = memref.load %0[%i] : memref<?xf32>
  %c0 = arith.constant 0 : index
  %2 = memref.dim %0, %c0 : memref<?xf32>
  memref.store %1, %0[%i] : memref<?xf32>
  return %1, %2 : f32, index
}

func.func @there_and_back(%a: memref<?x6xf32>, %n: index) -> memref<?x6xf32> {
  %0 = memref.expand_shape %a [[0], [1, 2]] output_shape [%n, 2, 3] : memref<?x6xf32> into memref<?x2x3xf32>
  %1 = memref.collapse_shape %0 [[0], [1, 2]] : memref<?x2x3xf32> into memref<?x6xf32>
  return %1 : memref<?x6xf32>
}

func.func @metadata(%a: memref<4x?xf32, strided<[?, 2], offset: 7>>) -> (index, index, index) {
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %a : memref<4x?xf32, strided<[?, 2], offset: 7>> -> memref<f32>, index, index, index, index, index
  return %offset, %sizes#1, %strides#1 : index, index, index
}
