// RUN: rmlir-opt %s --one-shot-bufferize="bufferize-function-boundaries test-analysis-only dump-alias-sets"
// RUN: rmlir-opt %s --one-shot-bufferize="bufferize-function-boundaries test-analysis-only print-conflicts"

// What the analysis decides about each operand, and what may share a buffer.

func.func @slices(%t: tensor<16xf32>, %x: f32) -> (tensor<4xf32>, tensor<16xf32>) {
  %c0 = arith.constant 0 : index
  %part = tensor.extract_slice %t[4] [4] [1] : tensor<16xf32> to tensor<4xf32>
  %new = tensor.insert %x into %part[%c0] : tensor<4xf32>
  return %new, %t : tensor<4xf32>, tensor<16xf32>
}
