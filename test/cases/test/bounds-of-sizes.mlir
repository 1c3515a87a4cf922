// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(test-affine-reify-value-bounds{reify-to-func-args}))' --allow-unregistered-dialect

// How large tensors and memrefs are follows from what they are made of.

func.func @tensors(%n: index, %t: tensor<?x8xf32>, %x: f32, %v: vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %0 = tensor.empty(%n) : tensor<?x4xf32>
  %1 = "test.reify_bound"(%0) {dim = 0} : (tensor<?x4xf32>) -> index
  %2 = tensor.pad %t low[1, 2] high[%n, 3] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<?x8xf32> to tensor<?x13xf32>
  %3 = "test.reify_bound"(%2) {dim = 0} : (tensor<?x13xf32>) -> index
  %4 = tensor.extract_slice %t[0, 0] [1, %n] [1, 1] : tensor<?x8xf32> to tensor<?xf32>
  %5 = "test.reify_bound"(%4) {dim = 0} : (tensor<?xf32>) -> index
  %6 = tensor.collapse_shape %t [[0, 1]] : tensor<?x8xf32> into tensor<?xf32>
  %7 = "test.reify_bound"(%6) {dim = 0} : (tensor<?xf32>) -> index
  %8 = tensor.expand_shape %6 [[0, 1]] output_shape [%n, 2] : tensor<?xf32> into tensor<?x2xf32>
  %9 = "test.reify_bound"(%8) {dim = 0} : (tensor<?x2xf32>) -> index
  %10 = tensor.cast %t : tensor<?x8xf32> to tensor<?x?xf32>
  %11 = "test.reify_bound"(%10) {dim = 1} : (tensor<?x?xf32>) -> index
  %12 = vector.transfer_write %v, %6[%c0] : vector<4xf32>, tensor<?xf32>
  %13 = tensor.dim %12, %c0 : tensor<?xf32>
  %14 = "test.reify_bound"(%13) : (index) -> index
  %15 = tensor.rank %12 : tensor<?xf32>
  %16 = "test.reify_bound"(%15) : (index) -> index
  "x"(%1, %3, %5, %7, %9, %11, %14, %16) : (index, index, index, index, index, index, index, index) -> ()
  return
}

func.func @memrefs(%n: index, %m: memref<?x8xf32>) {
  %c0 = arith.constant 0 : index
  %0 = memref.alloc(%n) : memref<4x?xf32>
  %1 = "test.reify_bound"(%0) {dim = 1} : (memref<4x?xf32>) -> index
  %2 = memref.subview %m[0, 0] [%n, 1] [1, 1] : memref<?x8xf32> to memref<?xf32, strided<[8]>>
  %3 = "test.reify_bound"(%2) {dim = 0} : (memref<?xf32, strided<[8]>>) -> index
  %4 = memref.collapse_shape %m [[0, 1]] : memref<?x8xf32> into memref<?xf32>
  %5 = "test.reify_bound"(%4) {dim = 0} : (memref<?xf32>) -> index
  %6 = memref.assume_alignment %m, 16 : memref<?x8xf32>
  %7 = memref.cast %6 : memref<?x8xf32> to memref<?x?xf32>
  %8 = memref.dim %7, %c0 : memref<?x?xf32>
  %9 = "test.reify_bound"(%8) : (index) -> index
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m
      : memref<?x8xf32> -> memref<f32>, index, index, index, index, index
  %10 = "test.reify_bound"(%offset) : (index) -> index
  %11 = "test.reify_bound"(%sizes#0) : (index) -> index
  %12 = "test.reify_bound"(%strides#0) : (index) -> index
  "x"(%1, %3, %5, %9, %10, %11, %12) : (index, index, index, index, index, index, index) -> ()
  return
}

// Of what nobody knows the shape, the size is at least not negative.

func.func @unranked(%t: tensor<*xf32>, %dim: index) {
  %0 = tensor.dim %t, %dim : tensor<*xf32>
  %1 = "test.reify_bound"(%0) {type = "LB"} : (index) -> index
  "x"(%1) : (index) -> ()
  return
}
