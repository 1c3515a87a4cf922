// RUN: rmlir-opt %s --reify-result-shapes

// One size is known from the other operand, one is the sum of both.
func.func @joined(%a: tensor<4x7xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<4x7xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// The padding takes away what it does not know.
func.func @padded(%t: tensor<?x2xf32>, %n: index, %x: f32) -> tensor<?x?xf32> {
  %rest = affine.apply affine_map<(d0) -> (16 - d0)>(%n)
  %part = tensor.extract_slice %t[0, 0] [%n, 2] [1, 1] : tensor<?x2xf32> to tensor<?x2xf32>
  %c1 = arith.constant 1 : index
  %0 = tensor.pad %part low[0, %c1] high[%rest, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<?x2xf32> to tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// There is nothing to add.
func.func @known(%a: tensor<4xf32>) -> tensor<8xf32> {
  %0 = tensor.concat dim(0) %a, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
