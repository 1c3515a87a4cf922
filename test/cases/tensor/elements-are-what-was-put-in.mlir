// An element of a tensor is what made the tensor says; a size too.
// RUN: rmlir-opt %s --canonicalize

func.func @elements(%x: f32, %y: f32, %t: tensor<4xf32>, %i: index) -> (f32, f32, index) {
  %c1 = arith.constant 1 : index
  %0 = tensor.from_elements %x, %y : tensor<2xf32>
  %1 = tensor.extract %0[%c1] : tensor<2xf32>
  %2 = tensor.insert %x into %t[%i] : tensor<4xf32>
  %3 = tensor.extract %2[%i] : tensor<4xf32>
  %4 = tensor.generate %i {
  ^bb0(%at: index):
    %sum = arith.addi %at, %i : index
    tensor.yield %sum : index
  } : tensor<?xindex>
  %5 = tensor.extract %4[%c1] : tensor<?xindex>
  return %1, %3, %5 : f32, f32, index
}

func.func @sizes(%t: tensor<?x4xf32>, %x: f32, %n: index) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.insert %x into %t[%n, %n] : tensor<?x4xf32>
  %1 = tensor.dim %0, %c0 : tensor<?x4xf32>
  %2 = tensor.dim %0, %c1 : tensor<?x4xf32>
  %3 = tensor.empty(%n) : tensor<?xf32>
  %4 = tensor.dim %3, %c0 : tensor<?xf32>
  return %1, %2, %4 : index, index, index
}

func.func @there_and_back(%t: tensor<?x6xf32>, %n: index) -> tensor<?x6xf32> {
  %0 = tensor.expand_shape %t [[0], [1, 2]] output_shape [%n, 2, 3] : tensor<?x6xf32> into tensor<?x2x3xf32>
  %1 = tensor.collapse_shape %0 [[0], [1, 2]] : tensor<?x2x3xf32> into tensor<?x6xf32>
  return %1 : tensor<?x6xf32>
}

func.func @twice(%t: tensor<4xf32>, %c: f32) -> tensor<10xf32> {
  %0 = tensor.pad %t low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<4xf32> to tensor<5xf32>
  %1 = tensor.pad %0 low[2] high[3] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<5xf32> to tensor<10xf32>
  return %1 : tensor<10xf32>
}
