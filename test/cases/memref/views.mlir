// Views refer to the same buffer under another type.
// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic

func.func @views(%a: memref<8x?xf32>, %n: index, %bytes: memref<64xi8>, %shape: memref<1xindex>) -> index {
  %0 = memref.cast %a : memref<8x?xf32> to memref<*xf32>
  %1 = memref.memory_space_cast %a : memref<8x?xf32> to memref<8x?xf32, 1>
  %2 = memref.subview %a[2, %n] [1, %n] [1, 3] : memref<8x?xf32> to memref<?xf32, strided<[3], offset: ?>>
  %3 = memref.reinterpret_cast %0 to offset: [%n], sizes: [2, %n], strides: [%n, 1] : memref<*xf32> to memref<2x?xf32, strided<[?, 1], offset: ?>>
  %4 = memref.expand_shape %a [[0, 1], [2]] output_shape [2, 4, %n] : memref<8x?xf32> into memref<2x4x?xf32>
  %5 = memref.collapse_shape %4 [[0, 1, 2]] : memref<2x4x?xf32> into memref<?xf32>
  %6 = memref.reshape %5(%shape) : (memref<?xf32>, memref<1xindex>) -> memref<?xf32>
  %7 = memref.transpose %a (i, j) -> (j, i) : memref<8x?xf32> to memref<?x8xf32, strided<[1, ?]>>
  %8 = memref.view %bytes[%n][%n] : memref<64xi8> to memref<?x2xf16>
  %9 = memref.assume_alignment %a, 32 : memref<8x?xf32>
  %10:2 = memref.distinct_objects %9, %5 : memref<8x?xf32>, memref<?xf32>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %10#0 : memref<8x?xf32> -> memref<f32>, index, index, index, index, index
  %11 = memref.extract_aligned_pointer_as_index %base : memref<f32> -> index
  %12 = memref.dim %2, %n : memref<?xf32, strided<[3], offset: ?>>
  %13 = memref.rank %0 : memref<*xf32>
  memref.copy %6, %5 : memref<?xf32> to memref<?xf32>
  return %11 : index
}
