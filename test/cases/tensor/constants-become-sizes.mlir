// Sizes that are constants become part of types; casts stand where types differ.
// RUN: rmlir-opt %s --canonicalize

func.func @empty(%n: index) -> tensor<?x?xf32> {
  %c4 = arith.constant 4 : index
  %0 = tensor.empty(%n, %c4) : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func @slice(%t: tensor<8x8xf32>, %i: index) -> tensor<?x8xf32> {
  %c2 = arith.constant 2 : index
  %0 = tensor.extract_slice %t[%i, 0] [%c2, 8] [1, 1] : tensor<8x8xf32> to tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

func.func @insert(%part: tensor<?xf32>, %t: tensor<8xf32>) -> tensor<8xf32> {
  %c2 = arith.constant 2 : index
  %0 = tensor.insert_slice %part into %t[0] [%c2] [1] : tensor<?xf32> into tensor<8xf32>
  return %0 : tensor<8xf32>
}

func.func @cast_goes_up(%t: tensor<?x16xf32>, %i: index) -> tensor<4x16xf32> {
  %0 = tensor.extract_slice %t[0, 0] [%i, 16] [1, 1] : tensor<?x16xf32> to tensor<?x16xf32>
  %1 = tensor.cast %0 : tensor<?x16xf32> to tensor<4x16xf32>
  return %1 : tensor<4x16xf32>
}

func.func @pad(%t: tensor<2xf32>, %x: f32) -> tensor<?xf32> {
  %c1 = arith.constant 1 : index
  %0 = tensor.pad %t low[%c1] high[2] {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<2xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}
