// RUN: rmlir-opt %s --one-shot-bufferize="bufferize-function-boundaries"

// The first insertion may write into the argument's buffer; the second must
// not, since the tensor before it is read after it.

func.func @in_place(%t: tensor<8xf32>, %x: f32, %i: index) -> tensor<8xf32> {
  %0 = tensor.insert %x into %t[%i] : tensor<8xf32>
  return %0 : tensor<8xf32>
}

func.func @with_copy(%t: tensor<8xf32>, %x: f32, %i: index) -> (tensor<8xf32>, f32) {
  %0 = tensor.insert %x into %t[%i] : tensor<8xf32>
  %1 = tensor.extract %t[%i] : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, f32
}
