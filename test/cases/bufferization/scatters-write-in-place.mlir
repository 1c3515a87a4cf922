// RUN: rmlir-opt %s --one-shot-bufferize=bufferize-function-boundaries

// The tensor is not used any more: its buffer is written to.
func.func @last(%t: tensor<16xf32>, %at: vector<4xindex>, %mask: vector<4xi1>, %v: vector<4xf32>) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.scatter %t[%c0] [%at], %mask, %v : tensor<16xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// It is used: the elements are written to a copy.
func.func @used(%t: tensor<16xf32>, %at: vector<4xindex>, %mask: vector<4xi1>, %v: vector<4xf32>) -> (tensor<16xf32>, f32) {
  %c0 = arith.constant 0 : index
  %0 = vector.scatter %t[%c0] [%at], %mask, %v : tensor<16xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> -> tensor<16xf32>
  %1 = tensor.extract %t[%c0] : tensor<16xf32>
  return %0, %1 : tensor<16xf32>, f32
}
