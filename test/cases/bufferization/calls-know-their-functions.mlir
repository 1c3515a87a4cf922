// RUN: rmlir-opt %s --one-shot-bufferize="bufferize-function-boundaries" --drop-equivalent-buffer-results

// The caller need not copy for a function that only reads; results that are
// arguments are not returned.

func.func private @read(%t: tensor<4xf32>, %i: index) -> f32 {
  %0 = tensor.extract %t[%i] : tensor<4xf32>
  return %0 : f32
}

func.func private @write(%t: tensor<4xf32>, %x: f32, %i: index) -> tensor<4xf32> {
  %0 = tensor.insert %x into %t[%i] : tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @caller(%t: tensor<4xf32>, %i: index) -> (tensor<4xf32>, f32) {
  %x = call @read(%t, %i) : (tensor<4xf32>, index) -> f32
  %0 = call @write(%t, %x, %i) : (tensor<4xf32>, f32, index) -> tensor<4xf32>
  %1 = call @read(%0, %i) : (tensor<4xf32>, index) -> f32
  return %0, %1 : tensor<4xf32>, f32
}
