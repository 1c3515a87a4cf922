// Sizes near the end of what is counted with are refused without counting that far.
// RUN: rmlir-opt %s --split-input-file --verify-diagnostics

func.func @elements(%a: f32, %b: f32) {
  // expected-error@+1 {{operand types match result element type}}
  %t = tensor.from_elements %a, %b : tensor<4294967295xf32>
  return
}

// -----

func.func @collapse(%t: tensor<2x3xf32>) {
  // expected-error@+1 {{expected reassociation map #0 to have size equal to the expanded rank (2)}}
  %c = tensor.collapse_shape %t [[0, 9223372036854775807]] : tensor<2x3xf32> into tensor<6xf32>
  return
}

// -----

func.func @pack(%t: tensor<128x9223372036854775807xf32>, %into: tensor<16x8x8x32xf32>) {
  // expected-error@+1 {{expected 'tensor<16x288230376151711744x8x32xf32>' for the packed domain value}}
  %p = linalg.pack %t inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %into : tensor<128x9223372036854775807xf32> -> tensor<16x8x8x32xf32>
  return
}
